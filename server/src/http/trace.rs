//! One log line a request: method, route, status, duration.
//!
//! The route is the pattern, not the address: addresses and query strings are typed by people and may hold anything.

use super::request_id::RequestId;
use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use std::time::Instant;
use tracing::Instrument;

/// Runs the request in a span of its own and logs the outcome.
pub async fn log(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("(no route)", MatchedPath::as_str).to_owned();
    let id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let span = tracing::info_span!("request", request.id = id, http.method = %request.method(), http.route = route);
    let is_routine = route.starts_with("/pkg/") || route == "/healthz" || route == "/readyz";
    async move {
        let begun = Instant::now();
        let response = next.run(request).await;
        let (status, micros) = (response.status().as_u16(), begun.elapsed().as_micros());
        if is_routine {
            tracing::debug!(http.status = status, duration.us = micros, "request answered");
        } else {
            tracing::info!(http.status = status, duration.us = micros, "request answered");
        }
        response
    }
    .instrument(span)
    .await
}
