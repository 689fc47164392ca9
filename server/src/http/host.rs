//! A demo answers to loopback names only.
//!
//! Its passwords are public. Without this check, any web site could point a name of its own at 127.0.0.1 (DNS rebinding)
//! and use the demo in the visitor's browser as if it were its own origin.

use super::AppState;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};

/// Refuses other names in a demo.
pub async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !state.is_demo || is_loopback(host(&request)) {
        return next.run(request).await;
    }
    (StatusCode::MISDIRECTED_REQUEST, "the demo answers at http://127.0.0.1 and http://localhost only\n")
        .into_response()
}

/// The authority that the request is for: `Host`, or the address itself in HTTP/2.
pub fn host(request: &Request) -> &str {
    let named = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    named.or_else(|| request.uri().authority().map(http::uri::Authority::as_str)).unwrap_or_default()
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_names() {
        for host in ["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "localhost.evil.example", "127.0.0.1.evil.example:3000", "evil.example", "[::1"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
