//! Requests that change something come from our own pages, or not at all.

use crate::support::{Person, TestServer, form};
use contract::ErrorCode;
use reqwest::RequestBuilder;
use serde_json::json;

/// What a browser, or somebody who is none, says about where a request comes from.
type Origin<'a> = (&'a str, Option<&'a str>, Option<String>);

fn origins(host: &str) -> (Vec<Origin<'static>>, Vec<Origin<'static>>) {
    let own = || Some(format!("http://{host}"));
    let allowed = vec![
        ("same origin", Some("same-origin"), None),
        ("same origin, with its origin", Some("same-origin"), own()),
        ("no fetch metadata, own origin", None, own()),
    ];
    let refused = vec![
        ("cross site", Some("cross-site"), None),
        ("cross site that claims our origin", Some("cross-site"), own()),
        ("same site, another host", Some("same-site"), own()),
        ("typed or bookmarked", Some("none"), own()),
        ("nonsense", Some("SAME-ORIGIN, same-origin"), own()),
        ("neither header", None, None),
        ("another origin", None, Some("http://evil.example".to_owned())),
        ("our origin with another scheme", None, Some(format!("https://{host}"))),
        ("our name as a part of theirs", None, Some(format!("http://{host}.evil.example"))),
        ("an opaque origin", None, Some("null".to_owned())),
    ];
    (allowed, refused)
}

fn with_origin(mut request: RequestBuilder, (_, site, origin): &Origin<'_>) -> RequestBuilder {
    if let Some(site) = site {
        request = request.header("sec-fetch-site", *site);
    }
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    request
}

fn put_consent(person: &Person) -> RequestBuilder {
    person.request("PUT", "/api/v1/me/consent").json(&json!({ "granted": true }))
}

fn post_consent(person: &Person) -> RequestBuilder {
    let form_type = "application/x-www-form-urlencoded";
    person.request("POST", "/ui/set-consent").header("content-type", form_type).body(form(&[("granted", "true")]))
}

async fn has_consented(person: &Person) -> bool {
    let state: contract::ConsentView = person.get("/api/v1/me/consent").await.expect(200).json();
    state.granted
}

#[tokio::test]
async fn our_own_pages_may() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for origin in &origins(&server.host()).0 {
        for request in [put_consent(&person), post_consent(&person)] {
            person.consent(false).await;
            let answer = person.send(with_origin(request, origin)).await;
            assert!(answer.status < 400, "{}: {answer:?}", origin.0);
            assert!(has_consented(&person).await, "{}", origin.0);
        }
    }
}

#[tokio::test]
async fn nobody_else_may_and_nothing_happens() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for origin in &origins(&server.host()).1 {
        let answer = person.send(with_origin(put_consent(&person), origin)).await;
        assert_eq!(answer.status, 403, "{}", origin.0);
        answer.problem(ErrorCode::CrossSite);
        let answer = person.send(with_origin(post_consent(&person), origin)).await;
        assert_eq!(answer.status, 403, "{}", origin.0);
        assert!(!has_consented(&person).await, "{}", origin.0);
    }
}

#[tokio::test]
async fn nobody_can_be_signed_in_or_out_from_elsewhere() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let elsewhere = |request: RequestBuilder| request.header("sec-fetch-site", "cross-site");
    person.send(elsewhere(person.request("POST", "/ui/sign-out"))).await.expect(403);
    assert!(person.is_signed_in().await);
    for path in ["/me/export", "/me/memories/mem_77777777777777777777777777777777"] {
        person.send(elsewhere(person.request("POST", path))).await.expect(403);
    }
    let credentials = form(&[("email", "mina@example.com"), ("password", crate::support::PASSWORD)]);
    let anonymous = server.anonymous();
    let request = anonymous.client().bare("POST", "/ui/sign-in").body(credentials);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let answer = crate::support::send(elsewhere(request)).await.expect(403);
    assert_eq!(answer.session_cookie(), None);
}

#[tokio::test]
async fn behind_a_proxy_the_public_address_is_our_origin() {
    let server = TestServer::with(|config| config.server.public_url = "https://memory.example.org".parse().ok()).await;
    let person = server.person("mina").await;
    let own: Origin = ("", None, Some("https://memory.example.org".to_owned()));
    person.send(with_origin(put_consent(&person), &own)).await.expect(200);
    let inner: Origin = ("", None, Some(format!("http://{}", server.host())));
    person.send(with_origin(put_consent(&person), &inner)).await.expect(403);
}

#[tokio::test]
async fn reading_changes_nothing() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for path in [
        "/ui/set-consent?granted=true",
        "/ui/sign-out",
        "/me/consent/off",
        "/me/export?password=x",
        "/api/v1/me/consent?granted=true",
        "/api/v1/me/sessions/end-others",
    ] {
        person.get(path).await;
    }
    assert!(person.is_signed_in().await);
    assert!(!has_consented(&person).await);
}

#[tokio::test]
async fn server_functions_answer_to_post_only() {
    let server = TestServer::start().await;
    for (path, method) in leptos::server_fn::axum::server_fn_paths() {
        assert_eq!(method, http::Method::POST, "{path}");
        let answer = server.anonymous().get(path).await;
        assert_eq!(answer.status, 405, "{path}");
    }
}
