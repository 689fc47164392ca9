//! HTTP: the router, and the layers that every request passes.
//!
//! Three surfaces with different guards: pages and `/ui` (session cookie, CSRF check), `/api/v1/me` and
//! `/api/v1/admin` (the same guards, JSON; on `/api/v1/me` a personal key stands in for both), and the rest of `/api/v1`
//! (bearer keys; cookies are not even read).

mod address;
mod assets;
mod caching;
mod csrf;
mod download;
mod forms;
mod guard;
mod headers;
mod host;
mod outlive;
mod pages;
mod request_id;
pub mod session;
mod state;
mod surface;
mod trace;

pub use address::ClientAddress;
pub use download::export_file;
pub use headers::CspNonce;
pub use pages::page_paths;
pub use session::CurrentSession;
pub use state::AppState;
pub use surface::Reader;

use crate::api;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

/// The whole application.
pub fn router(state: &AppState) -> Router {
    let limit = state.config.server.body_limit();
    // Leptos reads bodies by itself; the handlers of the API refuse large ones in their own words.
    let pages = pages::routes(state).layer(RequestBodyLimitLayer::new(limit));
    let guarded = session::guard(pages.merge(api::person_routes(state)), state);
    let guarded = guarded
        .layer(from_fn_with_state(state.clone(), api::prove_by_key))
        .layer(from_fn_with_state(state.clone(), outlive::run));
    let router = Router::new()
        .merge(guarded)
        .merge(api::service_routes(state))
        .merge(api::open_routes(state))
        .merge(assets::packages(state))
        .layer(DefaultBodyLimit::max(limit));
    with_common_layers(router, state)
}

/// The last layer here is the first that a request meets.
fn with_common_layers(router: Router, state: &AppState) -> Router {
    router
        .layer(from_fn_with_state(state.clone(), host::check))
        .layer(from_fn_with_state(state.clone(), guard::finish))
        .layer(CompressionLayer::new())
        .layer(from_fn(caching::rule))
        .layer(from_fn_with_state(state.clone(), headers::protect))
        .layer(from_fn(trace::log))
        .layer(from_fn_with_state(state.clone(), request_id::give))
}
