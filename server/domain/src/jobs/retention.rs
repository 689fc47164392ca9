//! Removes what has been kept for as long as the settings say: the text of turns, and the recall log.

use super::worker::{Looks, Rhythm, Round};
use crate::kernel::Clock;
use crate::storage::{Store, StoreError, StoredSettings};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How often it looks: nothing that is kept by days is missed within a minute.
const LOOK: Duration = Duration::from_mins(1);
/// A turn that could not be looked at in so many nights is given up, and its text goes.
const UNFINISHED: Duration = Duration::from_hours(7 * 24);

fn days(days: u32) -> Duration {
    Duration::from_hours(24) * days
}

/// The worker.
pub struct Retention {
    store: Store,
    clock: Arc<dyn Clock>,
    settings: watch::Receiver<StoredSettings>,
}

impl Round for Retention {
    async fn round(&mut self) -> Result<bool, StoreError> {
        self.look().await
    }
}

impl Retention {
    /// Starts the worker. It stops when `stop` turns true.
    pub fn start(
        store: Store,
        clock: Arc<dyn Clock>,
        settings: watch::Receiver<StoredSettings>,
        stop: watch::Receiver<bool>,
    ) -> (JoinHandle<()>, Looks) {
        let (rhythm, looks) = Rhythm::new("removing what is kept long enough", LOOK);
        let mut worker = Self { store, clock, settings };
        (tokio::spawn(async move { rhythm.keep(stop, &mut worker).await }), looks)
    }

    async fn look(&self) -> Result<bool, StoreError> {
        let settings = self.settings.borrow().settings.clone();
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let texts = tx.forget_old_turns(now.minus(days(settings.turn_days)), now.minus(UNFINISHED), now).await?;
        let has_more = tx.forget_old_recalls(now.minus(days(settings.recall_log_days))).await?;
        tx.commit().await?;
        if texts > 0 {
            self.store.forget_log().await?;
        }
        Ok(has_more)
    }
}
