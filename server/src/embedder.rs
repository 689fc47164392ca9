//! Adapts the inference crate to the kernel's interface, so that neither knows the other.

use domain::kernel::{EmbedFailure, Embedder, Embedding, TextRole};
use inference::{EmbedError, LoadError, Model, Role, Worker};
use std::future::Future;
use std::path::Path;
use std::pin::Pin;

/// The model in this process.
pub struct LocalEmbedder {
    worker: Worker,
}

impl LocalEmbedder {
    /// Loads the model folder and starts its thread.
    ///
    /// # Errors
    /// [`LoadError`], which names the file and the remedy.
    pub fn load(dir: &Path, queue: usize) -> Result<Self, LoadError> {
        Ok(Self { worker: Worker::start(Model::load(dir)?, queue) })
    }
}

impl Embedder for LocalEmbedder {
    fn model_id(&self) -> &str {
        self.worker.id()
    }

    fn dimensions(&self) -> usize {
        self.worker.dimensions()
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.worker.count_tokens(text)
    }

    fn embed(
        &self,
        role: TextRole,
        texts: Vec<String>,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<Embedding>, EmbedFailure>> + Send + '_>> {
        let role = match role {
            TextRole::Query => Role::Query,
            TextRole::Passage => Role::Passage,
        };
        Box::pin(async move { self.worker.embed(role, texts).await.map_err(|error| failure(&error)) })
    }
}

fn failure(error: &EmbedError) -> EmbedFailure {
    match error {
        EmbedError::Busy => EmbedFailure::Busy,
        EmbedError::Stopped | EmbedError::Failed(_) => EmbedFailure::Failed(error.to_string()),
    }
}
