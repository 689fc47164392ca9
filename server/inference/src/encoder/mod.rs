//! Token ids to one vector a sequence: the mean of the last layer over all its tokens, control tokens included.
//!
//! Two encoders, one result: [`packed`] runs a folder's `model.gguf`, [`stock`] its `model.safetensors`.

mod kernels;
mod packed;
mod stock;

use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::{EmbedError, LoadError};

/// The loaded weights.
pub(crate) enum Encoder {
    Packed(packed::Packed),
    Stock(stock::Stock),
}

impl Encoder {
    /// The weights file that [`Encoder::load`] takes: the 4-bit one if both are there.
    pub(crate) fn weights(folder: &Path) -> Result<PathBuf, LoadError> {
        let gguf = folder.join("model.gguf");
        let safetensors = folder.join("model.safetensors");
        if gguf.exists() {
            Ok(gguf)
        } else if safetensors.exists() {
            Ok(safetensors)
        } else {
            Err(LoadError::Missing { file: gguf })
        }
    }

    pub(crate) fn load(weights: &Path, config: &Config) -> Result<Self, LoadError> {
        if weights.extension().is_some_and(|extension| extension == "gguf") {
            packed::Packed::load(weights, config).map(Self::Packed)
        } else {
            stock::Stock::load(weights, config).map(Self::Stock)
        }
    }

    /// One mean vector a sequence, not normalised. No sequence may be empty or longer than the model's positions.
    pub(crate) fn means(&self, sequences: &[Vec<u32>]) -> Result<Vec<Vec<f32>>, EmbedError> {
        match self {
            Self::Packed(packed) => packed.means(sequences),
            Self::Stock(stock) => sequences.iter().map(|sequence| stock.mean(sequence)).collect(),
        }
    }
}
