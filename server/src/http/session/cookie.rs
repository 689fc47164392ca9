//! The session cookie's name, and a removal cookie that browsers obey.

use crate::http::AppState;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderMap, HeaderValue, header};

/// Under TLS the `__Host-` prefix ties the cookie to this very host and to TLS.
pub fn name(is_tls: bool) -> &'static str {
    if is_tls { "__Host-gieok" } else { "gieok" }
}

/// Replaces the session middleware's removal cookie: it lacks `Secure`, and browsers ignore a `__Host-` cookie without.
pub async fn mend_removal(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    mend(response.headers_mut(), state.config.server.is_tls());
    response
}

fn mend(headers: &mut HeaderMap, is_tls: bool) {
    let removal = format!("{}=;", name(is_tls));
    let is_removal = |value: &HeaderValue| value.as_bytes().starts_with(removal.as_bytes());
    if !headers.get_all(header::SET_COOKIE).iter().any(is_removal) {
        return;
    }
    let others: Vec<_> =
        headers.get_all(header::SET_COOKIE).iter().filter(|value| !is_removal(value)).cloned().collect();
    headers.remove(header::SET_COOKIE);
    for value in others {
        headers.append(header::SET_COOKIE, value);
    }
    let ours = if is_tls {
        "__Host-gieok=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"
    } else {
        "gieok=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
    };
    headers.append(header::SET_COOKIE, HeaderValue::from_static(ours));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_removal_is_replaced() {
        let mut headers = HeaderMap::new();
        for value in ["lang=ko; Path=/", "__Host-gieok=; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT"] {
            headers.append(header::SET_COOKIE, HeaderValue::from_static(value));
        }
        mend(&mut headers, true);
        let cookies: Vec<_> = headers.get_all(header::SET_COOKIE).iter().collect();
        let ours = "__Host-gieok=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure";
        assert_eq!(cookies, ["lang=ko; Path=/", ours]);
    }

    #[test]
    fn a_living_cookie_is_left_alone() {
        let mut headers = HeaderMap::new();
        headers.append(header::SET_COOKIE, HeaderValue::from_static("gieok=abc; HttpOnly"));
        mend(&mut headers, false);
        assert_eq!(headers.get(header::SET_COOKIE).expect("a cookie"), "gieok=abc; HttpOnly");
    }
}
