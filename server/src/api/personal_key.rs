//! Proves a person by a personal key. Whoever sends an `Authorization` header to a person's routes is proven by it alone:
//! the cookie is taken away before anyone reads it, so no session is touched, and a wrong key is not made good by one.

use super::bearer::bearer;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use contract::ErrorCode;
use domain::kernel::Actor;
use http::header;

/// The person whom the request's key has proven.
#[derive(Clone)]
pub struct KeyHolder(pub Actor);

/// Reads the key, where a route takes one. Stands around the session and its guards.
pub async fn prove_by_key(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let takes_keys = request.extensions().get::<MatchedPath>().is_some_and(|path| is_for_people(path.as_str()));
    if !takes_keys || !request.headers().contains_key(header::AUTHORIZATION) {
        return next.run(request).await;
    }
    // Taken out of the request: its body cannot be shared across an await.
    let secret = bearer(request.headers()).unwrap_or_default().to_owned();
    match holder(&state, &secret).await {
        Ok(holder) => {
            request.headers_mut().remove(header::COOKIE);
            request.extensions_mut().insert(holder);
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    }
}

fn is_for_people(path: &str) -> bool {
    path.starts_with("/api/v1/me/")
}

async fn holder(state: &AppState, secret: &str) -> Result<KeyHolder, Refusal> {
    let actor = state.desks.front().personal_key_holder(secret).await?;
    actor.map(KeyHolder).ok_or_else(|| Refusal::new(ErrorCode::Unauthenticated))
}
