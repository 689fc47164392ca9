//! Runs `model.gguf`: BERT with f32 layers, the word table left 4-bit in the mapped file and read row by row.
//!
//! Devlin et al., "BERT" (2018), <https://arxiv.org/abs/1810.04805>: GELU, layer norm after each residual, positions from
//! 0, all tokens of type 0. Sequences are not padded: all their tokens form one matrix, and only attention looks at them
//! one by one. So a batch computes just what its sequences would, one at a time.

use std::path::Path;

use candle_core::{Device, Module, Result, Tensor};
use candle_nn::LayerNorm;
use candle_nn::ops::softmax_last_dim;

use super::kernels;
use crate::config::{Architecture, Config};
use crate::gguf::{Directory, Entry};
use crate::mapped::Mapped;
use crate::{EmbedError, LoadError};

/// The word table, and what is added to a word by its place.
struct Embeddings {
    file: Mapped,
    words: Entry,
    /// One row a position: its vector plus that of token type 0.
    positions: Vec<f32>,
    norm: LayerNorm,
}

/// `y = x · weight + bias`, the weight stored transposed as files have it.
struct Linear {
    weight: Tensor,
    bias: Tensor,
}

struct Layer {
    /// Query, key and value side by side; the query part already divided by √(head size).
    attention_in: Linear,
    attention_out: Linear,
    attention_norm: LayerNorm,
    up: Linear,
    down: Linear,
    out_norm: LayerNorm,
}

/// The encoder.
pub(crate) struct Packed {
    embeddings: Embeddings,
    layers: Vec<Layer>,
    hidden: usize,
    heads: usize,
}

impl Packed {
    pub(crate) fn load(path: &Path, config: &Config) -> std::result::Result<Self, LoadError> {
        if config.model_type != Architecture::Bert || config.hidden_act != "gelu" {
            return Err(LoadError::unsupported(config.path(), "a GGUF folder must hold a `bert` with `gelu`"));
        }
        let file = Mapped::open(path)?;
        let directory = Directory::read(&file).map_err(|reason| LoadError::malformed(path, &reason))?;
        let source = Source { file: &file, directory: &directory, config };
        let parts = source.layers().and_then(|layers| Ok((layers, source.embedding_parts()?)));
        let (layers, (words, positions, norm)) = parts.map_err(|reason| LoadError::unsupported(path, &reason))?;
        let embeddings = Embeddings { file: file.reopen()?, words, positions, norm };
        Ok(Self { embeddings, layers, hidden: config.hidden_size, heads: config.num_attention_heads })
    }

    /// One mean vector a sequence.
    pub(crate) fn means(&self, sequences: &[Vec<u32>]) -> std::result::Result<Vec<Vec<f32>>, EmbedError> {
        let lengths: Vec<usize> = sequences.iter().map(Vec::len).collect();
        let mut hidden = self.embed(sequences)?;
        for layer in &self.layers {
            hidden = self.layer(layer, &hidden, &lengths)?;
        }
        let mut start = 0;
        let mut means = Vec::with_capacity(sequences.len());
        for length in lengths {
            means.push(hidden.narrow(0, start, length)?.mean(0)?.to_vec1()?);
            start += length;
        }
        Ok(means)
    }

    /// The normalised sum of word, position and type for each token, all sequences in one matrix.
    fn embed(&self, sequences: &[Vec<u32>]) -> std::result::Result<Tensor, EmbedError> {
        let Embeddings { file, words, positions, norm } = &self.embeddings;
        let tokens = sequences.iter().map(Vec::len).sum::<usize>();
        let mut values = Vec::with_capacity(tokens * self.hidden);
        for sequence in sequences {
            let start = values.len();
            let found = sequence.iter().all(|id| words.row(file, *id as usize, &mut values));
            if !found || values.len() - start > positions.len() {
                return Err(EmbedError::Failed("a token or its place is outside the model's tables".to_owned()));
            }
            values[start..].iter_mut().zip(positions).for_each(|(value, position)| *value += position);
        }
        Ok(norm.forward(&Tensor::from_vec(values, (tokens, self.hidden), &Device::Cpu)?)?)
    }

    fn layer(&self, layer: &Layer, x: &Tensor, lengths: &[usize]) -> Result<Tensor> {
        let attended = self.attention(&layer.attention_in.forward(x)?, lengths)?;
        let x = layer.attention_norm.forward(&(layer.attention_out.forward(&attended)? + x)?)?;
        let inner = layer.up.forward(&x)?;
        kernels::gelu(&inner)?;
        layer.out_norm.forward(&(layer.down.forward(&inner)? + x)?)
    }

