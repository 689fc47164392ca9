//! The canonical re-check: whether a proposed memory may leave.

use crate::memory::is_searchable;
use crate::storage::Checkable;
use contract::{LeftOut, ScopeSet, Status, Timestamp};

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
