//! Embedders for tests of this crate, which knows no model.

use crate::kernel::text::normalise;
use crate::kernel::{EmbedFailure, Embedded, Embedder, Embedding, Models, TextRole};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const DIMENSIONS: usize = 64;

/// Texts that share letter pairs are close. Each factor makes a model of its own.
pub struct BigramEmbedder {
    name: &'static str,
    factor: usize,
}

impl Default for BigramEmbedder {
    fn default() -> Self {
        Self { name: "bigrams", factor: 31 }
    }
}

/// The models that can be chosen: `other`, and `broken`, which does not load.
pub struct TestModels;

impl Models for TestModels {
    fn names(&self) -> Vec<String> {
        vec!["broken".to_owned(), "other".to_owned()]
    }

    fn load(&self, name: Option<&str>) -> Result<Arc<dyn Embedder>, String> {
        match name {
            None => Ok(Arc::new(BigramEmbedder::default())),
            Some("other") => Ok(Arc::new(BigramEmbedder { name: "other", factor: 37 })),
            Some(_) => Err("it does not load".to_owned()),
        }
    }
}

impl BigramEmbedder {
    fn vector(&self, text: &str) -> Embedding {
        let letters: Vec<char> = normalise(text).to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let mut vector = vec![0.01_f32; DIMENSIONS];
        for pair in letters.windows(2) {
            let slot = (pair[0] as usize).wrapping_mul(self.factor).wrapping_add(pair[1] as usize) % DIMENSIONS;
            vector[slot] += 1.0;
        }
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        Embedding { model: self.name.into(), values: vector.iter().map(|x| x / length).collect() }
    }
}

impl Embedder for BigramEmbedder {
    fn model_id(&self) -> Arc<str> {
        self.name.into()
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn embed(&self, _role: TextRole, texts: Vec<String>) -> Embedded<'_> {
        Box::pin(async move { Ok(texts.iter().map(|text| self.vector(text)).collect()) })
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
        "bigrams".into()
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn count_tokens(&self, text: &str) -> usize {
        BigramEmbedder::default().count_tokens(text)
    }

    fn embed(&self, role: TextRole, texts: Vec<String>) -> Embedded<'_> {
        Box::pin(async move {
            if self.down.load(Ordering::SeqCst) {
                return Err(EmbedFailure::Failed("switched off".to_owned()));
            }
            if role == TextRole::Query {
                self.questions.fetch_add(texts.len(), Ordering::SeqCst);
            }
            BigramEmbedder::default().embed(role, texts).await
        })
    }
}
