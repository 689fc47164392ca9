//! Runs `model.safetensors` with candle-transformers' own BERT and XLM-RoBERTa, in f32, one sequence at a time.
//!
//! Sequences of different lengths are not padded into one batch: on a CPU the padding costs what the batch saves.

use std::path::Path;

use candle_core::{Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::{bert, xlm_roberta};
use serde::de::DeserializeOwned;

use crate::config::{Architecture, Config};
use crate::{EmbedError, LoadError, mapped};

/// A model of candle-transformers.
pub(crate) enum Stock {
    Bert(bert::BertModel),
    XlmRoberta(xlm_roberta::XLMRobertaModel),
}

impl Stock {
    pub(crate) fn load(path: &Path, config: &Config) -> Result<Self, LoadError> {
        let weights = mapped::safetensors(path)?;
        let model = match config.model_type {
            Architecture::Bert => bert::BertModel::load(weights, &own_config(config)?).map(Self::Bert),
            Architecture::XlmRoberta => {
                xlm_roberta::XLMRobertaModel::new(&own_config(config)?, rooted(weights)).map(Self::XlmRoberta)
            }
        };
        model.map_err(|error| LoadError::unsupported(path, &error))
    }

    /// The mean of the last layer over the sequence.
    pub(crate) fn mean(&self, sequence: &[u32]) -> Result<Vec<f32>, EmbedError> {
        let ids = Tensor::new(sequence, &Device::Cpu)?.unsqueeze(0)?;
        let types = ids.zeros_like()?;
        let last = match self {
            Self::Bert(model) => model.forward(&ids, &types, None)?,
            Self::XlmRoberta(model) => model.forward(&ids, &ids.ones_like()?, &types, None, None, None)?,
        };
        Ok(last.mean(1)?.squeeze(0)?.to_vec1()?)
    }
}

/// candle-transformers' own view of config.json.
fn own_config<T: DeserializeOwned>(config: &Config) -> Result<T, LoadError> {
    let text = std::fs::read(config.path()).map_err(|error| LoadError::io(config.path(), error))?;
    serde_json::from_slice(&text).map_err(|error| LoadError::malformed(config.path(), &error))
}

/// Files saved from a whole XLM-RoBERTa, head included, have the encoder one level down.
fn rooted(weights: VarBuilder<'static>) -> VarBuilder<'static> {
    if weights.contains_tensor("roberta.embeddings.word_embeddings.weight") { weights.pp("roberta") } else { weights }
}
