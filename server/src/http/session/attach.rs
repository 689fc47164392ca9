//! Puts the [`CurrentSession`] into each request, and finishes it when the answer is known.

use super::{CurrentSession, device};
use crate::http::{AppState, ClientAddress, Reader};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use contract::ErrorCode;
use http::{HeaderName, HeaderValue};
use std::sync::Arc;
use tower_sessions::Session;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// See the module.
pub async fn attach(State(state): State<AppState>, session: Session, mut request: Request, next: Next) -> Response {
    let (extensions, headers) = (request.extensions(), request.headers());
    let address = ClientAddress::of(extensions, headers, &state.config.server.trusted_proxies);
    let current = match CurrentSession::open(session, &state, address, device::of(headers)).await {
        Ok(current) => Arc::new(current),
        Err(error) => {
            tracing::error!(%error, "cannot read the session");
            return Reader::of(&request).refuse(&state, ErrorCode::Internal);
        }
    };
    request.extensions_mut().insert(Arc::clone(&current));
    let mut response = next.run(request).await;
    // The middleware around does not save after a server error, while a new id removes the old record at once: a
    // session renewed now would be lost.
    if !response.status().is_server_error()
        && let Err(error) = current.renew_if_due().await
    {
        tracing::error!(%error, "cannot renew the session");
    }
    if current.has_ended() {
        // Not "cookies": that would also reach other services under the same registered domain.
        response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\", \"storage\""));
    }
    response
}
