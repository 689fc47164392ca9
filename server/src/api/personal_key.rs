//! Proves whoever comes to people's routes with a key. An `Authorization` header decides alone: the cookie is taken away
//! before anyone reads it, so no session is touched, and a wrong key is not made good by one. On a person's own routes a
//! personal key stands for the person; on the console's no key of any kind does, but whose it is has to be known, because
//! trying is audited.

use super::bearer::bearer;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use contract::ErrorCode;
use domain::kernel::Actor;
use http::header;

/// The actor whom the request's key has proven.
#[derive(Clone)]
pub struct KeyHolder(pub Actor);

/// Reads the key, where a route takes one. Stands around the session and its guards.
pub async fn prove_by_key(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    let (is_own, is_console) = (path.starts_with("/api/v1/me/"), path.starts_with("/api/v1/admin/"));
    if !(is_own || is_console) || !request.headers().contains_key(header::AUTHORIZATION) {
        return next.run(request).await;
    }
    // Taken out of the request: its body cannot be shared across an await.
    let secret = bearer(request.headers()).unwrap_or_default().to_owned();
    match holder(&state, &secret, is_console).await {
        Ok(holder) => {
            request.headers_mut().remove(header::COOKIE);
            request.extensions_mut().insert(holder);
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    }
}

async fn holder(state: &AppState, secret: &str, services_too: bool) -> Result<KeyHolder, Refusal> {
    let front = state.desks.front();
    let mut actor = front.personal_key_holder(secret).await?;
    if actor.is_none() && services_too {
        actor = front.key_holder(secret).await?;
    }
    actor.map(KeyHolder).ok_or_else(|| Refusal::new(ErrorCode::Unauthenticated))
}
