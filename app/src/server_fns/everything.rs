//! Everything about a person at once.

use crate::error::UiError;
use contract::DeletionReport;
use leptos::server;

/// Deletes everything that is remembered about the signed-in person, at most 200 memories a call.
///
/// # Errors
/// `unauthenticated`, `invalid_input` without the typed confirmation, `wrong_password`, `rate_limited`.
#[server(prefix = "/ui", endpoint = "delete-everything")]
pub async fn delete_everything(password: String, confirmation: String) -> Result<DeletionReport, UiError> {
    use crate::server::{owner_desk, refuse, send_form_on};
    let report = owner_desk()?.delete_everything(&confirmation, &password).await.map_err(refuse)?;
    send_form_on(if report.remaining.value == 0 { "/me/data?done=deleted" } else { "/me/data?done=partly" });
    Ok(report)
}
