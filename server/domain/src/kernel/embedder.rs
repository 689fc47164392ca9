//! The embedder's interface. The server adapts the inference crate to it; this crate never sees a model.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};

/// A vector of unit length, and the model that made it: only vectors of one model can be compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    /// Names model and weights.
    pub model: Arc<str>,
    /// The vector.
    pub values: Vec<f32>,
}

/// What a text is for; asymmetric models embed questions and passages differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextRole {
    /// A question that looks for passages.
    Query,
    /// A passage to be found.
    Passage,
}

/// Why there is no embedding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmbedFailure {
    /// The queue is full; try again later.
    #[error("the embedding queue is full")]
    Busy,
    /// The model is not there or failed.
    #[error("the embedding model failed: {0}")]
    Failed(String),
}

/// The answer of an embedder, when it comes.
pub type Embedded<'a> = Pin<Box<dyn Future<Output = Result<Vec<Embedding>, EmbedFailure>> + Send + 'a>>;

/// Turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// Names model and weights.
    fn model_id(&self) -> Arc<str>;

    /// The length of the vectors.
    fn dimensions(&self) -> usize;

    /// How many tokens the model sees in `text`.
    fn count_tokens(&self, text: &str) -> usize;

    /// One vector of unit length per text, in order.
    ///
    /// # Errors
    /// [`EmbedFailure`]; then no text was embedded.
    fn embed(&self, role: TextRole, texts: Vec<String>) -> Embedded<'_>;
}

/// The models that are on this machine.
pub trait Models: Send + Sync {
    /// The names of those that can be chosen.
    fn names(&self) -> Vec<String>;

    /// Loads the one of that name, or the configured one. Takes seconds, and blocks.
    ///
    /// # Errors
    /// Why it cannot be loaded, for administrators.
    fn load(&self, name: Option<&str>) -> Result<Arc<dyn Embedder>, String>;
}

/// The model in use, which may be changed while it is.
pub struct ModelInUse {
    current: RwLock<Arc<dyn Embedder>>,
}

impl ModelInUse {
    /// Begins with that one.
    pub fn new(model: Arc<dyn Embedder>) -> Self {
        Self { current: RwLock::new(model) }
    }

    /// Uses another one from now on. What is being embedded is finished with the one before.
    pub fn change(&self, model: Arc<dyn Embedder>) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = model;
    }

    fn current(&self) -> Arc<dyn Embedder> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Embedder for ModelInUse {
    fn model_id(&self) -> Arc<str> {
        self.current().model_id()
    }

    fn dimensions(&self) -> usize {
        self.current().dimensions()
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.current().count_tokens(text)
    }

    fn embed(&self, role: TextRole, texts: Vec<String>) -> Embedded<'_> {
        let model = self.current();
        Box::pin(async move { model.embed(role, texts).await })
    }
}
