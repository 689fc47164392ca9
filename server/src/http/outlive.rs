//! What a person has begun is finished, even if the browser goes away in the middle.
//!
//! A handler is dropped with its connection. A change that spans store and index would then stop half-way whenever a
//! phone loses its network, and be put back later; as a task of its own it goes on to its end.

use super::{AppState, Reader};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use contract::ErrorCode;
use tracing::Instrument;

/// Runs requests that may change something as tasks of their own.
pub async fn run(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    let reader = Reader::of(&request);
    let task = tokio::spawn(next.run(request).in_current_span());
    match task.await.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(response) => response,
        // As if it had not been a task: the guard around answers for panics.
        Err(Ok(panic)) => std::panic::resume_unwind(panic),
        // Only a process that ends cuts tasks off.
        Err(Err(_)) => reader.refuse(&state, ErrorCode::Busy),
    }
}
