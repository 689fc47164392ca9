//! Embedders for tests of this crate, which knows no model.

use crate::kernel::text::normalise;
use crate::kernel::{EmbedFailure, Embedded, Embedder, Embedding, TextRole};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const DIMENSIONS: usize = 64;
const BIGRAMS: &str = "bigrams";

/// Texts that share letter pairs are close.
#[derive(Default)]
pub struct BigramEmbedder;

fn bigram_vector(text: &str) -> Embedding {
    let letters: Vec<char> = normalise(text).to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let mut vector = vec![0.01_f32; DIMENSIONS];
    for pair in letters.windows(2) {
        let slot = (pair[0] as usize).wrapping_mul(31).wrapping_add(pair[1] as usize) % DIMENSIONS;
        vector[slot] += 1.0;
    }
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    Embedding { model: BIGRAMS.into(), values: vector.iter().map(|x| x / length).collect() }
}

impl Embedder for BigramEmbedder {
    fn model_id(&self) -> Arc<str> {
        BIGRAMS.into()
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn embed(&self, _role: TextRole, texts: Vec<String>) -> Embedded<'_> {
        Box::pin(async move { Ok(texts.iter().map(|text| bigram_vector(text)).collect()) })
    }
}

/// The same, but it can be switched off, and it counts the questions that it embeds.
#[derive(Default)]
pub struct SwitchedEmbedder {
    down: AtomicBool,
    questions: AtomicUsize,
}

impl SwitchedEmbedder {
    /// Switches the model off or on.
    pub fn set_down(&self, down: bool) {
        self.down.store(down, Ordering::SeqCst);
    }

    /// How many questions it has embedded.
    pub fn questions(&self) -> usize {
        self.questions.load(Ordering::SeqCst)
    }
}

impl Embedder for SwitchedEmbedder {
    fn model_id(&self) -> Arc<str> {
        BIGRAMS.into()
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn count_tokens(&self, text: &str) -> usize {
        BigramEmbedder.count_tokens(text)
    }

    fn embed(&self, role: TextRole, texts: Vec<String>) -> Embedded<'_> {
        Box::pin(async move {
            if self.down.load(Ordering::SeqCst) {
                return Err(EmbedFailure::Failed("switched off".to_owned()));
            }
            if role == TextRole::Query {
                self.questions.fetch_add(texts.len(), Ordering::SeqCst);
            }
            BigramEmbedder.embed(role, texts).await
        })
    }
}