    /// Softmax(q · kᵀ) · v for each head of each sequence.
    fn attention(&self, qkv: &Tensor, lengths: &[usize]) -> Result<Tensor> {
        let mut start = 0;
        let mut parts = Vec::with_capacity(lengths.len());
        for length in lengths {
            let heads = qkv.narrow(0, start, *length)?.reshape((*length, 3, self.heads, self.hidden / self.heads))?;
            let part = |index| heads.narrow(1, index, 1)?.squeeze(1)?.transpose(0, 1);
            let (query, key, value): (Tensor, Tensor, Tensor) = (part(0)?, part(1)?, part(2)?);
            let weights = softmax_last_dim(&query.matmul(&key.transpose(1, 2)?)?)?;
            let mixed = weights.matmul(&value)?.transpose(0, 1)?.contiguous()?;
            parts.push(mixed.reshape((*length, self.hidden))?);
            start += length;
        }
        Tensor::cat(&parts, 0)
    }
}

impl Linear {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let y = x.matmul(&self.weight.t()?)?;
        kernels::add_bias(&y, &self.bias)?;
        Ok(y)
    }
}

type Loaded<T> = std::result::Result<T, String>;

/// What tensors are made from while loading. Names are those that llama.cpp gives a BERT.
struct Source<'a> {
    file: &'a Mapped,
    directory: &'a Directory,
    config: &'a Config,
}

impl Source<'_> {
    fn values(&self, name: &str, dimensions: &[usize]) -> Loaded<Vec<f32>> {
        let mut values = Vec::with_capacity(dimensions.iter().product());
        self.directory.get(name, dimensions)?.values(self.file, &mut values);
        Ok(values)
    }

    fn embedding_parts(&self) -> Loaded<(Entry, Vec<f32>, LayerNorm)> {
        let Config { hidden_size: hidden, vocab_size, type_vocab_size, .. } = *self.config;
        let words = self.directory.get("token_embd.weight", &[vocab_size, hidden])?.clone();
        let types = self.values("token_types.weight", &[type_vocab_size, hidden])?;
        let mut positions = self.values("position_embd.weight", &[self.config.positions(), hidden])?;
        for row in positions.chunks_exact_mut(hidden) {
            row.iter_mut().zip(&types).for_each(|(position, type_zero)| *position += type_zero);
        }
        Ok((words, positions, self.norm("token_embd_norm")?))
    }

    fn layers(&self) -> Loaded<Vec<Layer>> {
        (0..self.config.num_hidden_layers).map(|index| self.layer(&format!("blk.{index}."))).collect()
    }

    fn layer(&self, prefix: &str) -> Loaded<Layer> {
        let Config { hidden_size: hidden, intermediate_size: inner, .. } = *self.config;
        let at = |name: &str| format!("{prefix}{name}");
        Ok(Layer {
            attention_in: self.attention_in(prefix)?,
            attention_out: self.linear(&at("attn_output"), hidden, hidden)?,
            attention_norm: self.norm(&at("attn_output_norm"))?,
            up: self.linear(&at("ffn_up"), inner, hidden)?,
            down: self.linear(&at("ffn_down"), hidden, inner)?,
            out_norm: self.norm(&at("layer_output_norm"))?,
        })
    }

    /// Query, key and value as one matrix: one product for three.
    fn attention_in(&self, prefix: &str) -> Loaded<Linear> {
        let Config { hidden_size: hidden, num_attention_heads: heads, .. } = *self.config;
        let mut weights = Vec::with_capacity(3 * hidden * hidden);
        let mut biases = Vec::with_capacity(3 * hidden);
        for name in ["attn_q", "attn_k", "attn_v"] {
            weights.extend(self.values(&format!("{prefix}{name}.weight"), &[hidden, hidden])?);
            biases.extend(self.values(&format!("{prefix}{name}.bias"), &[hidden])?);
        }
        #[expect(clippy::cast_precision_loss, reason = "a head has a few dozen values")]
        let scale = 1.0 / ((hidden / heads) as f32).sqrt();
        weights[..hidden * hidden].iter_mut().chain(&mut biases[..hidden]).for_each(|value| *value *= scale);
        linear(weights, biases, hidden)
    }

    fn linear(&self, name: &str, rows: usize, columns: usize) -> Loaded<Linear> {
        let weights = self.values(&format!("{name}.weight"), &[rows, columns])?;
        linear(weights, self.values(&format!("{name}.bias"), &[rows])?, columns)
    }

    fn norm(&self, name: &str) -> Loaded<LayerNorm> {
        let size = self.config.hidden_size;
        let tensor = |part: &str| {
            Tensor::from_vec(self.values(&format!("{name}.{part}"), &[size])?, size, &Device::Cpu)
                .map_err(|error| error.to_string())
        };
        Ok(LayerNorm::new(tensor("weight")?, tensor("bias")?, self.config.layer_norm_eps))
    }
}

fn linear(weights: Vec<f32>, biases: Vec<f32>, columns: usize) -> Loaded<Linear> {
    let rows = biases.len();
    let tensors = Tensor::from_vec(weights, (rows, columns), &Device::Cpu)
        .and_then(|weight| Ok(Linear { weight, bias: Tensor::from_vec(biases, rows, &Device::Cpu)? }));
    tensors.map_err(|error| error.to_string())
}
