//! The browser bundle and the static files, from the site folder.

use super::AppState;
use axum::Router;
use axum::handler::HandlerWithoutStateExt;
use http::StatusCode;
use tower_http::services::ServeDir;

/// `/pkg`: the bundle. Needs no session; an unknown file is a bare 404, because no person reads it.
pub fn packages(state: &AppState) -> Router {
    let missing = (|| async { StatusCode::NOT_FOUND }).into_service();
    let files = ServeDir::new(state.config.server.site.join("pkg"))
        .append_index_html_on_directories(false)
        .precompressed_br()
        .fallback(missing);
    Router::new().nest_service("/pkg", files)
}

/// Files at the root, such as the icon.
pub fn public(state: &AppState) -> ServeDir {
    ServeDir::new(&state.config.server.site).append_index_html_on_directories(false).precompressed_br()
}
