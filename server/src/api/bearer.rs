//! Proves a service by its API key. Nothing else is looked at: a cookie proves nothing here.

use super::json::Json;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::FromRequestParts;
use contract::{AuditAction, ErrorCode};
use domain::desks::AgentDesk;
use domain::kernel::Actor;
use http::request::Parts;
use http::{HeaderMap, header};

/// The service behind the request.
pub struct ServiceActor(pub Actor);

impl FromRequestParts<AppState> for ServiceActor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let Some(key) = bearer(&parts.headers) else { return Err(Refusal::new(ErrorCode::Unauthenticated)) };
        let actor = state.desks.front().key_holder(key).await?;
        actor.map(Self).ok_or_else(|| Refusal::new(ErrorCode::Unauthenticated))
    }
}

/// The body of a service's call. One that cannot be read is noted with what it would have been: every call is.
///
/// # Errors
/// The refusal of the body.
pub async fn read<T>(desk: &AgentDesk, call: AuditAction, body: Result<Json<T>, Refusal>) -> Result<T, Refusal> {
    match body {
        Ok(Json(request)) => Ok(request),
        Err(refusal) => {
            desk.note_unreadable(call, refusal.code()).await;
            Err(refusal)
        }
    }
}

/// The token of the one `Authorization: Bearer` header; with two, nobody could say which one was meant.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
