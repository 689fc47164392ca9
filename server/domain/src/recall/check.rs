//! The canonical re-check: whether a proposed memory may leave.

use crate::memory::is_searchable;
use crate::storage::Checkable;
use contract::{ScopeSet, Status, Timestamp};

/// Why a candidate is not in the answer. The words are those of the recall log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LeftOut {
    /// No row of this person has that id: deleted, or never this person's.
    Missing,
    /// Consent was withdrawn.
    Consent,
    /// Not in force.
    Status,
    /// In force, but not to be searched.
    Sensitivity,
    /// Of another scope.
    Scope,
    /// Not true yet.
    NotYetValid,
    /// Not true any more.
    Expired,
    /// Its content does not decrypt.
    Unreadable,
    /// Scored below the threshold.
    BelowThreshold,
    /// Others scored better.
    OverTopK,
}

/// The first reason, in order of gravity, why the row may not leave; `None` if it may.
pub(super) fn reason_to_leave_out(row: &Checkable, scopes: &ScopeSet, now: Timestamp) -> Option<LeftOut> {
    if !row.consent {
        Some(LeftOut::Consent)
    } else if row.status != Status::Active {
        Some(LeftOut::Status)
    } else if !is_searchable(row.status, row.sensitivity) {
        Some(LeftOut::Sensitivity)
    } else if !scopes.iter().any(|scope| *scope == row.scope) {
        Some(LeftOut::Scope)
    } else if now < row.validity.from {
        Some(LeftOut::NotYetValid)
    } else if !row.validity.contains(now) {
        Some(LeftOut::Expired)
    } else {
        None
    }
}
