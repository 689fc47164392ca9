//! Opens everything that desks work with, and closes it again.

use super::{Core, Desks};
use crate::identity::{LoginLimits, PasswordCost, PasswordError, Passwords, Throttle};
use crate::index::{Index, Opened, WriterLease, WriterWrap};
use crate::jobs::{Expiry, IndexQueue, Indexer, Looks};
use crate::kernel::{Clock, Embedder, Ids, Rng};
use crate::recall::{Recaller, Weights};
use crate::storage::{KeyRing, KeyRingError, Store, StoreError};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How an install is opened.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of database, key ring and index. Made if it is not there.
    pub data_dir: PathBuf,
    /// What a password hash costs.
    pub passwords: PasswordCost,
    /// How many sign-ins may be tried.
    pub login: LoginLimits,
    /// The ranking's weights.
    pub recall: Weights,
    /// How long a correction or a deletion waits for the index's writer, for the index itself, and for the model: for
    /// each at most so long.
    pub patience: Duration,
    /// How long a candidate waits for a reviewer before it is rejected by itself.
    pub candidate_lifetime: Duration,
    /// What stands before the index's writer: nothing, but for tests.
    pub index_writer: WriterWrap,
}

impl Options {
    /// The defaults, in that folder.
    pub fn in_dir(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            passwords: PasswordCost::default(),
            login: LoginLimits::default(),
            recall: Weights::default(),
            patience: Duration::from_secs(5),
            candidate_lifetime: Duration::from_hours(7 * 24),
            index_writer: WriterWrap::default(),
        }
    }
}

/// Why an install could not be opened. Each text says what and where.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder cannot be used.
    #[error("cannot use the data folder {path}: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The key ring cannot be used.
    #[error(transparent)]
    Keys(#[from] KeyRingError),
    /// The database cannot be used.
    #[error("cannot open the database in {path}: {source}")]
    Store {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: StoreError,
    },
    /// The password cost is impossible.
    #[error(transparent)]
    Passwords(#[from] PasswordError),
}

/// Whether a part answers, or why not.
pub type Part = Result<(), &'static str>;

/// Which parts answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// The canonical store.
    pub database: Part,
    /// The search index.
    pub index: Part,
    /// The embedding model.
    pub model: Part,
}

impl Health {
    /// Whether all parts answer.
    pub fn is_ready(&self) -> bool {
        self.database.is_ok() && self.index.is_ok() && self.model.is_ok()
    }
}

/// The open install.
pub struct Runtime {
    desks: Desks,
    stop: watch::Sender<bool>,
    workers: Vec<JoinHandle<()>>,
    looks: Option<Looks>,
}

impl Runtime {
    /// Opens the install; makes database, key ring and index where they are missing. Without an embedder (administration
    /// from the command line) there is no index and no background work.
    ///
    /// # Errors
    /// [`OpenError`]. A broken index is none: it is logged and shown by [`Runtime::health`].
    pub async fn open(
        options: Options,
        clock: Arc<dyn Clock>,
        rng: Arc<dyn Rng>,
        embedder: Option<Arc<dyn Embedder>>,
    ) -> Result<Self, OpenError> {
        let path = options.data_dir.clone();
        make_private_folder(&path).map_err(|source| OpenError::Folder { path: path.clone(), source })?;
        // One process at a time makes key ring and database, or brings them up to date.
        let opening = lock(&path).await.map_err(|source| OpenError::Folder { path: path.clone(), source })?;
        let keys = KeyRing::open(&path, Arc::clone(&rng))?;
        let store = Store::open(&path, keys).await.map_err(|source| OpenError::Store { path: path.clone(), source })?;
        drop(opening);
        let index = match &embedder {
            Some(embedder) => open_index(&options, &store, embedder.as_ref(), clock.as_ref()).await,
            None => None,
        };
        let (stop, stopped) = watch::channel(false);
        let writer = index.as_ref().map(|index| WriterLease::new(index.clone(), options.index_writer.clone()));
        let (queue, worker) = match (&index, &writer, &embedder) {
            (Some(index), Some(writer), Some(embedder)) => {
                let (embedder, clock) = (Arc::clone(embedder), Arc::clone(&clock));
                let (queue, worker) =
                    Indexer::start(store.clone(), index.clone(), writer.clone(), embedder, clock, stopped);
                (queue, Some(worker))
            }
            _ => (Indexer::elsewhere(store.clone()), None),
        };
        let serves = embedder.is_some();
        let core = core(&options, store, (index, writer), queue, embedder, clock, rng)?;
        let expiry = serves
            .then(|| Expiry::start(core.store.clone(), Arc::clone(&core.clock), core.ids.clone(), stop.subscribe()));
        let (expiry, looks) = expiry.unzip();
        let workers = worker.into_iter().chain(expiry).collect();
        Ok(Self { desks: Desks { core: Arc::new(core) }, stop, workers, looks })
    }

