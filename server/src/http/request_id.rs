//! Gives each request an id of ours. One sent by the caller is dropped: it would be a way to write into the log.

use super::AppState;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, HeaderValue};

/// The header that carries the id.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of the request at hand.
#[derive(Clone)]
pub struct RequestId(pub String);

/// Makes the id, and returns it with the answer.
pub async fn give(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let id = state.random_hex();
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}
