//! Proposes a class for memories whose sensitivity nobody has settled, by what their words hold. Whoever may change the
//! memory sees the proposal, and decides.

use super::worker::{Looks, Rhythm, Round};
use crate::extraction::sensitivity_of;
use crate::storage::{Store, StoreError};
use contract::Sensitivity;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How often it looks: nobody waits for it.
const LOOK: Duration = Duration::from_secs(10);
/// Memories a transaction: others who write wait for no more than so many.
const BATCH: u32 = 50;

/// The worker.
pub struct Classes {
    store: Store,
}

impl Round for Classes {
    async fn round(&mut self) -> Result<bool, StoreError> {
        let found = self.store.unclassified(BATCH).await?;
        if found.is_empty() {
            return Ok(false);
        }
        let mut tx = self.store.begin().await?;
        for memory in &found {
            // What does not decrypt looks like nothing, and is not looked at again.
            let content = self.store.open_content(&memory.sealed);
            let proposed = content.map_or(Sensitivity::Unknown, |content| sensitivity_of(&content.statement));
            tx.propose_class(&memory.binding, proposed).await?;
        }
        tx.commit().await?;
        Ok(found.len() == BATCH as usize)
    }
}

impl Classes {
    /// Starts the worker. It stops when `stop` turns true.
    pub fn start(store: Store, stop: watch::Receiver<bool>) -> (JoinHandle<()>, Looks) {
        let (rhythm, looks) = Rhythm::new("proposing classes", LOOK);
        let mut worker = Self { store };
        (tokio::spawn(async move { rhythm.keep(stop, &mut worker).await }), looks)
    }
}
