//! Asking one's own memory: what an assistant would recall, and why not the rest.

use crate::details::Faults;
use crate::error::FieldError;
use crate::ids::ServiceId;
use crate::listing::{Count, MemoryRow};
use crate::memory::words;
use crate::recall::{RecallAnswer, Score};
use crate::text;
use serde::{Deserialize, Serialize};

words!(
    /// Why a memory that was proposed is not in the answer. The words are those of the recall log.
    LeftOut {
        /// No row of this person has that id: deleted, or never this person's.
        Missing = "MISSING",
        /// Consent was withdrawn.
        Consent = "CONSENT",
        /// Not in force.
        Status = "STATUS",
        /// In force, but not to be searched.
        Sensitivity = "SENSITIVITY",
        /// Of another scope.
        Scope = "SCOPE",
        /// Not true yet.
        NotYetValid = "NOT_YET_VALID",
        /// Not true any more.
        Expired = "EXPIRED",
        /// Its content does not decrypt.
        Unreadable = "UNREADABLE",
        /// Scored below the threshold.
        BelowThreshold = "BELOW_THRESHOLD",
        /// Others scored better.
        OverTopK = "OVER_TOP_K",
    }
);

/// The body of `POST /api/v1/me/ask`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskMemory {
    /// The question.
    pub query: String,
    /// As that service would ask: personal memories and its own. Without one, personal memories only.
    #[serde(default)]
    pub service: Option<ServiceId>,
}

impl AskMemory {
    /// Everything that is wrong with the request; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        faults.text("query", &self.query, text::QUERY_MAX_BYTES);
        faults.0
    }
}

/// A memory that was proposed and left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LeftOutMemory {
    /// The memory, masked as in the list.
    pub row: MemoryRow,
    /// Why.
    pub reason: LeftOut,
    /// How it scored.
    pub score: Score,
}

/// Memories of the scopes asked that no question can reach, by the first reason that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NeverSearched {
    /// `pii` and `restricted`.
    pub sensitive: Count,
    /// Ended, replaced, refused or waiting.
    pub not_current: Count,
    /// On their way into the index.
    pub not_indexed: Count,
}

/// The answer of `POST /api/v1/me/ask`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AskAnswer {
    /// What an assistant would get.
    pub recall: RecallAnswer,
    /// What was proposed and left out, best first, at most 20.
    pub left_out: Vec<LeftOutMemory>,
    /// What could not even be proposed.
    pub never_searched: NeverSearched,
}

/// A service that has memories of its own about the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceChoice {
    /// The service.
    pub service: ServiceId,
    /// Its name.
    pub name: String,
}
