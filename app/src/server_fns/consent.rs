//! A person's own consent.

use crate::error::UiError;
use contract::{ConsentEvent, ConsentView};
use leptos::server;

/// Whether the signed-in person has switched memory on.
///
/// # Errors
/// `unauthenticated`, `internal`.
#[server(prefix = "/ui", endpoint = "consent")]
pub async fn consent() -> Result<ConsentView, UiError> {
    use crate::server::{owner_desk, refuse};
    owner_desk()?.consent().await.map_err(refuse)
}

/// Switches the signed-in person's memory on or off.
///
/// # Errors
/// `unauthenticated`, `internal`.
#[server(prefix = "/ui", endpoint = "set-consent")]
pub async fn set_consent(granted: bool) -> Result<ConsentView, UiError> {
    use crate::server::{owner_desk, refuse, send_form_on};
    use contract::ConsentSource;
    let state = owner_desk()?.set_consent(granted, ConsentSource::MyPage).await.map_err(refuse)?;
    send_form_on("/me");
    Ok(state)
}

/// When the signed-in person switched memory on and off, latest first.
///
/// # Errors
/// `unauthenticated`, `internal`.
#[server(prefix = "/ui", endpoint = "consent-history")]
pub async fn consent_history() -> Result<Vec<ConsentEvent>, UiError> {
    use crate::server::{owner_desk, refuse};
    owner_desk()?.consent_history().await.map_err(refuse)
}
