//! One memory in full, as only its owner sees it.

use crate::correction::EditableMemory;
use crate::ids::MemoryId;
use crate::memory::{Authority, Class, IndexState, Kind, Sensitivity, SourceRole, Status, Validity};
use crate::review::ReviewOutcome;
use crate::scope::Scope;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// Where a memory comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Provenance {
    /// The service that brought it; absent for an import.
    pub service_name: Option<String>,
    /// The conversation, in that service's words.
    pub conversation_id: Option<String>,
    /// The event in it.
    pub event_id: String,
    /// The very words.
    pub span: Option<String>,
    /// Whose words they are.
    pub role: SourceRole,
    /// When it happened, if the service said so.
    pub occurred_at: Option<Timestamp>,
    /// When this system knew it.
    pub recorded_at: Timestamp,
}

/// A piece of a text that was compared with an older one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "change", content = "text")]
pub enum DiffPart {
    /// In both.
    Same(String),
    /// Only in the older one.
    Removed(String),
    /// Only in the newer one.
    Added(String),
}

/// A field that a version changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldChange {
    /// Its name, as in [`EditableMemory`].
    pub field: String,
    /// The older and the newer value, woven into one.
    pub parts: Vec<DiffPart>,
}

/// Who made a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChangedBy {
    /// The person, here.
    You,
    /// The person, through a program with a personal key.
    YourProgram,
    /// A chat service.
    Service,
    /// Another person: a reviewer or an administrator.
    Staff,
    /// An operator, or Gieok itself.
    System,
}

/// One version of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VersionView {
    /// Its number, from 1 on.
    pub version: i64,
    /// Since when it was the current one.
    pub recorded_from: Timestamp,
    /// Until when; absent for the current one.
    pub recorded_to: Option<Timestamp>,
    /// Who made it.
    pub by: ChangedBy,
    /// Why, as a short code: `save`, `import`, `correction`, `sensitivity_raised`, `proposed`, `approved`,
    /// `rejected`, `expired`, `undone`, `superseded`.
    pub reason: String,
    /// What it changed; empty for the first one, and where one of the two cannot be read.
    pub changes: Vec<FieldChange>,
    /// Its content does not decrypt.
    pub unreadable: bool,
}

/// What the owner may do with a memory now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OwnerAction {
    /// Correct it.
    Correct,
    /// Delete it for good.
    Delete,
}

/// The answer of `POST /api/v1/me/memories/{id}/open`: everything, unmasked. Opening is audited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemoryDetail {
    /// The memory.
    pub memory_id: MemoryId,
    /// Its version.
    pub version: i64,
    /// What sort of thing it is.
    pub kind: Kind,
    /// The class of that kind.
    pub class: Class,
    /// Where it is in use.
    pub scope: Scope,
    /// The service's name, for a service scope.
    pub service_name: Option<String>,
    /// Where it is in its life.
    pub status: Status,
    /// Who said it.
    pub authority: Authority,
    /// Whether it is in force and true now, by the server's clock.
    pub current: bool,
    /// How far the search index is with it.
    pub index_state: IndexState,
    /// The model whose vector the index holds.
    pub embedding_model: Option<String>,
    /// When this system knew it.
    pub recorded_at: Timestamp,
    /// What it says: all that can be corrected.
    pub memory: EditableMemory,
    /// The class that its words look like, if nobody has settled one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed_sensitivity: Option<Sensitivity>,
    /// Where it comes from.
    pub provenance: Vec<Provenance>,
    /// The last decision on it, if it was a candidate and that decision stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewOutcome>,
    /// Its versions, latest first.
    pub history: Vec<VersionView>,
    /// What the owner may do with it now.
    pub allowed: Vec<OwnerAction>,
}

impl MemoryDetail {
    /// When it is true.
    pub fn validity(&self) -> Validity {
        Validity { from: self.memory.valid_from, to: self.memory.valid_to }
    }

    /// How sensitive it is.
    pub fn sensitivity(&self) -> Sensitivity {
        self.memory.sensitivity
    }
}
