//! What happens to candidates while reviewers look at them.

use super::ReviewDesk;
use crate::desks::DeskError;
use crate::storage::CandidateEntry;
use contract::review::{ReviewChange, ReviewEvent};

/// Events an answer.
const MOST_EVENTS: u32 = 200;
/// Whoever was away for longer than so many entries of the log reads the queue anew: that is cheaper.
const MOST_ENTRIES: i64 = 10_000;

impl ReviewDesk {
    /// What has happened to candidates since the event of that number, oldest first, and the number to go on from. `None`
    /// instead of events: too much has happened, read the queue anew.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn events(&self, after: i64) -> Result<(Option<Vec<ReviewEvent>>, i64), DeskError> {
        let last = self.core.store.last_audit_seq().await?;
        if after < last - MOST_ENTRIES {
            return Ok((None, last));
        }
        let range = (&self.reviewer, after, last);
        let entries = self.core.store.candidate_entries(self.tenant(), range, MOST_EVENTS).await?;
        let is_full = entries.len() == MOST_EVENTS as usize;
        let next = entries.last().filter(|_| is_full).map_or(last, |entry| entry.seq);
        Ok((Some(entries.into_iter().filter_map(|entry| self.event(entry)).collect()), next))
    }

    fn event(&self, entry: CandidateEntry) -> Option<ReviewEvent> {
        let change = match entry.action.as_str() {
            "candidate.propose" => ReviewChange::Proposed,
            "candidate.approve" | "candidate.reject" => ReviewChange::Decided,
            "candidate.undo" => ReviewChange::Returned,
            "candidate.claim" => ReviewChange::Claimed,
            "memory.correct" | "memory.delete" => ReviewChange::Changed,
            _ => return None,
        };
        let is_you = entry.actor_id.as_deref() == Some(self.reviewer.as_str());
        Some(ReviewEvent { event: entry.seq, change, memory_id: entry.memory, is_you })
    }
}
