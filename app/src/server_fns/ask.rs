//! Asking one's own memory.

use crate::error::UiError;
use contract::{AskAnswer, ServiceChoice};
use leptos::server;

/// What an assistant would recall for `query`, and why not the rest. Without a `service`, personal memories only.
///
/// # Errors
/// `unauthenticated`, `invalid_input`, `consent_required`, `not_found` for a service without memories of the person.
#[server(prefix = "/ui", endpoint = "ask-memory")]
pub async fn ask_memory(query: String, service: Option<String>) -> Result<AskAnswer, UiError> {
    use crate::server::{owner_desk, refuse};
    use contract::{AskMemory, ErrorCode};
    let desk = owner_desk()?;
    // The choice "personal only" is sent as an empty text.
    let service = service.filter(|id| !id.is_empty()).map(|id| id.parse()).transpose();
    let service = service.map_err(|_| refuse(UiError::new(ErrorCode::NotFound)))?;
    desk.ask(AskMemory { query, service }).await.map_err(refuse)
}

/// The services that have memories of their own about the signed-in person.
///
/// # Errors
/// `unauthenticated`, `internal`.
#[server(prefix = "/ui", endpoint = "ask-services")]
pub async fn ask_services() -> Result<Vec<ServiceChoice>, UiError> {
    use crate::server::{owner_desk, refuse};
    owner_desk()?.services().await.map_err(refuse)
}
