//! The desk that looks after the search index.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::kernel::Actor;
use crate::policy::Action;
use crate::storage::StoredRepair;
use contract::{IndexView, RepairView, Timestamp};
use std::sync::Arc;

/// See the module.
pub struct UpkeepDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
}

impl UpkeepDesk {
    /// How the index is doing, and how far a repair is.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn index(&self) -> Result<IndexView, DeskError> {
        let store = &self.core.store;
        // In this order: what a repair has done by then is in the states.
        let repair = store.index_repair().await?;
        let waiting = store.waiting_index_tasks().await?;
        let states = store.index_states().await?;
        Ok(IndexView {
            indexed: states.indexed,
            pending: states.pending,
            stale: states.stale,
            failed: states.failed,
            unclassified: states.unclassified,
            repair: repair.map(|repair| seen(repair, waiting, self.core.clock.now())),
        })
    }

    /// Begins to see to all that the index does not hold as it stands. One that is under way goes on.
    ///
    /// # Errors
    /// [`DeskError::IndexUnavailable`] in a process without the index, [`DeskError::Store`].
    pub async fn repair(&self) -> Result<IndexView, DeskError> {
        let model = self.core.recaller.embedder.as_ref().ok_or(DeskError::IndexUnavailable)?.model_id();
        let now = self.core.clock.now();
        let mut tx = self.core.begin_as(&self.actor, Action::Maintain).await?;
        let total = tx.enqueue_repair(&model, now).await?;
        let is_under_way = tx.index_repair().await?.is_some_and(|repair| repair.ended_at.is_none());
        if !is_under_way {
            tx.begin_repair(total, now).await?;
            tx.end_repair_if_done(now).await?;
        }
        let entry = Entry { actor: &self.actor, event: Event::IndexRepair, outcome: "ok", subject: None, object: None };
        audit::append_with(&mut tx, &self.core.ids, now, &entry, Some(format!("memories={total}"))).await?;
        tx.commit().await?;
        self.core.queue.wake();
        self.index().await
    }
}

/// How far the repair is. What came after it began is counted with it: the pace is the same.
fn seen(repair: StoredRepair, waiting: u64, now: Timestamp) -> RepairView {
    let total = repair.total.max(waiting);
    let done = if repair.ended_at.is_some() { total } else { total - waiting };
    let took = now.since(repair.started_at).as_secs();
    let eta_seconds = (repair.ended_at.is_none() && done > 0).then(|| took.saturating_mul(waiting) / done);
    RepairView { started_at: repair.started_at, ended_at: repair.ended_at, total, done, eta_seconds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_rest_takes_as_long_as_the_pace_so_far_says() {
        let started_at = Timestamp::EPOCH;
        let repair = |ended_at| StoredRepair { id: 1, started_at, ended_at, total: 100 };
        let now = started_at.plus(Duration::from_secs(30));
        let under_way = seen(repair(None), 40, now);
        assert_eq!((under_way.done, under_way.eta_seconds), (60, Some(20)));
        assert_eq!(seen(repair(None), 100, now).eta_seconds, None, "nobody knows yet");
        let ended = seen(repair(Some(now)), 3, now);
        assert_eq!((ended.done, ended.eta_seconds), (100, None));
    }
}
