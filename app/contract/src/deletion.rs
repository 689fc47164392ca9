//! Deleting memories for good.

use crate::error::{ErrorCode, Fault, FieldError};
use crate::ids::MemoryId;
use crate::listing::{Count, MemoryFilter};
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The most memories that one request deletes. What matches beyond is left, counted, for the next request.
pub const MAX_DELETIONS: usize = 200;
/// What a person types before everything is deleted, in the language of the page.
pub const CONFIRMATIONS: [&str; 2] = ["delete everything", "모두 삭제"];

/// A memory and the version that the person saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChosenMemory {
    /// The memory.
    pub memory_id: MemoryId,
    /// The version; any other now is a conflict.
    pub version: i64,
}

/// The body of `POST /api/v1/me/memories/delete`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DeleteMemories {
    /// These.
    Chosen(Vec<ChosenMemory>),
    /// All that match and have not changed since then; repeat the request until none remains.
    Matching {
        /// Which.
        filter: MemoryFilter,
        /// The `as_of` of the list that the person saw: nothing that came or changed later is deleted unseen.
        unchanged_since: Timestamp,
    },
}

impl DeleteMemories {
    /// Everything that is wrong with the request; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        match self {
            Self::Chosen(chosen) if chosen.is_empty() => {
                vec![FieldError::of(Fault::Empty, "chosen", "must name at least one memory")]
            }
            Self::Chosen(chosen) if chosen.len() > MAX_DELETIONS => {
                vec![FieldError::of(Fault::TooMany, "chosen", format!("must name at most {MAX_DELETIONS} memories"))]
            }
            Self::Chosen(_) => Vec::new(),
            Self::Matching { filter, .. } => filter.faults(),
        }
    }
}

/// What became of one memory of a deletion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeletionRow {
    /// The memory.
    pub memory_id: MemoryId,
    /// Why it is still there; absent if it is gone.
    pub error: Option<ErrorCode>,
    /// It is gone, but the search index had no trace of it, though it should have had.
    pub was_missing_in_index: bool,
}

/// The receipt of a deletion, row by row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeletionReport {
    /// In the order asked for.
    pub rows: Vec<DeletionRow>,
    /// How many that match are still there.
    pub remaining: Count,
}

impl DeletionReport {
    /// How many are gone.
    pub fn deleted(&self) -> usize {
        self.rows.iter().filter(|row| row.error.is_none()).count()
    }
}

/// The body of `POST /api/v1/me/delete-everything`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeleteEverything {
    /// The person's password.
    pub password: String,
    /// `delete everything` or `모두 삭제`, typed.
    pub confirmation: String,
}

/// Whether the confirmation was typed; case and space around do not matter.
pub fn is_confirmation(typed: &str) -> bool {
    CONFIRMATIONS.contains(&typed.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_words_themselves_confirm() {
        assert!(is_confirmation(" Delete Everything ") && is_confirmation("모두 삭제"));
        assert!(!is_confirmation("") && !is_confirmation("delete"));
    }
}
