//! A person's own memories.

use crate::error::UiError;
use contract::{MemoryRow, Page};
use leptos::server;

/// One page of the signed-in person's memories, latest first; what is sensitive comes masked.
///
/// # Errors
/// `unauthenticated`, `invalid_input` for a cursor that is none, `internal`.
#[server(prefix = "/ui", endpoint = "my-memories")]
pub async fn my_memories(cursor: Option<String>) -> Result<Page<MemoryRow>, UiError> {
    use crate::server::{owner_desk, refuse};
    use contract::page::DEFAULT_PAGE_SIZE;
    owner_desk()?.memories(cursor.as_deref(), DEFAULT_PAGE_SIZE).await.map_err(refuse)
}
