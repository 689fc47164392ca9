//! What every answer carries, whatever it is an answer to.

use crate::support::{Answer, TestServer, send};
use contract::ErrorCode;

async fn one_of_each(server: &TestServer) -> Vec<Answer> {
    let person = server.person("mina").await;
    let anonymous = server.anonymous();
    let client = anonymous.client();
    vec![
        anonymous.get("/").await,
        anonymous.get("/login").await,
        anonymous.get("/nowhere").await,
        anonymous.get("/api/v1/nowhere").await,
        anonymous.get("/healthz").await,
        person.get("/me").await,
        person.get("/api/v1/me/memories").await,
        person.ui("consent", &[]).await,
        send(client.bare("POST", "/api/v1/recall")).await,
        send(client.bare("POST", "/ui/sign-out")).await,
    ]
}

#[tokio::test]
async fn every_answer_is_protected_and_never_stored() {
    let server = TestServer::start().await;
    for answer in one_of_each(&server).await {
        assert_eq!(answer.header("cache-control"), "no-store", "{answer:?}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert!(answer.header("permissions-policy").contains("camera=()"));
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"));
        // Plain http: insisting on TLS would lock people out.
        assert_eq!(answer.header("strict-transport-security"), "");
    }
}

#[tokio::test]
async fn request_ids_are_ours() {
    let server = TestServer::start().await;
    let request = server.anonymous().client().bare("GET", "/healthz").header("x-request-id", "forged\tline");
    let (first, second) = (send(request).await, server.anonymous().get("/healthz").await);
    assert_eq!(first.header("x-request-id").len(), 32);
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
}

#[tokio::test]
async fn tls_is_insisted_on_where_there_is_tls() {
    let server = TestServer::with(|config| config.server.public_url = "https://memory.example.org".parse().ok()).await;
    let answer = server.anonymous().get("/").await;
    assert!(answer.header("strict-transport-security").starts_with("max-age="));
}

#[tokio::test]
async fn unknown_addresses_are_404_for_people_and_programs() {
    let server = TestServer::start().await;
    let page = server.anonymous().get("/nowhere").await.expect(404);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.body.contains("<a "), "a way out");
    for path in ["/api", "/api/", "/api/v1", "/api/v1/nowhere", "/api/v2/recall", "/api/v1/me/nowhere"] {
        server.anonymous().get(path).await.expect(404).problem(ErrorCode::NotFound);
    }
    server.anonymous().get("/pkg/nowhere.js").await.expect(404);
}
