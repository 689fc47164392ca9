//! The session cookie's attributes, with and without TLS.

use crate::support::{PASSWORD, TestServer, send};
use contract::Role;

fn attributes(cookie: &str) -> Vec<String> {
    let mut parts: Vec<_> = cookie.split(';').skip(1).map(|part| part.trim().to_ascii_lowercase()).collect();
    parts.sort();
    parts
}

async fn signed_in_cookie(server: &TestServer, role: Role) -> String {
    server.account("mina", role, "default").await;
    let answer = server.anonymous().sign_in("mina@example.com", PASSWORD).await.expect(200);
    assert_eq!(answer.cookies().len(), 1);
    answer.session_cookie().unwrap().to_owned()
}

#[tokio::test]
async fn plain_http() {
    let server = TestServer::start().await;
    let cookie = signed_in_cookie(&server, Role::User).await;
    assert!(cookie.starts_with("gieok="), "{cookie}");
    assert_eq!(attributes(&cookie), ["httponly", "max-age=1209600", "path=/", "samesite=lax"]);
}

#[tokio::test]
async fn tls_ties_the_cookie_to_host_and_tls() {
    let server = TestServer::with(|config| config.server.public_url = "https://memory.example.org".parse().ok()).await;
    let cookie = signed_in_cookie(&server, Role::Reviewer).await;
    assert!(cookie.starts_with("__Host-gieok="), "{cookie}");
    assert_eq!(attributes(&cookie), ["httponly", "max-age=1800", "path=/", "samesite=lax", "secure"]);
}

#[tokio::test]
async fn the_removal_cookie_is_one_that_browsers_obey() {
    let server = TestServer::with(|config| config.server.public_url = "https://memory.example.org".parse().ok()).await;
    let person = server.person("mina").await;
    let answer = person.ui("sign-out", &[]).await;
    assert!(answer.status < 400, "{answer:?}");
    assert_eq!(answer.cookies(), ["__Host-gieok=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"]);
}

#[tokio::test]
async fn visitors_get_no_cookie() {
    let server = TestServer::start().await;
    for path in ["/", "/login", "/me", "/nowhere", "/healthz", "/api/v1/me/consent"] {
        assert!(server.anonymous().get(path).await.cookies().is_empty(), "{path}");
    }
    assert_eq!(server.anonymous().sign_in("mina@example.com", "wrong password 1").await.session_cookie(), None);
}

#[tokio::test]
async fn a_cookie_that_is_none_is_taken_away() {
    let server = TestServer::start().await;
    for value in ["nonsense", "AAAAAAAAAAAAAAAAAAAAAA", "", "../../etc"] {
        let anonymous = server.anonymous();
        let request = anonymous.client().bare("GET", "/api/v1/me/consent").header("cookie", format!("gieok={value}"));
        let answer = send(request).await.expect(401);
        assert!(answer.session_cookie().is_none_or(|cookie| cookie.starts_with("gieok=;")), "{value}: {answer:?}");
    }
}
