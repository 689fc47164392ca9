//! Every request ends: in time, and with an answer even if its handler panics.

use super::{AppState, Reader};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use contract::ErrorCode;
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;

/// Bounds the time of the request and turns a panic into an answer without details; the panic hook logs its place.
pub async fn finish(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let reader = Reader::of(&request);
    let limit = state.config.server.request_timeout();
    // What a handler leaves behind when it unwinds is the request's own and is dropped with it.
    let run = AssertUnwindSafe(next.run(request)).catch_unwind();
    match tokio::time::timeout(limit, run).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => reader.refuse(&state, ErrorCode::Internal),
        Err(_) => {
            tracing::warn!("request took too long and was given up");
            reader.refuse(&state, ErrorCode::Busy)
        }
    }
}