    /// The desks.
    pub fn desks(&self) -> Desks {
        self.desks.clone()
    }

    /// Asks each part whether it answers.
    pub async fn health(&self) -> Health {
        self.desks.health().await
    }

    /// Waits until the background work has rejected the candidates whose time is over now.
    pub async fn expired(&self) {
        if let Some(looks) = &self.looks {
            looks.next().await;
        }
    }

    /// Stops background work after what it has at hand, and closes the store.
    pub async fn close(self) {
        self.stop.send_replace(true);
        for worker in self.workers {
            if worker.await.is_err() {
                tracing::error!("a background worker panicked");
            }
        }
        self.desks.core.store.close().await;
    }
}

impl Desks {
    /// Asks each part whether it answers.
    pub async fn health(&self) -> Health {
        let core = &self.core;
        let database = core.store.ping().await.map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "the database does not answer");
            "the database does not answer"
        });
        Health {
            database,
            index: core.index.as_ref().map(|_| ()).ok_or("the search index could not be opened"),
            model: core.recaller.embedder.as_ref().map(|_| ()).ok_or("no embedding model is loaded"),
        }
    }
}

fn make_private_folder(path: &std::path::Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Holds the folder's lock until the file is dropped.
async fn lock(folder: &std::path::Path) -> std::io::Result<std::fs::File> {
    let path = folder.join("lock");
    let locked = tokio::task::spawn_blocking(move || {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
        file.lock()?;
        Ok(file)
    });
    locked.await.map_err(std::io::Error::other)?
}

async fn open_index(options: &Options, store: &Store, embedder: &dyn Embedder, clock: &dyn Clock) -> Option<Index> {
    let opened = match Index::open(&options.data_dir.join("index"), embedder.model_id()) {
        Ok(opened) => fill_if_new(opened, store, clock).await.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    opened.map_err(|reason| tracing::error!(error.message = reason, "recall works without the search index")).ok()
}

/// A new index over a store that has memories already: all of them have to go in.
async fn fill_if_new(opened: Opened, store: &Store, clock: &dyn Clock) -> Result<Index, StoreError> {
    if opened.is_new {
        if store.searchable_memories().await? > 0 {
            tracing::info!("the search index is new; building it from the store");
        }
        let mut tx = store.begin().await?;
        tx.enqueue_whole_index(clock.now()).await?;
        tx.commit().await?;
    }
    // Only now: a process that dies before has left an index that the next one replaces and fills.
    opened.confirm().map_err(StoreError::from)?;
    Ok(opened.index)
}

fn core(
    options: &Options,
    store: Store,
    (index, writer): (Option<Index>, Option<WriterLease>),
    queue: IndexQueue,
    embedder: Option<Arc<dyn Embedder>>,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
) -> Result<Core, PasswordError> {
    let ids = Ids::new(Arc::clone(&clock), Arc::clone(&rng));
    let recaller = Recaller {
        store: store.clone(),
        index: index.clone(),
        embedder,
        clock: Arc::clone(&clock),
        ids: ids.clone(),
        weights: options.recall,
    };
    Ok(Core {
        store,
        index,
        writer,
        patience: options.patience,
        candidate_lifetime: options.candidate_lifetime,
        queue,
        recaller,
        passwords: Passwords::new(options.passwords, Arc::clone(&rng))?,
        throttle: Throttle::new(options.login, Arc::clone(&clock)),
        clock,
        rng,
        ids,
    })
}
