//! The server itself.

use crate::api::health::{Alive, Readiness};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use serde_json::{Value, json};

/// `GET /healthz`.
pub fn alive() -> Operation {
    Operation::new(Tag::Server, "isAlive", "Ask whether the process answers").answer::<Alive>(
        200,
        "It does.",
        json!({ "status": "ok" }),
    )
}

/// `GET /readyz`.
pub fn ready() -> Operation {
    let parts =
        |status: &str, index: &str| json!({ "status": status, "database": "ok", "index": index, "model": "ok" });
    Operation::new(Tag::Server, "isReady", "Ask whether database, index and model do their work")
        .answer::<Readiness>(200, "They do.", parts("ready", "ok"))
        .answer::<Readiness>(503, "At least one does not.", parts("failed", "failed"))
}

/// `GET /api/openapi.json`.
pub fn document() -> Operation {
    Operation::new(Tag::Server, "getDocument", "Get this document").answer::<Value>(
        200,
        "OpenAPI 3.1. People read it at `/api/docs`.",
        json!({ "openapi": "3.1.0", "…": "…" }),
    )
}
