//! A person's own personal keys and browser sessions.

use crate::error::UiError;
use contract::{CreatedPersonalKey, KeyId, PersonalKeyRow, SessionId, SessionRow};
use leptos::server;

/// The signed-in person's keys, without their secrets.
///
/// # Errors
/// `unauthenticated`, `internal`.
#[server(prefix = "/ui", endpoint = "my-keys")]
pub async fn my_keys() -> Result<Vec<PersonalKeyRow>, UiError> {
    use crate::server::{access_desk, refuse};
    access_desk()?.keys().await.map_err(refuse)
}

/// Makes a key. The answer is the only one that holds its secret.
///
/// # Errors
/// `unauthenticated`, `invalid_input`.
#[server(prefix = "/ui", endpoint = "create-key")]
pub async fn create_key(name: String) -> Result<CreatedPersonalKey, UiError> {
    use crate::server::{access_desk, refuse};
    use contract::CreatePersonalKey;
    access_desk()?.create_key(&CreatePersonalKey { name }).await.map_err(refuse)
}

/// Revokes a key; it stops working at once.
///
/// # Errors
/// `unauthenticated`, `not_found`.
#[server(prefix = "/ui", endpoint = "revoke-key")]
pub async fn revoke_key(key_id: KeyId) -> Result<(), UiError> {
    use crate::server::{access_desk, refuse, send_form_on};
    access_desk()?.revoke_key(&key_id).await.map_err(refuse)?;
    send_form_on("/me/keys?done");
    Ok(())
}

/// The browsers in which the person is signed in.
///
/// # Errors
/// `unauthenticated`, `internal`.
#[server(prefix = "/ui", endpoint = "my-sessions")]
pub async fn my_sessions() -> Result<Vec<SessionRow>, UiError> {
    use crate::server::{access_desk, browser_session, refuse};
    let current = browser_session()?.id_hash();
    access_desk()?.sessions(current.as_ref()).await.map_err(refuse)
}

/// Signs the person out of one browser.
///
/// # Errors
/// `unauthenticated`, `not_found`.
#[server(prefix = "/ui", endpoint = "end-session")]
pub async fn end_session(session_id: SessionId) -> Result<(), UiError> {
    use crate::server::{access_desk, refuse, send_form_on};
    access_desk()?.end_session(&session_id).await.map_err(refuse)?;
    send_form_on("/me/sessions?done");
    Ok(())
}

/// Signs the person out of every browser but this one, and says of how many.
///
/// # Errors
/// `unauthenticated`, `internal`.
#[server(prefix = "/ui", endpoint = "end-other-sessions")]
pub async fn end_other_sessions() -> Result<u64, UiError> {
    use crate::server::{access_desk, browser_session, refuse, send_form_on};
    use contract::ErrorCode;
    let desk = access_desk()?;
    let current = browser_session()?.id_hash().ok_or_else(|| refuse(UiError::new(ErrorCode::Unauthenticated)))?;
    let ended = desk.end_other_sessions(&current).await.map_err(refuse)?;
    send_form_on("/me/sessions?done");
    Ok(ended)
}
