//! The audit log.

use crate::api::openapi::examples::{MEMORY, USER, count};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::{AuditEntry, AuditFilter, AuditList, ListAudit};
use serde_json::{Value, json};

/// `GET /api/v1/admin/audit`.
pub fn list() -> Operation {
    Operation::new(Tag::Audit, "listAudit", "Read the audit log").query::<ListAudit>().answer::<AuditList>(
        200,
        "One page, latest first.",
        json!({ "items": [entry()], "count": count(1) }),
    )
}

/// `GET /api/v1/admin/audit/export`.
pub fn export() -> Operation {
    Operation::new(Tag::Audit, "exportAudit", "Export the audit log")
        .text("Oldest first, however many they are. Audited itself.")
        .query::<AuditFilter>()
        .lines::<AuditEntry>("A file with one entry a line.", entry())
}

fn entry() -> Value {
    json!({
        "seq": 4711,
        "audit_id": "aud_0198f4d65a7b4c1d9e2f8a6b0c3d7e1f",
        "at": "2026-07-16T04:40:30Z",
        "actor_kind": "user",
        "actor_id": USER,
        "action": "candidate.approve",
        "outcome": "ok",
        "ending": "done",
        "subject_id": "usr_0198b2c35a7b4c1d9e2f8a6b0c3d7e20",
        "object_id": MEMORY,
        "detail": "version=2 action=update",
        "prev_hash": "9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a",
        "hash": "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    })
}
