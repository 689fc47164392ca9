//! Linear heads over the embeddings of one model and the surface of the words. `examples/train_extractor.rs` of the server
//! makes the file that is built in, from the turns in `server/training`.

use super::surface::surface;
use crate::kernel::Embedding;
use contract::Kind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A direction in the space of embeddings and surfaces, and where it crosses zero.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Added to the product.
    pub bias: f64,
    /// One for each dimension of the embedding.
    pub embedding: Vec<f64>,
    /// One for each figure of the surface.
    pub surface: Vec<f64>,
}

impl Head {
    /// The logit of a piece: above zero says yes.
    fn logit(&self, vector: &Embedding, surface: &[f64]) -> f64 {
        let by_embedding: f64 =
            self.embedding.iter().zip(&vector.values).map(|(weight, x)| weight * f64::from(*x)).sum();
        let by_surface: f64 = self.surface.iter().zip(surface).map(|(weight, x)| weight * x).sum();
        self.bias + by_embedding + by_surface
    }
}

/// What a model's embeddings say about a piece of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heads {
    /// Names these heads; changes whenever they are trained anew.
    pub version: String,
    /// The model whose embeddings they read.
    pub model: String,
    /// Worth keeping or not, shifted so that zero is the best place to cut.
    pub worth: Head,
    /// One against the others, for each kind.
    pub kinds: BTreeMap<Kind, Head>,
}

impl Heads {
    /// Those that come with this program.
    ///
    /// # Panics
    /// If the file that is built in is not one of ours, which a test would find.
    pub fn built_in() -> Self {
        serde_json::from_str(include_str!("heads.json")).expect("the file was written by the training")
    }

    /// How likely a piece is worth keeping, 0.0 to 1.0, and what sort of thing it most likely is.
    pub fn judge(&self, piece: &str, vector: &Embedding) -> (f64, Kind) {
        let surface = surface(piece);
        let worth = 1.0 / (1.0 + (-self.worth.logit(vector, &surface)).exp());
        let logits = self.kinds.iter().map(|(kind, head)| (*kind, head.logit(vector, &surface)));
        let kind = logits.max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(Kind::Fact, |(kind, _)| kind);
        (worth, kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_heads_are_whole() {
        let heads = Heads::built_in();
        assert_eq!(heads.kinds.keys().collect::<Vec<_>>(), Kind::ALL.iter().collect::<Vec<_>>());
        let sizes = |head: &Head| (head.embedding.len(), head.surface.len());
        assert_eq!(sizes(&heads.worth), (384, surface("").len()));
        assert!(heads.kinds.values().all(|head| sizes(head) == sizes(&heads.worth)));
    }
}
