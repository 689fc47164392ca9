//! One rule for caches: files may be kept but must be revalidated; everything else is never stored.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderValue, StatusCode, header};

/// Sets `Cache-Control`. Only files carry `Last-Modified`; pages and API answers never do.
pub async fn rule(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let is_file = response.headers().contains_key(header::LAST_MODIFIED);
    let is_unchanged = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    if is_file || is_unchanged {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        // The files that were compressed beforehand are chosen by this request header.
        if !headers.contains_key(header::VARY) {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
    } else {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}
