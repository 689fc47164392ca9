//! The server under test, and clients by role that talk to it as the outside world does.

mod answer;
mod client;
mod document;
mod far_side;
mod process;
mod server;

pub use answer::Answer;
pub use client::{Anonymous, Person, PersonalProgram, Service, form, send};
pub use document::{Document, Documented};
pub use far_side::{FarSide, Reply};
pub use process::{Outcome, gieok, serve};
pub use server::{TestServer, count, embedder, model_dir};

use serde_json::{Value, json};

/// An id that nobody has, of the kind that the path of a route asks for.
pub fn id_for(path: &str) -> String {
    let kinds =
        [("/keys/", "key"), ("/sessions/", "ses"), ("/users/", "usr"), ("/decisions/", "dec"), ("/services/", "svc")];
    let kind = kinds.into_iter().find(|(part, _)| path.contains(part)).map_or("mem", |(_, kind)| kind);
    format!("{kind}_{}", "7".repeat(32))
}

/// A body that the route at `path` can read, where it reads one before it asks who sends it.
pub fn body_for(path: &str) -> Value {
    match path.rsplit('/').next().unwrap_or_default() {
        "bulk" => json!({ "decision": "approve", "candidates": [] }),
        "reveal" => json!({ "reason": "decide" }),
        "approve" => json!({ "version": 1 }),
        "reject" => json!({ "version": 1, "reason": "wrong" }),
        _ => json!({}),
    }
}

/// A password that every rule accepts.
pub const PASSWORD: &str = "a long enough password";
