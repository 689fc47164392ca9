//! `config.json`: the few values this crate reads itself. The file is checked here, so that later arithmetic is safe.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::LoadError;

/// The architectures that can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Architecture {
    #[serde(rename = "bert")]
    Bert,
    #[serde(rename = "xlm-roberta")]
    XlmRoberta,
}

/// What is put before a text, by role; E5's words where the file says nothing.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Prompts {
    pub(crate) query: String,
    pub(crate) passage: String,
}

impl Default for Prompts {
    fn default() -> Self {
        Self { query: "query: ".to_owned(), passage: "passage: ".to_owned() }
    }
}

/// The shape of the model, as Hugging Face names its parts.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Config {
    pub(crate) model_type: Architecture,
    #[serde(rename = "_name_or_path")]
    name: Option<String>,
    pub(crate) hidden_act: String,
    pub(crate) hidden_size: usize,
    pub(crate) intermediate_size: usize,
    pub(crate) layer_norm_eps: f64,
    max_position_embeddings: usize,
    pub(crate) num_attention_heads: usize,
    pub(crate) num_hidden_layers: usize,
    #[serde(default)]
    pad_token_id: usize,
    pub(crate) type_vocab_size: usize,
    pub(crate) vocab_size: usize,
    #[serde(default)]
    pub(crate) prompts: Prompts,
    #[serde(skip)]
    path: PathBuf,
}

impl Config {
    /// Reads and checks `config.json` of a model folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, LoadError> {
        let path = folder.join("config.json");
        let text = std::fs::read(&path).map_err(|error| LoadError::io(&path, error))?;
        let mut config: Self = serde_json::from_slice(&text).map_err(|error| LoadError::malformed(&path, &error))?;
        config.path = path;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), LoadError> {
        let sizes = [self.hidden_size, self.intermediate_size, self.num_attention_heads, self.vocab_size];
        let sane = 1..1 << 24;
        let reason = if !sizes.iter().all(|size| sane.contains(size)) || !sane.contains(&self.max_position_embeddings) {
            "a size in it is zero or absurd"
        } else if !self.hidden_size.is_multiple_of(self.num_attention_heads) {
            "hidden_size is not a multiple of num_attention_heads"
        } else if self.type_vocab_size == 0 || self.num_hidden_layers > 1000 {
            "type_vocab_size or num_hidden_layers is out of range"
        } else if self.positions() < 8 {
            "max_position_embeddings leaves no room for a text"
        } else {
            return Ok(());
        };
        Err(LoadError::unsupported(&self.path, reason))
    }

    /// The longest sequence, control tokens included. XLM-RoBERTa numbers positions from its padding id plus one.
    pub(crate) fn positions(&self) -> usize {
        match self.model_type {
            Architecture::Bert => self.max_position_embeddings,
            Architecture::XlmRoberta => {
                self.max_position_embeddings.saturating_sub(self.pad_token_id.saturating_add(1))
            }
        }
    }

    /// The model's short name: from the file, otherwise the folder's.
    pub(crate) fn name(&self) -> String {
        let folder = || self.path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let given = self.name.as_deref().and_then(|name| name.rsplit('/').find(|part| !part.is_empty()));
        given.map(str::to_owned).or_else(folder).unwrap_or_else(|| "model".to_owned())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}
