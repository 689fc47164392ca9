//! Deleting call by call, as each call deletes a bounded number.

use super::Deletion;
use crate::error::UiError;
use crate::server_fns::delete_memories;
use crate::ui::sleep;
use contract::deletion::MAX_DELETIONS;
use contract::{ChosenMemory, DeletionReport, ErrorCode, MemoryId};
use std::collections::BTreeMap;
use std::time::Duration;

/// The longest wait for a limit before giving up, in seconds.
const LONGEST_WAIT: u64 = 90;

/// What a deletion came to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// How many are gone.
    pub deleted: usize,
    /// Those that are still there, and why.
    pub faults: BTreeMap<MemoryId, ErrorCode>,
    /// How many of those that are gone were missing in the search index.
    pub missing: usize,
    /// Why it ended before its end.
    pub error: Option<UiError>,
}

impl Outcome {
    /// Adds what one call did.
    fn add(&mut self, report: &DeletionReport) {
        self.deleted += report.deleted();
        for row in &report.rows {
            match row.error {
                Some(code) => _ = self.faults.insert(row.memory_id.clone(), code),
                None => _ = self.faults.remove(&row.memory_id),
            }
            self.missing += usize::from(row.was_missing_in_index);
        }
    }

    /// Nothing is left to tell but that it is done.
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty() && self.missing == 0 && self.error.is_none()
    }
}

/// Whether to go on after a call.
pub enum Step {
    /// Yes.
    GoOn,
    /// The person has stopped it, or left.
    Stop,
}

/// Deletes what `deletion` says; `after_call` hears how many are gone so far.
pub async fn run(deletion: Deletion, after_call: impl Fn(usize) -> Step) -> Outcome {
    match deletion {
        Deletion::Chosen(chosen) => run_chosen(&chosen, after_call).await,
        Deletion::Matching { filter, unchanged_since, .. } => {
            let call = || delete_memories(Vec::new(), Some(filter.clone()), Some(unchanged_since));
            repeat(call, after_call).await
        }
    }
}

async fn run_chosen(chosen: &[ChosenMemory], after_call: impl Fn(usize) -> Step) -> Outcome {
    let mut outcome = Outcome::default();
    for some in chosen.chunks(MAX_DELETIONS) {
        match delete_memories(some.to_vec(), None, None).await {
            Ok(report) => outcome.add(&report),
            Err(error) => outcome.error = Some(error),
        }
        if outcome.error.is_some() || matches!(after_call(outcome.deleted), Step::Stop) {
            break;
        }
    }
    outcome
}

/// Repeats a call that deletes a part until nothing remains, or a call deletes nothing. Waits for limits.
pub async fn repeat<F>(call: impl Fn() -> F, after_call: impl Fn(usize) -> Step) -> Outcome
where
    F: Future<Output = Result<DeletionReport, UiError>>,
{
    let mut outcome = Outcome::default();
    loop {
        match call().await {
            Ok(report) => {
                outcome.add(&report);
                let is_done = report.remaining.value == 0 || report.deleted() == 0;
                if is_done || matches!(after_call(outcome.deleted), Step::Stop) {
                    return outcome;
                }
            }
            // Only once something is gone: before that, the person may well do something else meanwhile.
            Err(UiError { retry_after: Some(seconds), .. }) if seconds <= LONGEST_WAIT && outcome.deleted > 0 => {
                sleep(Duration::from_secs(seconds)).await;
                if matches!(after_call(outcome.deleted), Step::Stop) {
                    return outcome;
                }
            }
            Err(error) => {
                outcome.error = Some(error);
                return outcome;
            }
        }
    }
}
