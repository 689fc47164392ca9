//! Requests that change something must come from our own pages.
//!
//! Browsers say so themselves in `Sec-Fetch-Site`, which scripts cannot set. They leave it out on plain http beyond
//! loopback; there `Origin` must be ours. A request with neither is refused. `none` (typed or bookmarked) is refused
//! too: no such request of ours changes anything.
//!
//! A program that has proven itself by a personal key is let through: no browser sends that header by itself.

use super::host::host;
use super::{AppState, Reader};
use crate::api::KeyHolder;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use contract::ErrorCode;
use http::{HeaderName, Method, header};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses what comes from elsewhere.
pub async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_program = request.extensions().get::<KeyHolder>().is_some();
    if is_safe || is_program || is_own(&state, &request) {
        return next.run(request).await;
    }
    tracing::warn!("refused a request that did not come from our own pages");
    Reader::of(&request).refuse(&state, ErrorCode::CrossSite)
}

fn is_own(state: &AppState, request: &Request) -> bool {
    if let Some(site) = request.headers().get(SEC_FETCH_SITE) {
        return site == "same-origin";
    }
    let Some(origin) = request.headers().get(header::ORIGIN) else { return false };
    let own = match &state.config.server.public_url {
        Some(url) => url.origin(),
        None => format!("http://{}", host(request)),
    };
    origin.to_str().is_ok_and(|origin| origin.eq_ignore_ascii_case(&own))
}
