//! Deciding on many, in parts, so that it can be followed and stopped.

use super::super::decide::fresh_key;
use crate::error::UiError;
use crate::server_fns::decide_many;
use crate::ui::sleep;
use contract::review::{BulkReport, RejectReason};
use contract::{ChosenMemory, DecisionId, ErrorCode, MemoryId, Timestamp};
use std::time::Duration;

/// How many are sent at once.
const PART: usize = 50;
/// The longest wait for a limit before giving up, in seconds.
const LONGEST_WAIT: u64 = 90;

/// Why they are rejected, and the note; `None` approves them.
pub type ManyDecision = Option<(RejectReason, Option<String>)>;

/// What became of each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// In the order in which they were sent: the decision, or why there is none.
    pub rows: Vec<(MemoryId, Result<DecisionId, ErrorCode>)>,
    /// Until when all of them can be taken back.
    pub undo_until: Option<Timestamp>,
    /// Why it ended before its end.
    pub error: Option<UiError>,
    /// It was stopped before its end.
    pub is_stopped: bool,
}

impl Outcome {
    fn add(&mut self, report: BulkReport) {
        for row in report.rows {
            let result = match row.decided {
                Some(receipt) => {
                    self.undo_until = self.undo_until.or(receipt.undo_until);
                    Ok(receipt.decision_id)
                }
                None => Err(row.error.unwrap_or(ErrorCode::Internal)),
            };
            self.rows.push((row.memory_id, result));
        }
    }

    /// The decisions that were made.
    pub fn made(&self) -> Vec<(MemoryId, DecisionId)> {
        self.rows.iter().filter_map(|(id, result)| Some((id.clone(), result.clone().ok()?))).collect()
    }

    /// Those that were left, and why.
    pub fn failed(&self) -> Vec<(MemoryId, ErrorCode)> {
        self.rows.iter().filter_map(|(id, result)| Some((id.clone(), *result.as_ref().err()?))).collect()
    }
}

/// Decides on all of `chosen`; `after_part` hears how many are through, and says whether to go on.
pub async fn run(chosen: &[ChosenMemory], decision: ManyDecision, after_part: impl Fn(usize) -> bool) -> Outcome {
    let mut outcome = Outcome::default();
    let (reason, note) = decision.unzip();
    for part in chosen.chunks(PART) {
        match send(part, reason, note.clone().flatten()).await {
            Ok(report) => outcome.add(report),
            Err(error) => {
                outcome.error = Some(error);
                return outcome;
            }
        }
        if !after_part(outcome.rows.len()) && outcome.rows.len() < chosen.len() {
            outcome.is_stopped = true;
            return outcome;
        }
    }
    outcome
}

/// Sends a part. Waits for limits, and then sends the same request again.
async fn send(
    part: &[ChosenMemory],
    reason: Option<RejectReason>,
    note: Option<String>,
) -> Result<BulkReport, UiError> {
    let key = fresh_key();
    loop {
        match decide_many(reason.is_none(), reason, note.clone(), part.to_vec(), true, Some(key.clone())).await {
            Err(UiError { retry_after: Some(seconds), .. }) if seconds <= LONGEST_WAIT => {
                sleep(Duration::from_secs(seconds)).await;
            }
            answer => return answer,
        }
    }
}
