//! Carries the outbox into the search index: read tasks, embed, commit to the index, mark them done.
//!
//! A task is done again if the process dies in between, and doing it again changes nothing. Newest tasks come first, so
//! that a save need not wait for a long import. Only the holder of the index's writer works; another process's tasks are
//! found here, and ours there. From the moment when it looks whether its tasks are still what they were, until the store
//! has noted that they are done, it holds the writer: a correction or deletion, which holds it too, comes before or after.

use crate::index::{Change, Document, HeldWriter, Index, IndexError, Owner, WriterLease};
use crate::kernel::{Clock, EmbedFailure, Embedder, Embedding, TextRole};
use crate::storage::{DueTask, Store, StoreError, Work, WorkVersion};
use contract::{IndexState, MemoryId, TenantId, UserId};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// Tasks per commit: a save that comes while a batch runs waits for about this many embeddings.
const BATCH: u32 = 32;
/// How often the outbox is read without being asked to: tasks of other processes, and deferred ones.
const IDLE: Duration = Duration::from_millis(500);
/// How long a save waits for the index before it answers `pending`.
const WAIT: Duration = Duration::from_secs(10);
/// How often a waiting save looks by itself: the work may be done in another process.
const LOOK: Duration = Duration::from_millis(50);
/// After so many failures in a row, a memory is shown as `failed`; it is retried all the same.
const ATTEMPTS_SHOWN_AS_PENDING: i64 = 3;
/// Removed documents leave the disk after the batch at hand, but at most this often: it rewrites whole segments.
const PURGE_PAUSE: Duration = Duration::from_secs(30);
/// The longest pause between two attempts.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// The side that asks: wakes the worker and waits for it.
#[derive(Clone)]
pub struct IndexQueue {
    store: Store,
    index: Option<Index>,
    wake: Arc<Notify>,
    rounds: watch::Receiver<u64>,
}

impl IndexQueue {
    /// Wakes the worker and waits, bounded, until the index is done with a memory or an attempt at it has failed.
    /// Returns how far it is.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn settle(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        memory: &MemoryId,
    ) -> Result<IndexState, StoreError> {
        let deadline = Instant::now() + WAIT;
        let mut rounds = self.rounds.clone();
        self.wake.notify_one();
        loop {
            rounds.mark_unchanged();
            let progress = self.store.index_progress(tenant, subject, memory).await?;
            let (state, failed) = progress.unwrap_or((IndexState::Excluded, false));
            let on_its_way =
                matches!(state, IndexState::Pending | IndexState::Indexing | IndexState::DeletePending) && !failed;
            if !on_its_way || Instant::now() >= deadline {
                self.see_commits().await;
                return Ok(state);
            }
            // Whichever comes first; a closed channel only means that this process has no worker.
            if let Ok(Err(_)) = timeout(LOOK, rounds.changed()).await {
                tokio::time::sleep(LOOK).await;
            }
        }
    }

    /// Another process may have done the work: its commits are to be seen by the very next recall here.
    async fn see_commits(&self) {
        let Some(index) = self.index.clone() else { return };
        if !matches!(tokio::task::spawn_blocking(move || index.reload()).await, Ok(Ok(()))) {
            tracing::warn!("the index could not be read anew");
        }
    }

    /// Wakes the worker.
    pub fn wake(&self) {
        self.wake.notify_one();
    }
}

/// The worker.
pub struct Indexer {
    store: Store,
    index: Index,
    embedder: Arc<dyn Embedder>,
    clock: Arc<dyn Clock>,
    lease: WriterLease,
    wake: Arc<Notify>,
    rounds: watch::Sender<u64>,
    last_purge: Option<Instant>,
}

/// A task and the vector that it needs, if it puts something in.
type Embedded = (DueTask, Option<Embedding>);

/// Why a round did nothing.
#[derive(Debug, thiserror::Error)]
enum RoundError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl Indexer {
    /// Starts the worker. It stops when `stop` turns true, after the batch at hand.
    pub fn start(
        store: Store,
        index: Index,
        lease: WriterLease,
        embedder: Arc<dyn Embedder>,
        clock: Arc<dyn Clock>,
        stop: watch::Receiver<bool>,
    ) -> (IndexQueue, JoinHandle<()>) {
        let (wake, (rounds, seen)) = (Arc::new(Notify::new()), watch::channel(0));
        let queue =
            IndexQueue { store: store.clone(), index: Some(index.clone()), wake: Arc::clone(&wake), rounds: seen };
        let worker = Self { store, index, embedder, clock, lease, wake, rounds, last_purge: None };
        (queue, tokio::spawn(worker.run(stop)))
    }

    /// A queue without a worker in this process: whoever holds the writer does the work.
    pub fn elsewhere(store: Store) -> IndexQueue {
        IndexQueue { store, index: None, wake: Arc::new(Notify::new()), rounds: watch::channel(0).1 }
    }

