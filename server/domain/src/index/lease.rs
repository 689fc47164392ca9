//! The one writer's place, as everything in this process shares it, and how processes hand it to one another.
//!
//! Tantivy admits one writer a folder. Whoever has written last keeps the writer open, because opening one is not free
//! and closing one gives merges up. A process that has to write while another holds it leaves a file that says so; the
//! holder's worker sees it, finishes what it has at hand, and lets go. Nothing is written for somebody else, so a change
//! of the index and the store transaction that it belongs to are always in one process.

use super::folder::{Index, IndexError};
use super::writer::Change;
use contract::MemoryId;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::Instant;

/// How often a process that waits for another's writer looks again.
const LOOK: Duration = Duration::from_millis(20);
/// A wish that stands for so long is that of a process that died: a living one takes its wish back before.
const WISH_LIFE: Duration = Duration::from_secs(30);
const WISH_FILE: &str = "gieok-wanted";

/// What writes to the index. Tests put one with faults in front of the real one.
pub trait Apply: Send + Sync {
    /// Makes all changes, or none, and shows them to readers. Blocks.
    ///
    /// # Errors
    /// [`IndexError`]; unless it [leaves doubt](IndexError::leaves_doubt), the index is as it was before.
    fn apply(&mut self, changes: &[Change]) -> Result<(), IndexError>;

    /// Rewrites what still holds removed documents on disk, and says whether there was any. Blocks.
    ///
    /// # Errors
    /// [`IndexError`].
    fn purge(&mut self) -> Result<bool, IndexError>;
}

/// Makes a writer of a writer.
type Wrap = dyn Fn(Box<dyn Apply>) -> Box<dyn Apply> + Send + Sync;

/// What a writer is wrapped in when it is opened.
#[derive(Clone)]
pub struct WriterWrap(Arc<Wrap>);

impl WriterWrap {
    /// Wraps writers by that function.
    pub fn new(wrap: impl Fn(Box<dyn Apply>) -> Box<dyn Apply> + Send + Sync + 'static) -> Self {
        Self(Arc::new(wrap))
    }
}

impl Default for WriterWrap {
    fn default() -> Self {
        Self::new(|writer| writer)
    }
}

impl std::fmt::Debug for WriterWrap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WriterWrap")
    }
}

type Place = Option<Box<dyn Apply>>;

/// The writer's place in this process. Cloned, it is the same place.
#[derive(Clone)]
pub struct WriterLease {
    index: Index,
    wrap: WriterWrap,
    wish: PathBuf,
    wished_since: Arc<std::sync::Mutex<Option<Instant>>>,
    place: Arc<Mutex<Place>>,
}

/// The writer, for as long as this value lives.
pub struct HeldWriter {
    index: Index,
    place: OwnedMutexGuard<Place>,
}

impl WriterLease {
    /// The place of that index's writer; empty as yet.
    pub fn new(index: Index, wrap: WriterWrap) -> Self {
        let wish = index.folder.join(WISH_FILE);
        Self { index, wrap, wish, wished_since: Arc::default(), place: Arc::default() }
    }

    /// Holds the writer; asks another process for it if need be, and waits for at most `patience`.
    ///
    /// # Errors
    /// [`IndexError::Elsewhere`] if nobody let go in time; any other if it cannot be opened.
    pub async fn hold(&self, patience: Duration) -> Result<HeldWriter, IndexError> {
        let held = tokio::time::timeout(patience, self.hold_at_last()).await;
        if fs::exists(&self.wish).unwrap_or(false) {
            // Granted or given up; if another process wishes too, it wishes again.
            _ = fs::remove_file(&self.wish);
        }
        held.unwrap_or(Err(IndexError::Elsewhere))
    }

    async fn hold_at_last(&self) -> Result<HeldWriter, IndexError> {
        loop {
            if let Some(held) = self.hold_if_free().await? {
                return Ok(held);
            }
            fs::write(&self.wish, []).map_err(|source| IndexError::Folder { path: self.wish.clone(), source })?;
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Holds the writer, unless another process does.
    ///
    /// # Errors
    /// [`IndexError`] if it cannot be opened.
    pub async fn hold_if_free(&self) -> Result<Option<HeldWriter>, IndexError> {
        let mut place = Arc::clone(&self.place).lock_owned().await;
        if place.is_none() {
            let index = self.index.clone();
            let opened = tokio::task::spawn_blocking(move || index.writer()).await.map_err(|_| IndexError::Gone)?;
            let Some(writer) = opened? else { return Ok(None) };
            *place = Some((self.wrap.0)(Box::new(writer)));
        }
        Ok(Some(HeldWriter { index: self.index.clone(), place }))
    }

    /// Whether another process waits for the writer. Lets go of it then. A wish that stands for too long is dropped.
    pub async fn yields(&self) -> bool {
        let is_wished = fs::exists(&self.wish).unwrap_or(false);
        if !is_wished || self.is_forgotten_wish() {
            *self.wished_since.lock().unwrap_or_else(PoisonError::into_inner) = None;
            if is_wished {
                _ = fs::remove_file(&self.wish);
            }
            return false;
        }
        self.close().await;
        true
    }

    fn is_forgotten_wish(&self) -> bool {
        let mut since = self.wished_since.lock().unwrap_or_else(PoisonError::into_inner);
        since.get_or_insert_with(Instant::now).elapsed() > WISH_LIFE
    }

    /// Lets go of the writer.
    pub async fn close(&self) {
        let writer = self.place.lock().await.take();
        // Dropping one waits for its threads.
        _ = tokio::task::spawn_blocking(move || drop(writer)).await;
    }
}

impl HeldWriter {
    /// Those of the memories that the index holds nothing of.
    ///
    /// # Errors
    /// [`IndexError`] if it cannot be read.
    pub async fn missing(&self, memories: Vec<MemoryId>) -> Result<Vec<MemoryId>, IndexError> {
        let index = self.index.clone();
        tokio::task::spawn_blocking(move || index.missing(memories)).await.map_err(|_| IndexError::Gone)?
    }

    /// Makes all changes, or none. Runs to its end even if nobody waits for it any more.
    ///
    /// # Errors
    /// [`IndexError`]; unless it [leaves doubt](IndexError::leaves_doubt), the index is as it was before. The writer is not
    /// trusted any more: a new one is opened.
    pub async fn apply(&mut self, changes: Vec<Change>) -> Result<(), IndexError> {
        self.run(move |writer| writer.apply(&changes)).await
    }

    /// The same, but waits for at most `patience`.
    ///
    /// # Errors
    /// As above, and [`IndexError::Slow`]: the changes may still come about.
    pub async fn apply_within(&mut self, patience: Duration, changes: Vec<Change>) -> Result<(), IndexError> {
        tokio::time::timeout(patience, self.apply(changes)).await.unwrap_or(Err(IndexError::Slow))
    }

    /// Rewrites what still holds removed documents on disk, and says whether there was any.
    ///
    /// # Errors
    /// [`IndexError`].
    pub async fn purge(&mut self) -> Result<bool, IndexError> {
        self.run(|writer| writer.purge()).await
    }

    async fn run<T, F>(&mut self, work: F) -> Result<T, IndexError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn Apply) -> Result<T, IndexError> + Send + 'static,
    {
        let Some(mut writer) = self.place.take() else { return Err(IndexError::Gone) };
        let done = tokio::task::spawn_blocking(move || {
            let result = work(writer.as_mut());
            (writer, result)
        });
        let (writer, result) = done.await.map_err(|_| IndexError::Gone)?;
        if result.is_ok() {
            *self.place = Some(writer);
        }
        result
    }
}
