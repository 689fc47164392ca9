//! The REST interface described: as an OpenAPI 3.1 document for programs, and as pages for people.
//!
//! The table of routes is the only place that says which addresses and methods there are; here stands what they do. What
//! follows from how a route is made (who may call it, which problems everything of its kind can have) is worked out.

mod described;
mod document;
mod examples;
mod operation;
mod prose;
mod reference;
pub mod says;
mod shape;
mod tag;

use described::described;
pub use operation::Operation;
pub use reference::reference;

use axum::response::IntoResponse;
use http::header;
use std::sync::LazyLock;

/// The document as JSON.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| document::json(&described()));

/// The documented examples that are not of the documented type, each with why; none, or a test fails.
pub fn faulty_examples() -> Vec<String> {
    described().iter().flat_map(|one| one.operation.faults()).collect()
}

/// `GET /api/openapi.json`.
pub async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, operation::JSON)], DOCUMENT.as_str())
}
