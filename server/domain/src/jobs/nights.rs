//! Each night at the time that a service's revision names, takes up the turns that were held, missed or failed.
//!
//! Any number of processes may do so beside one another: the first to note a night in the store has it. A night that began
//! while nothing ran is made up for at the next start.

use super::worker::{Looks, Rhythm, Round};
use crate::audit::{self, Entry, Event};
use crate::kernel::{Actor, Clock, Ids, Principal};
use crate::storage::{Night, Store, StoreError};
use contract::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

/// How often it looks whether a night has begun.
const LOOK: Duration = Duration::from_secs(1);

/// The worker.
pub struct Nights {
    store: Store,
    clock: Arc<dyn Clock>,
    ids: Ids,
    turns: Arc<Notify>,
}

impl Round for Nights {
    async fn round(&mut self) -> Result<bool, StoreError> {
        self.look().await
    }
}

impl Nights {
    /// Starts the worker, which wakes `turns` when there is something to look at. It stops when `stop` turns true.
    pub fn start(
        store: Store,
        clock: Arc<dyn Clock>,
        ids: Ids,
        turns: Arc<Notify>,
        stop: watch::Receiver<bool>,
    ) -> (JoinHandle<()>, Looks) {
        let (rhythm, looks) = Rhythm::new("taking up turns at night", LOOK);
        let mut worker = Self { store, clock, ids, turns };
        (tokio::spawn(async move { rhythm.keep(stop, &mut worker).await }), looks)
    }

    async fn look(&self) -> Result<bool, StoreError> {
        let now = self.clock.now();
        for night in self.store.nights().await? {
            let begin = night.at.last_before(now);
            if night.last < begin {
                self.begin(&night, begin, now).await?;
            }
        }
        Ok(false)
    }

    async fn begin(&self, night: &Night, begin: Timestamp, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.store.begin().await?;
        let Some(taken_up) = tx.begin_night(night, begin, now).await? else { return Ok(()) };
        let actor = Actor { tenant: night.tenant.clone(), principal: Principal::System };
        let object = Some(night.service.as_str());
        let entry = Entry { actor: &actor, event: Event::ServiceNightly, outcome: "ok", subject: None, object };
        audit::append_with(&mut tx, &self.ids, now, &entry, Some(format!("turns={taken_up}"))).await?;
        tx.commit().await?;
        self.turns.notify_one();
        Ok(())
    }
}
