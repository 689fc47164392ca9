//! Follows the settings of the system: every process looks at them again and again, goes by what it finds, and notes since
//! when, so that administrators see where a change has arrived.

use super::IndexQueue;
use super::worker::{Looks, Rhythm, Round};
use crate::kernel::{Clock, Embedder, ModelInUse, Models, Rng};
use crate::storage::{Store, StoreError, StoredSettings};
use contract::{ProcessRow, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

/// How often it looks: a change arrives well within the minute that administrators are promised.
const LOOK: Duration = Duration::from_secs(5);

/// What a process goes by.
#[derive(Clone)]
pub struct InForce {
    /// The settings.
    pub settings: watch::Receiver<StoredSettings>,
    /// Has the worker look at once.
    pub wake: Arc<Notify>,
}

impl InForce {
    /// The settings of now, for a process that does not follow them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn once(store: &Store) -> Result<Self, StoreError> {
        let (_, settings) = watch::channel(store.settings().await?);
        Ok(Self { settings, wake: Arc::default() })
    }
}

/// The worker.
pub struct SettingsFollower {
    store: Store,
    clock: Arc<dyn Clock>,
    model: Arc<ModelInUse>,
    models: Arc<dyn Models>,
    /// The name of the model in use, as the settings name it.
    chosen: Option<String>,
    queue: IndexQueue,
    settings: watch::Sender<StoredSettings>,
    process: ProcessRow,
}

impl Round for SettingsFollower {
    async fn round(&mut self) -> Result<bool, StoreError> {
        self.look().await
    }
}

impl SettingsFollower {
    /// Starts the worker with the settings of now. It stops when `stop` turns true, and the process is forgotten.
    ///
    /// # Errors
    /// [`StoreError`] if the settings cannot be read.
    pub async fn start(
        (store, queue): (Store, IndexQueue),
        (clock, rng): (Arc<dyn Clock>, &dyn Rng),
        (model, models): (Arc<ModelInUse>, Arc<dyn Models>),
        stop: watch::Receiver<bool>,
    ) -> Result<(JoinHandle<()>, Looks, InForce), StoreError> {
        let found = store.settings().await?;
        let wake = Arc::new(Notify::new());
        let (rhythm, looks) = Rhythm::woken_by("following the settings", LOOK, Arc::clone(&wake));
        let process = process(rng, clock.now(), found.version);
        let (settings, seen) = watch::channel(found.clone());
        let mut worker = Self { store, clock, model, models, chosen: None, queue, settings, process };
        worker.choose_model(found.settings.embedding_model).await?;
        worker.see_to_vectors().await?;
        let worker = tokio::spawn(async move {
            rhythm.keep(stop, &mut worker).await;
            worker.leave().await;
        });
        Ok((worker, looks, InForce { settings: seen, wake }))
    }

    async fn look(&mut self) -> Result<bool, StoreError> {
        let found = self.store.settings().await?;
        if found.version != self.process.version {
            self.choose_model(found.settings.embedding_model.clone()).await?;
            self.process.version = found.version;
            self.process.applied_at = self.clock.now();
            self.settings.send_replace(found);
        }
        self.process.seen_at = self.clock.now();
        self.process.embedding_model = Some(self.model.model_id().to_string());
        let mut tx = self.store.begin().await?;
        tx.note_process(&self.process).await?;
        tx.commit().await?;
        Ok(false)
    }

    /// Uses the model of that name from now on. One that does not load leaves the one before in use, and is told.
    async fn choose_model(&mut self, name: Option<String>) -> Result<(), StoreError> {
        if name == self.chosen {
            // Back to what is in use: another choice that did not load is no matter any more.
            self.process.fault = None;
            return Ok(());
        }
        let (models, wanted) = (Arc::clone(&self.models), name.clone());
        let loaded = tokio::task::spawn_blocking(move || models.load(wanted.as_deref())).await;
        match loaded.unwrap_or_else(|_| Err("loading it failed".to_owned())) {
            Ok(model) => {
                self.model.change(model);
                (self.chosen, self.process.fault) = (name, None);
                self.see_to_vectors().await
            }
            Err(fault) => {
                tracing::error!(fault, "the embedding model of the settings was not loaded");
                self.process.fault = Some(fault);
                Ok(())
            }
        }
    }

    /// Has the index made anew, memory by memory, where it holds another model's vectors; words keep serving meanwhile.
    async fn see_to_vectors(&self) -> Result<(), StoreError> {
        let model = self.model.model_id();
        if !self.store.has_other_vectors(&model).await? {
            return Ok(());
        }
        tracing::info!("the embedding model is another one; the index's vectors are made anew");
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let total = tx.enqueue_repair(&model, now).await?;
        tx.begin_repair(total, now).await?;
        tx.commit().await?;
        self.queue.wake();
        Ok(())
    }

    async fn leave(&self) {
        let left = async {
            let mut tx = self.store.begin().await?;
            tx.forget_process(&self.process.id).await?;
            tx.commit().await
        };
        if let Err(error) = left.await {
            tracing::warn!(error = &error as &dyn std::error::Error, "this process is shown for a while yet");
        }
    }
}

fn process(rng: &dyn Rng, now: Timestamp, version: i64) -> ProcessRow {
    let mut bytes = [0; 8];
    rng.fill(&mut bytes);
    ProcessRow {
        id: format!("{:016x}", u64::from_be_bytes(bytes)),
        started_at: now,
        seen_at: now,
        version,
        applied_at: now,
        embedding_model: None,
        fault: None,
    }
}
