//! Review: candidates that wait for a person's decision, and the decisions.

mod candidate;
mod decision;
mod queue;

pub use candidate::{
    CandidateDetail, CandidateRow, Claim, Passage, PersonView, Proposal, ReconcileAction, ReviewerAction, SimilarMemory,
};
pub use decision::{
    ApproveCandidate, BulkDecide, BulkDecision, BulkReport, BulkRow, DecidedCandidate, DecisionKind, DecisionView,
    MAX_BULK, NOTE_MAX_BYTES, Placement, RejectCandidate, RejectReason, RevealCandidate, RevealReason, ReviewOutcome,
    UNCONFIRMED_BULK,
};
pub use queue::{
    CandidateFilter, CandidateList, CandidateSelection, ListCandidates, QueueSort, ReviewChange, ReviewEvent, TimeLeft,
};
