//! Opens everything that desks work with, and closes it again.

use super::{Core, Desks};
use crate::extraction::{Extractors, LocalExtractor, NamedExtractor};
use crate::identity::{CallLimits, LoginLimits, PasswordCost, PasswordError, Passwords, Throttle};
use crate::index::{Index, Opened, WriterLease, WriterWrap};
use crate::intake::Intake;
use crate::jobs::{Classes, Expiry, InForce, IndexQueue, Indexer, Looks, Nights, Retention, SettingsFollower, Turns};
use crate::kernel::{Clock, Embedder, Ids, ModelInUse, Models, Rng};
use crate::recall::Recaller;
use crate::storage::{KeyRing, KeyRingError, Store, StoreError};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How an install is opened.
#[derive(Clone)]
pub struct Options {
    /// The folder of database, key ring and index. Made if it is not there.
    pub data_dir: PathBuf,
    /// What a password hash costs.
    pub passwords: PasswordCost,
    /// How many sign-ins may be tried.
    pub login: LoginLimits,
    /// How long a correction or a deletion waits for the index's writer, for the index itself, and for the model: for
    /// each at most so long.
    pub patience: Duration,
    /// How long a candidate waits for a reviewer before it is rejected by itself.
    pub candidate_lifetime: Duration,
    /// What proposes memories beside the local extractor, by name.
    pub extractors: Vec<NamedExtractor>,
    /// The embedding models that can be chosen.
    pub models: Option<Arc<dyn Models>>,
    /// Whether this process looks at turns and sees to what is due; a command beside a server leaves that to it.
    pub has_background_work: bool,
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
            patience: Duration::from_secs(5),
            candidate_lifetime: Duration::from_hours(7 * 24),
            extractors: Vec::new(),
            models: None,
            has_background_work: true,
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
    seen_to: SeenTo,
}

/// By which one can wait for what is due now.
#[derive(Default)]
struct SeenTo {
    candidates: Option<Looks>,
    nights: Option<Looks>,
    turns: Option<Looks>,
    settings: Option<Looks>,
    retention: Option<Looks>,
    classes: Option<Looks>,
}

