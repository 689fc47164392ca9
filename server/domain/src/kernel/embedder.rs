//! The embedder's interface. The server adapts the inference crate to it; this crate never sees a model.

use std::future::Future;
use std::pin::Pin;

/// A vector of unit length.
pub type Embedding = Vec<f32>;

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

/// Turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// Names model and weights; stored with each vector.
    fn model_id(&self) -> &str;

    /// The length of the vectors.
    fn dimensions(&self) -> usize;

    /// How many tokens the model sees in `text`.
    fn count_tokens(&self, text: &str) -> usize;

    /// One vector of unit length per text, in order.
    ///
    /// # Errors
    /// [`EmbedFailure`]; then no text was embedded.
    fn embed(
        &self,
        role: TextRole,
        texts: Vec<String>,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<Embedding>, EmbedFailure>> + Send + '_>>;
}
