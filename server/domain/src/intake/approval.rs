//! Which of what comes in waits for a reviewer.

use contract::review::ReconcileAction;
use contract::{ApprovalPolicy, Sensitivity};

/// Less sure than that is doubtful. Well above the gate's own cut of 0.5, below which nothing is kept; a choice, not a
/// measured optimum.
const SURE: f64 = 0.8;

/// Whether a reviewer is asked first. Whatever the policy, nobody but a reviewer lets two memories stand that contradict
/// each other.
pub fn waits(policy: ApprovalPolicy, sensitivity: Sensitivity, confidence: f64, action: ReconcileAction) -> bool {
    let by_policy = match policy {
        ApprovalPolicy::None => false,
        ApprovalPolicy::Doubtful => sensitivity.is_masked() || confidence < SURE,
        ApprovalPolicy::All => true,
    };
    by_policy || action == ReconcileAction::Conflict
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_decides_and_a_conflict_always_waits() {
        use ApprovalPolicy::{All, Doubtful, None};
        let insert = ReconcileAction::Insert;
        for (policy, sensitivity, confidence, expected) in [
            (None, Sensitivity::Restricted, 0.1, false),
            (Doubtful, Sensitivity::Normal, 0.8, false),
            (Doubtful, Sensitivity::Unknown, 1.0, false),
            (Doubtful, Sensitivity::Normal, 0.79, true),
            (Doubtful, Sensitivity::Pii, 1.0, true),
            (All, Sensitivity::Normal, 1.0, true),
        ] {
            assert_eq!(waits(policy, sensitivity, confidence, insert), expected, "{policy} {sensitivity} {confidence}");
        }
        assert!(waits(None, Sensitivity::Normal, 1.0, ReconcileAction::Conflict));
    }
}