/// What is due now in the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Candidates whose time is over.
    Candidates,
    /// Nights that have begun.
    Nights,
    /// Turns that wait.
    Turns,
    /// Settings that were changed.
    Settings,
    /// What has been kept for long enough.
    Retention,
    /// Memories of unknown sensitivity.
    Classes,
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
        let (stop, stopped) = watch::channel(false);
        let mut workers = Vec::new();
        let mut seen_to = SeenTo::default();
        let model = embedder.map(|embedder| Arc::new(ModelInUse::new(embedder)));
        let embedder = model.clone().map(|model| model as Arc<dyn Embedder>);
        let index = if embedder.is_some() { open_index(&options, &store, clock.as_ref()).await } else { None };
        let writer = index.as_ref().map(|index| WriterLease::new(index.clone(), options.index_writer.clone()));
        let queue = match (&index, &writer, &embedder) {
            (Some(index), Some(writer), Some(embedder)) => {
                let (index, writer, embedder) = (index.clone(), writer.clone(), Arc::clone(embedder));
                let (queue, worker) =
                    Indexer::start(store.clone(), index, writer, embedder, Arc::clone(&clock), stopped.clone());
                workers.push(worker);
                queue
            }
            _ => Indexer::elsewhere(store.clone()),
        };
        let in_force = match model {
            None => InForce::once(&store).await,
            Some(model) => {
                let models = options.models.clone().unwrap_or_else(|| Arc::new(NoChoice));
                let started = SettingsFollower::start(
                    (store.clone(), queue.clone()),
                    (Arc::clone(&clock), rng.as_ref()),
                    (model, models),
                    stopped.clone(),
                );
                started.await.map(|(worker, looks, in_force)| {
                    workers.push(worker);
                    seen_to.settings = Some(looks);
                    in_force
                })
            }
        };
        let in_force = in_force.map_err(|source| OpenError::Store { path: path.clone(), source })?;
        let has_background_work = options.has_background_work && embedder.is_some();
        let core = core(&options, (store, in_force), (index, writer), queue, embedder, clock, rng)?;
        if has_background_work {
            start_background(&core, stopped, &mut workers, &mut seen_to);
        }
        Ok(Self { desks: Desks { core: Arc::new(core) }, stop, workers, seen_to })
    }

    /// The desks.
    pub fn desks(&self) -> Desks {
        self.desks.clone()
    }

    /// Asks each part whether it answers.
    pub async fn health(&self) -> Health {
        self.desks.health().await
    }

    /// Waits until the background work has seen to what is due now.
    pub async fn seen_to(&self, due: Due) {
        let SeenTo { candidates, nights, turns, settings, retention, classes } = &self.seen_to;
        let looks = match due {
            Due::Candidates => candidates,
            Due::Nights => nights,
            Due::Turns => turns,
            Due::Settings => settings,
            Due::Retention => retention,
            Due::Classes => classes,
        };
        if let Some(looks) = looks {
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

async fn open_index(options: &Options, store: &Store, clock: &dyn Clock) -> Option<Index> {
    let opened = match Index::open(&options.data_dir.join("index")) {
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

/// Starts what works in the background beside the index.
fn start_background(
    core: &Core,
    stopped: watch::Receiver<bool>,
    workers: &mut Vec<JoinHandle<()>>,
    seen_to: &mut SeenTo,
) {
    let parts = || (core.store.clone(), Arc::clone(&core.clock), core.ids.clone());
    let (store, clock, ids) = parts();
    let (expiry, candidates) = Expiry::start(store, clock, ids, stopped.clone());
    let (store, clock, ids) = parts();
    let (turns, looks) = Turns::start(
        (core.intake.clone(), core.queue.clone()),
        core.extractors.clone(),
        (clock, ids),
        core.in_force.settings.clone(),
        (Arc::clone(&core.turns), stopped.clone()),
    );
    let (nights, night_looks) =
        Nights::start(store, Arc::clone(&core.clock), core.ids.clone(), Arc::clone(&core.turns), stopped.clone());
    let (store, clock, _) = parts();
    let (retention, retention_looks) = Retention::start(store, clock, core.in_force.settings.clone(), stopped.clone());
    let (classes, class_looks) = Classes::start(core.store.clone(), stopped);
    workers.extend([expiry, turns, nights, retention, classes]);
    seen_to.candidates = Some(candidates);
    seen_to.turns = Some(looks);
    seen_to.nights = Some(night_looks);
    seen_to.retention = Some(retention_looks);
    seen_to.classes = Some(class_looks);
}

fn core(
    options: &Options,
    (store, in_force): (Store, InForce),
    (index, writer): (Option<Index>, Option<WriterLease>),
    queue: IndexQueue,
    embedder: Option<Arc<dyn Embedder>>,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
) -> Result<Core, PasswordError> {
    let ids = Ids::new(Arc::clone(&clock), Arc::clone(&rng));
    let recaller =
        Recaller { store: store.clone(), index: index.clone(), embedder, clock: Arc::clone(&clock), ids: ids.clone() };
    let intake =
        Intake { store: store.clone(), recaller: recaller.clone(), candidate_lifetime: options.candidate_lifetime };
    let local = recaller.embedder.clone().map(LocalExtractor::new);
    let extractors = Extractors::new(local, options.extractors.clone());
    Ok(Core {
        calls: CallLimits::new(Arc::clone(&clock)),
        in_force,
        turns: Arc::default(),
        extractors,
        models: options.models.clone().unwrap_or_else(|| Arc::new(NoChoice)),
        store,
        index,
        writer,
        patience: options.patience,
        intake,
        queue,
        recaller,
        passwords: Passwords::new(options.passwords, Arc::clone(&rng))?,
        throttle: Throttle::new(options.login, Arc::clone(&clock)),
        clock,
        rng,
        ids,
    })
}

/// No model to choose but the configured one.
struct NoChoice;

impl Models for NoChoice {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn load(&self, _name: Option<&str>) -> Result<Arc<dyn Embedder>, String> {
        Err("no model can be chosen here".to_owned())
    }
}
