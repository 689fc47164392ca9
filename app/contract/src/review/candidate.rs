//! Candidates as reviewers see them.

use crate::ask::ServiceChoice;
use crate::correction::EditableMemory;
use crate::detail::{DiffPart, Provenance};
use crate::ids::{MemoryId, UserId};
use crate::listing::Statement;
use crate::memory::{Authority, Kind, Sensitivity, Status, words};
use crate::review::DecisionView;
use crate::scope::Scope;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

words!(
    /// How a candidate goes together with what is remembered already. Whatever it is, approving leaves one memory that
    /// says what the candidate says; the one it takes the place of stays in history.
    ReconcileAction {
        /// It stands beside the others.
        Insert = "insert",
        /// It says the same as another: it takes that one's place and keeps the evidence of both.
        Merge = "merge",
        /// It says more than another: it takes that one's place.
        Update = "update",
        /// It contradicts another: that one was true until this one began to be.
        Replace = "replace",
        /// It says that another has ended: that one was true until then.
        Expire = "expire",
        /// It contradicts another, and which of them is right cannot be told: both are kept, side by side.
        Conflict = "conflict",
    }
);

words!(
    /// What the asking reviewer may do with a candidate now.
    ReviewerAction {
        /// See the content, with a reason.
        Reveal = "reveal",
        /// Approve it.
        Approve = "approve",
        /// Approve it with an edit.
        Edit = "edit",
        /// Reject it.
        Reject = "reject",
    }
);

/// A person, by the name that reviewers know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonView {
    /// The account.
    pub user_id: UserId,
    /// The e-mail address, else the external id, else the account's id.
    pub name: String,
}

/// The words that a candidate was drawn from, and those around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Passage {
    /// The words before.
    pub before: String,
    /// The span itself.
    pub span: String,
    /// The words after.
    pub after: String,
}

/// A memory that is like a candidate, as it stands now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SimilarMemory {
    /// The memory.
    pub memory_id: MemoryId,
    /// Its version: a decision that takes its place names it.
    pub version: i64,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where it is in its life.
    pub status: Status,
    /// What it says, masked for `pii` and `restricted`.
    pub statement: Statement,
    /// Closeness to the candidate when it was proposed, 0.0 to 1.0.
    pub closeness: f64,
    /// From its statement to the candidate's; empty while either of them is hidden.
    pub diff: Vec<DiffPart>,
}

/// How the server would fit a candidate in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Proposal {
    /// The action.
    pub action: ReconcileAction,
    /// The memory whose place the candidate would take, or that it contradicts; absent for `insert`.
    pub target: Option<MemoryId>,
    /// Whether it could be compared; false if index or model did not answer.
    pub compared: bool,
    /// The most similar memories, closest first; at most three.
    pub similar: Vec<SimilarMemory>,
}

/// Who has a candidate open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Claim {
    /// The reviewer's name.
    pub by: String,
    /// Whether it is the one who asks.
    pub is_you: bool,
    /// Until when, unless it is opened again.
    pub until: Timestamp,
}

/// One row of the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CandidateRow {
    /// The memory to be.
    pub memory_id: MemoryId,
    /// Its version: every decision names it.
    pub version: i64,
    /// What would be remembered; masked for `pii` and `restricted`.
    pub statement: Statement,
    /// How many characters the statement has, invisible ones too; absent while it is hidden.
    pub characters: Option<u32>,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where it would be in use.
    pub scope: Scope,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// How sure the service is, 0.0 to 1.0.
    pub confidence: f64,
    /// Who said it.
    pub authority: Authority,
    /// Whom it is about.
    pub person: PersonView,
    /// Whether that person's consent is on; while it is off, a candidate can only be rejected.
    pub consent: bool,
    /// The service that proposed it.
    pub service: Option<ServiceChoice>,
    /// The words that it was drawn from; absent while it is hidden, or if there are none.
    pub passage: Option<Passage>,
    /// When it was proposed.
    pub recorded_at: Timestamp,
    /// When the system rejects it by itself.
    pub expires_at: Timestamp,
    /// How it would fit in.
    pub proposal: Proposal,
    /// Who has it open.
    pub claim: Option<Claim>,
    /// What the asking reviewer may do with it now.
    pub allowed: Vec<ReviewerAction>,
}

/// One candidate in full, for the reviewer who has opened or revealed it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CandidateDetail {
    /// What the queue shows, unmasked once it is revealed.
    pub row: CandidateRow,
    /// All that can be edited; absent while it is hidden.
    pub memory: Option<EditableMemory>,
    /// The class that its words look like, if nobody has settled one; absent while it is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed_sensitivity: Option<Sensitivity>,
    /// Where it comes from; empty while it is hidden.
    pub provenance: Vec<Provenance>,
    /// What has been decided about it so far, latest first.
    pub decisions: Vec<DecisionView>,
}
