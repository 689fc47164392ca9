//! The search index.

use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::IndexUnavailable;
use contract::IndexView;
use serde_json::{Value, json};

/// `GET /api/v1/admin/index`.
pub fn index() -> Operation {
    Operation::new(Tag::Index, "getIndex", "See how the search index is doing")
        .text("In all organisations: there is one index.")
        .answer::<IndexView>(200, "How it is doing, and how far a repair is.", view())
}

/// `POST /api/v1/admin/index/repair`.
pub fn repair() -> Operation {
    Operation::new(Tag::Index, "repairIndex", "Repair the search index")
        .text("Sees to all that the index does not hold as it stands, at once. A repair that is under way goes on.")
        .answer::<IndexView>(202, "It has begun, and goes on in the background.", view())
        .problems(&[IndexUnavailable])
}

fn view() -> Value {
    json!({
        "indexed": 412,
        "pending": 18,
        "stale": 0,
        "failed": 2,
        "unclassified": 4,
        "repair": { "started_at": "2026-07-16T04:40:00Z", "total": 60, "done": 40, "eta_seconds": 3 },
    })
}
