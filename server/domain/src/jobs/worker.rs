//! What all background workers share: they look, work, and rest until the next look.

use crate::storage::StoreError;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// How often a worker has looked and left nothing that was due.
#[derive(Clone)]
pub struct Looks {
    seen: watch::Receiver<u64>,
    wake: Arc<Notify>,
}

impl Looks {
    /// Waits until what is due now has been seen to: until a look has ended that began after this was called.
    pub async fn next(&self) {
        let mut seen = self.seen.clone();
        // One may be under way, and have begun before.
        let enough = *seen.borrow_and_update() + 2;
        while *seen.borrow_and_update() < enough {
            self.wake.notify_one();
            // A worker that has stopped looks no more.
            if seen.changed().await.is_err() {
                return;
            }
        }
    }
}

/// A worker's work.
pub(super) trait Round: Send {
    /// Does some of it; says whether there may be more.
    fn round(&mut self) -> impl Future<Output = Result<bool, StoreError>> + Send;
}

/// The rhythm of a worker.
pub(super) struct Rhythm {
    /// What it does, for the log when it fails.
    work: &'static str,
    /// How long it rests when nothing is due.
    rest: Duration,
    /// Ends a rest.
    wake: Arc<Notify>,
    looks: watch::Sender<u64>,
}

impl Rhythm {
    /// The rhythm, and how often the worker has looked.
    pub fn new(work: &'static str, rest: Duration) -> (Self, Looks) {
        Self::woken_by(work, rest, Arc::default())
    }

    /// The same, with rests that `wake` ends.
    pub fn woken_by(work: &'static str, rest: Duration, wake: Arc<Notify>) -> (Self, Looks) {
        let (looks, seen) = watch::channel(0);
        (Self { work, rest, wake: Arc::clone(&wake), looks }, Looks { seen, wake })
    }

    /// Works until `stop` turns true.
    pub async fn keep(self, mut stop: watch::Receiver<bool>, worker: &mut impl Round) {
        while !*stop.borrow() {
            let has_more = worker.round().await.unwrap_or_else(|error| {
                tracing::error!(error = &error as &dyn std::error::Error, work = self.work, "it will be tried again");
                false
            });
            if has_more {
                continue;
            }
            self.looks.send_modify(|count| *count += 1);
            tokio::select! {
                _ = stop.changed() => {}
                () = self.wake.notified() => {}
                () = tokio::time::sleep(self.rest) => {}
            }
        }
    }
}
