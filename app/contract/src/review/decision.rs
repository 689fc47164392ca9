//! Decisions on candidates.

use crate::correction::EditableMemory;
use crate::deletion::ChosenMemory;
use crate::details::Faults;
use crate::error::{ErrorCode, Fault, FieldError};
use crate::ids::{DecisionId, MemoryId};
use crate::memory::{IndexState, Status, words};
use crate::review::ReconcileAction;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The most candidates that one request decides.
pub const MAX_BULK: usize = 1_000;
/// More candidates than that are decided in one request only if it says so (`confirmed`).
pub const UNCONFIRMED_BULK: usize = 100;
/// The longest note of a reviewer, in bytes.
pub const NOTE_MAX_BYTES: usize = 1_000;

words!(
    /// What was decided.
    DecisionKind {
        /// It is remembered.
        Approve = "approve",
        /// It is not.
        Reject = "reject",
        /// Nobody decided in time: the system rejected it.
        Expire = "expire",
        /// An earlier decision was taken back; the candidate waits again.
        Undo = "undo",
    }
);

words!(
    /// Why a candidate is not remembered. The person it is about sees the reason.
    RejectReason {
        /// The person did not say this.
        NotSaid = "not_said",
        /// It is not true, or not true any more.
        Wrong = "wrong",
        /// It is of no use later.
        NotUseful = "not_useful",
        /// It holds for the moment only.
        Passing = "passing",
        /// It is too private to be kept.
        TooPrivate = "too_private",
        /// It is remembered already.
        Duplicate = "duplicate",
        /// Another reason; the note says which.
        Other = "other",
    }
);

words!(
    /// Why a reviewer looks at what is hidden.
    RevealReason {
        /// To decide on it.
        Decide = "decide",
        /// The person has asked about it.
        PersonAsked = "person_asked",
        /// To find out about a mistake or an abuse.
        Investigate = "investigate",
    }
);

/// How an approved candidate is fitted in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// The action.
    pub action: ReconcileAction,
    /// The memory whose place it takes, in the version that the reviewer saw; for all actions but `insert`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<ChosenMemory>,
}

/// The body of `POST /api/v1/admin/candidates/{id}/approve`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ApproveCandidate {
    /// The version that the reviewer saw.
    pub version: i64,
    /// How it is fitted in; as proposed if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// The memory as it shall be; as proposed if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<EditableMemory>,
    /// A word to the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl ApproveCandidate {
    /// Everything that is wrong with the request; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        if let Some(placement) = &self.placement {
            let has_target = placement.target.is_some();
            if has_target && placement.action == ReconcileAction::Insert {
                faults.0.push(FieldError::new("placement.target", "an insert takes nobody's place"));
            } else if !has_target && placement.action != ReconcileAction::Insert {
                let message = "must name the memory whose place it takes";
                faults.0.push(FieldError::of(Fault::Required, "placement.target", message));
            }
        }
        note(&mut faults, self.note.as_deref());
        let memory = self.memory.iter().flat_map(EditableMemory::faults);
        faults.0.extend(memory.map(|fault| FieldError { field: format!("memory.{}", fault.field), ..fault }));
        faults.0
    }
}

/// The body of `POST /api/v1/admin/candidates/{id}/reject`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RejectCandidate {
    /// The version that the reviewer saw.
    pub version: i64,
    /// Why.
    pub reason: RejectReason,
    /// More about why; the person sees it. Required for the reason `other`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl RejectCandidate {
    /// Everything that is wrong with the request; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        rejection_faults(self.reason, self.note.as_deref())
    }
}

fn rejection_faults(reason: RejectReason, text: Option<&str>) -> Vec<FieldError> {
    let mut faults = Faults::default();
    if reason == RejectReason::Other && text.is_none_or(|text| text.trim().is_empty()) {
        faults.0.push(FieldError::of(Fault::Required, "note", "must say the reason"));
    } else {
        note(&mut faults, text);
    }
    faults.0
}

/// A note is a text, or nothing.
fn note(faults: &mut Faults, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
        faults.text("note", text, NOTE_MAX_BYTES);
    }
}

/// The body of `POST /api/v1/admin/candidates/{id}/reveal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RevealCandidate {
    /// Why; audited.
    pub reason: RevealReason,
}

/// One decision for many candidates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BulkDecision {
    /// Approve each as proposed. Sensitive ones are left as they are.
    Approve,
    /// Reject all.
    Reject {
        /// Why.
        reason: RejectReason,
        /// More about why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
}

/// The body of `POST /api/v1/admin/candidates/bulk`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BulkDecide {
    /// What to do.
    pub decision: BulkDecision,
    /// With which, in the versions that were seen; at most 1,000 ([`MAX_BULK`]).
    pub candidates: Vec<ChosenMemory>,
    /// More than 100 ([`UNCONFIRMED_BULK`]) are meant.
    #[serde(default)]
    pub confirmed: bool,
}

