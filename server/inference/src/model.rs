//! A loaded model folder: tokenizer, encoder and the id that its vectors are stored under.

use std::path::Path;

use crate::batch::Batch;
use crate::config::{Config, Prompts};
use crate::encoder::Encoder;
use crate::identity::model_id;
use crate::tokenizer::Tokenizer;
use crate::{EmbedError, LoadError};

/// What a text is to the model: E5 models are trained with a word in front that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Something to search for: `query: `.
    Query,
    /// Something to be found: `passage: `.
    Passage,
}

/// Loaded weights and tokenizer. Computes on the calling thread; see [`Worker`](crate::Worker) for async callers.
pub struct Model {
    id: String,
    dimensions: usize,
    /// The most content tokens that a sequence can hold.
    room: usize,
    prompts: Prompts,
    tokenizer: Tokenizer,
    encoder: Encoder,
}

impl Model {
    /// Loads the model folder `dir`: `config.json`, `tokenizer.json` and `model.gguf` or `model.safetensors`.
    ///
    /// # Errors
    ///
    /// A file is missing, unreadable, damaged, or the files do not fit together.
    pub fn load(dir: &Path) -> Result<Self, LoadError> {
        let config = Config::read(dir)?;
        let tokenizer_path = dir.join("tokenizer.json");
        let tokenizer = Tokenizer::load(&tokenizer_path)?;
        if tokenizer.vocabulary_size() > config.vocab_size {
            return Err(LoadError::unsupported(&tokenizer_path, "it has more tokens than config.json's vocab_size"));
        }
        let room = config.positions().saturating_sub(tokenizer.frame().len());
        if room == 0 {
            return Err(LoadError::unsupported(&tokenizer_path, "its control tokens leave no room for a text"));
        }
        let weights = Encoder::weights(dir)?;
        let encoder = Encoder::load(&weights, &config)?;
        let id = model_id(&config.name(), &[&weights, &tokenizer_path])?;
        tracing::info!(model.id = id, model.dimensions = config.hidden_size, "embedding model loaded");
        Ok(Self { id, dimensions: config.hidden_size, room, prompts: config.prompts, tokenizer, encoder })
    }

    /// A stable id to store beside vectors, `NAME@HASH`: another id means that vectors are not comparable.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The number of values in a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// One vector of length 1 for each text, in order. Texts of any length: see the windows in the crate's `batch`.
    ///
    /// # Errors
    ///
    /// [`EmbedError::Failed`] if the computation fails.
    pub fn embed(&self, role: Role, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut batch = self.begin(role, texts)?;
        while !batch.is_done() {
            self.step(&mut batch)?;
        }
        batch.finish()
    }

    /// How many tokens `text` has, without the role's prefix and control tokens.
    pub fn count_tokens(&self, text: &str) -> usize {
        // No text fails in practice; one token a character is then a safe overestimate.
        self.tokenizer.tokens(text).map_or_else(|_| text.chars().count(), |tokens| tokens.len())
    }

    /// Cuts texts into the windows of a batch.
    pub(crate) fn begin<T: AsRef<str>>(&self, role: Role, texts: &[T]) -> Result<Batch, EmbedError> {
        let prompt = match role {
            Role::Query => &self.prompts.query,
            Role::Passage => &self.prompts.passage,
        };
        let tokens = |text: &T| self.tokenizer.tokens(&[prompt, text.as_ref()].concat());
        let contents = texts.iter().map(tokens).collect::<Result<Vec<_>, _>>().map_err(EmbedError::Failed)?;
        let frame = self.tokenizer.frame();
        Ok(Batch::new(&contents, &frame.before, &frame.after, self.room))
    }

    /// Computes the next chunk of a batch.
    pub(crate) fn step(&self, batch: &mut Batch) -> Result<(), EmbedError> {
        batch.step(self.tokenizer.frame().len(), |sequences| self.encoder.means(sequences))
    }
}