    async fn run(mut self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let worked = self.round().await.unwrap_or_else(|error| {
                tracing::error!(error = &error as &dyn std::error::Error, "indexing failed; it will be tried again");
                false
            });
            self.purge_if_due().await;
            if worked {
                self.rounds.send_modify(|round| *round += 1);
            } else {
                tokio::select! {
                    _ = stop.changed() => {}
                    () = self.wake.notified() => {}
                    () = tokio::time::sleep(IDLE) => {}
                }
            }
        }
        self.lease.close().await;
    }

    /// Takes removed documents off the disk, unless another process writes.
    async fn purge_if_due(&mut self) {
        let is_soon = self.last_purge.is_some_and(|last| last.elapsed() < PURGE_PAUSE);
        // Whoever waits for the writer comes first: taking it back here would keep a person waiting for a whole purge.
        if is_soon || !self.index.has_removed_documents() || self.lease.yields().await {
            return;
        }
        let purged = match self.lease.hold_if_free().await {
            Ok(Some(mut held)) => held.purge().await,
            Ok(None) => return,
            Err(error) => Err(error),
        };
        match purged {
            Ok(false) => {}
            Ok(true) => self.last_purge = Some(Instant::now()),
            Err(error) => {
                self.last_purge = Some(Instant::now());
                tracing::warn!(error = &error as &dyn std::error::Error, "removed documents are still on disk");
            }
        }
    }

    /// Does one batch; `false` if there is nothing to do, or it is another process's to do.
    async fn round(&mut self) -> Result<bool, RoundError> {
        let tasks = self.store.due_index_tasks(self.clock.now(), BATCH).await?;
        if self.lease.yields().await || tasks.is_empty() || self.lease.hold_if_free().await?.is_none() {
            return Ok(false);
        }
        let (unreadable, tasks): (Vec<_>, Vec<_>) =
            tasks.into_iter().partition(|task| matches!(task.work, Work::Unreadable));
        for task in &unreadable {
            tracing::error!(memory.id = %task.binding.memory, "a memory's content does not decrypt; it is not indexed");
        }
        let (embedded, mut failed) = self.embed(tasks).await;
        failed.extend(unreadable);
        let Some(mut held) = self.lease.hold_if_free().await? else { return Ok(false) };
        let embedded = self.still_wanted(embedded).await?;
        let changes: Vec<Change> = embedded.iter().map(|(task, vector)| change(task, vector.as_ref())).collect();
        match held.apply(changes).await {
            Ok(()) => self.finish(&embedded).await?,
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the index did not take a batch");
                self.defer(embedded.iter().map(|(task, _)| task)).await?;
            }
        }
        drop::<HeldWriter>(held);
        self.defer(failed.iter()).await?;
        Ok(true)
    }

    /// What is still to be done, now that nobody else can change the index: a correction or deletion that came while the
    /// batch was being embedded has done its own.
    async fn still_wanted(&self, embedded: Vec<Embedded>) -> Result<Vec<Embedded>, StoreError> {
        let tasks: Vec<i64> = embedded.iter().map(|(task, _)| task.id).collect();
        let now: HashSet<WorkVersion> = self.store.work_versions(&tasks).await?.into_iter().collect();
        Ok(embedded.into_iter().filter(|(task, _)| now.contains(&task.version())).collect())
    }

    /// Embeds what goes in, all at once; if that fails, one by one, so that one bad text cannot hold the others back.
    async fn embed(&self, tasks: Vec<DueTask>) -> (Vec<Embedded>, Vec<DueTask>) {
        let texts: Vec<String> = tasks.iter().filter_map(text).collect();
        if let Ok(vectors) = self.embedder.embed(TextRole::Passage, texts).await {
            let mut vectors = vectors.into_iter();
            let done = tasks.into_iter().map(|task| {
                let vector = matches!(task.work, Work::Put(_)).then(|| vectors.next()).flatten();
                (task, vector)
            });
            return (done.collect(), Vec::new());
        }
        let (mut done, mut failed) = (Vec::new(), Vec::new());
        for task in tasks {
            match text(&task) {
                None => done.push((task, None)),
                Some(text) => match self.embed_one(text).await {
                    Ok(vector) => done.push((task, vector)),
                    Err(error) => {
                        tracing::warn!(error = &error as &dyn std::error::Error, memory.id = %task.binding.memory, "not embedded");
                        failed.push(task);
                    }
                },
            }
        }
        (done, failed)
    }

    async fn embed_one(&self, text: String) -> Result<Option<Embedding>, EmbedFailure> {
        Ok(self.embedder.embed(TextRole::Passage, vec![text]).await?.pop())
    }

    async fn finish(&self, done: &[Embedded]) -> Result<(), StoreError> {
        let mut tx = self.store.begin().await?;
        for (task, vector) in done {
            let (state, model) = match vector {
                Some(vector) => (IndexState::Indexed, Some(&*vector.model)),
                None => (IndexState::Excluded, None),
            };
            tx.finish_index_task(task, state, model).await?;
        }
        tx.end_repair_if_done(self.clock.now()).await?;
        tx.commit().await
    }

    async fn defer(&self, tasks: impl Iterator<Item = &DueTask>) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        for task in tasks {
            let seconds = 1_u64 << task.attempts.clamp(0, 16);
            let pause = Duration::from_secs(seconds).min(LONGEST_PAUSE);
            let state =
                if task.attempts < ATTEMPTS_SHOWN_AS_PENDING { IndexState::Pending } else { IndexState::Failed };
            tx.defer_index_task(task, now.plus(pause), state).await?;
        }
        tx.commit().await
    }
}

fn text(task: &DueTask) -> Option<String> {
    match &task.work {
        Work::Put(work) => Some(work.content.statement.clone()),
        Work::Remove | Work::Unreadable => None,
    }
}

fn change(task: &DueTask, vector: Option<&Embedding>) -> Change {
    match (&task.work, vector) {
        (Work::Put(work), Some(vector)) => Change::Put(Document {
            memory: task.binding.memory.clone(),
            owner: Owner::new(&task.binding.tenant, &task.binding.subject),
            scope: work.scope.clone(),
            validity: work.validity,
            text: work.content.statement.clone(),
            vector: vector.clone(),
        }),
        _ => Change::Remove(task.binding.memory.clone()),
    }
}