impl BulkDecide {
    /// Everything that is wrong with the request; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = match &self.decision {
            BulkDecision::Approve => Vec::new(),
            BulkDecision::Reject { reason, note } => rejection_faults(*reason, note.as_deref()),
        };
        let count = self.candidates.len();
        if count == 0 {
            faults.push(FieldError::of(Fault::Empty, "candidates", "must name at least one candidate"));
        } else if count > MAX_BULK {
            let message = format!("must name at most {MAX_BULK} candidates");
            faults.push(FieldError::of(Fault::TooMany, "candidates", message));
        } else if count > UNCONFIRMED_BULK && !self.confirmed {
            let message = format!("must be true for more than {UNCONFIRMED_BULK} candidates");
            faults.push(FieldError::of(Fault::Required, "confirmed", message));
        }
        faults
    }
}

/// The receipt of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DecidedCandidate {
    /// The decision.
    pub decision_id: DecisionId,
    /// The memory.
    pub memory_id: MemoryId,
    /// Its version now.
    pub version: i64,
    /// Where it is in its life now.
    pub status: Status,
    /// How far the search index is with it.
    pub index_state: IndexState,
    /// Until when the decision can be taken back; absent for an undo.
    pub undo_until: Option<Timestamp>,
}

/// What became of one candidate of many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkRow {
    /// The candidate.
    pub memory_id: MemoryId,
    /// The receipt; absent if it was not decided.
    pub decided: Option<DecidedCandidate>,
    /// Why it was not decided.
    pub error: Option<ErrorCode>,
}

/// The receipt of a bulk decision, row by row, in the order asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BulkReport {
    /// The rows.
    pub rows: Vec<BulkRow>,
}

/// A decision as reviewers see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DecisionView {
    /// The decision.
    pub decision_id: DecisionId,
    /// What was decided.
    pub kind: DecisionKind,
    /// The reviewer's name; absent for the system.
    pub by: Option<String>,
    /// Whether it was the one who asks.
    pub is_you: bool,
    /// When.
    pub at: Timestamp,
    /// On which version it was made.
    pub version: i64,
    /// How the candidate was fitted in, if it was approved.
    pub action: Option<ReconcileAction>,
    /// Why, if it was rejected.
    pub reason: Option<RejectReason>,
    /// The reviewer's note.
    pub note: Option<String>,
    /// The decision that this one takes back.
    pub undoes: Option<DecisionId>,
}

/// What the person sees of the decision on a memory: who decided stays with the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewOutcome {
    /// What was decided.
    pub kind: DecisionKind,
    /// When.
    pub at: Timestamp,
    /// Why, if it was rejected.
    pub reason: Option<RejectReason>,
    /// The reviewer's note.
    pub note: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reject(reason: RejectReason, note: Option<&str>) -> RejectCandidate {
        RejectCandidate { version: 1, reason, note: note.map(str::to_owned) }
    }

    #[test]
    fn another_reason_needs_words() {
        assert!(reject(RejectReason::Wrong, None).faults().is_empty());
        assert_eq!(reject(RejectReason::Other, Some("  ")).faults()[0].field, "note");
        assert!(reject(RejectReason::Other, Some("said in jest")).faults().is_empty());
        assert_eq!(reject(RejectReason::Wrong, Some(&"x".repeat(NOTE_MAX_BYTES + 1))).faults().len(), 1);
    }

    #[test]
    fn a_version_is_required() {
        assert!(serde_json::from_str::<RejectCandidate>(r#"{"reason":"wrong"}"#).is_err());
        assert!(serde_json::from_str::<ApproveCandidate>("{}").is_err());
    }

    #[test]
    fn a_place_to_take_is_named_and_an_insert_takes_none() {
        let faults = |json: &str| serde_json::from_str::<ApproveCandidate>(json).expect("reads").faults();
        let target = r#""target":{"memory_id":"mem_00000000000000000000000000000001","version":1}"#;
        assert_eq!(faults(r#"{"version":1,"placement":{"action":"merge"}}"#)[0].field, "placement.target");
        assert_eq!(faults(&format!(r#"{{"version":1,"placement":{{"action":"insert",{target}}}}}"#)).len(), 1);
        assert!(faults(&format!(r#"{{"version":1,"placement":{{"action":"replace",{target}}}}}"#)).is_empty());
    }

    #[test]
    fn many_need_to_be_confirmed_and_too_many_are_refused() {
        let many = |count: usize, confirmed| {
            let one =
                ChosenMemory { memory_id: "mem_00000000000000000000000000000001".parse().expect("an id"), version: 1 };
            let bulk = BulkDecide { decision: BulkDecision::Approve, candidates: vec![one; count], confirmed };
            bulk.faults().into_iter().map(|fault| fault.field).collect::<Vec<_>>()
        };
        assert_eq!(many(0, false), ["candidates"]);
        assert!(many(UNCONFIRMED_BULK, false).is_empty());
        assert_eq!(many(UNCONFIRMED_BULK + 1, false), ["confirmed"]);
        assert!(many(MAX_BULK, true).is_empty());
        assert_eq!(many(MAX_BULK + 1, true), ["candidates"]);
    }
}
