//! Adapts the inference crate to the kernel's interface, so that neither knows the other.

use domain::kernel::{EmbedFailure, Embedded, Embedder, Embedding, Models, TextRole};
use inference::{EmbedError, LoadError, Model, Role, Worker};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    fn model_id(&self) -> Arc<str> {
        self.worker.id().into()
    }

    fn dimensions(&self) -> usize {
        self.worker.dimensions()
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.worker.count_tokens(text)
    }

    fn embed(&self, role: TextRole, texts: Vec<String>) -> Embedded<'_> {
        let role = match role {
            TextRole::Query => Role::Query,
            TextRole::Passage => Role::Passage,
        };
        Box::pin(async move {
            let vectors = self.worker.embed(role, texts).await.map_err(|error| failure(&error))?;
            let model = self.model_id();
            Ok(vectors.into_iter().map(|values| Embedding { model: Arc::clone(&model), values }).collect())
        })
    }
}

/// The models beside the configured one: every folder next to it that holds a model.
pub struct ModelFolders {
    configured: PathBuf,
    queue: usize,
}

impl ModelFolders {
    /// Those next to the `configured` folder.
    pub fn new(configured: PathBuf, queue: usize) -> Self {
        Self { configured, queue }
    }

    fn beside(&self) -> Option<&Path> {
        self.configured.parent()
    }
}

impl Models for ModelFolders {
    fn names(&self) -> Vec<String> {
        let entries = self.beside().and_then(|folder| std::fs::read_dir(folder).ok());
        let folders = entries.into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
        let models = folders.filter(|folder| folder.join("config.json").is_file());
        let mut names: Vec<String> =
            models.filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned())).collect();
        names.sort();
        names
    }

    fn load(&self, name: Option<&str>) -> Result<Arc<dyn Embedder>, String> {
        let folder = match name {
            None => self.configured.clone(),
            // A name that is not among them could be a way out of the folder.
            Some(name) if !self.names().iter().any(|known| known == name) => {
                return Err("there is no model of that name".to_owned());
            }
            Some(name) => self.beside().map(|folder| folder.join(name)).unwrap_or_default(),
        };
        let model = LocalEmbedder::load(&folder, self.queue).map_err(|error| error.to_string())?;
        Ok(Arc::new(model))
    }
}

fn failure(error: &EmbedError) -> EmbedFailure {
    match error {
        EmbedError::Busy => EmbedFailure::Busy,
        EmbedError::Stopped | EmbedError::Failed(_) => EmbedFailure::Failed(error.to_string()),
    }
}
