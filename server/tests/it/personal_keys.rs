//! Personal keys: a person's own programs act for the person, and a key makes up for nothing and is made up for by
//! nothing.

use crate::support::{TestServer, send};
use contract::{CreatedPersonalKey, ErrorCode};
use serde_json::{Value, json};
use std::time::Duration;

const CONSENT: &str = "/api/v1/me/consent";

#[tokio::test]
async fn a_key_is_told_once_and_listed_by_its_first_characters() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let made = person.rest("POST", "/keys", &json!({ "name": "backup script" })).await.expect(201);
    let CreatedPersonalKey { key, secret } = made.json();
    assert!(secret.starts_with("gp_") && secret.starts_with(&key.prefix) && key.prefix.len() < secret.len() / 2);
    let list = person.get("/api/v1/me/keys").await.expect(200);
    assert!(!list.body.contains(&secret));
    let items: Value = list.json();
    assert_eq!(items["items"], json!([key]));
    assert!(!person.get("/me/keys").await.expect(200).body.contains(&secret));
}

#[tokio::test]
async fn a_program_needs_no_cookie_and_does_not_say_where_it_runs() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let program = person.program("script").await;
    program.rest("PUT", "/consent", &json!({ "granted": true })).await.expect(200);
    let elsewhere = program.request("PUT", CONSENT).header("sec-fetch-site", "cross-site");
    let elsewhere = elsewhere.header("origin", "https://elsewhere.example").json(&json!({ "granted": false }));
    assert!(send(elsewhere).await.expect(200).cookies().is_empty());
    let state: contract::ConsentView = person.get(CONSENT).await.expect(200).json();
    assert!(!state.granted);
}

#[tokio::test]
async fn with_a_key_the_cookie_is_not_even_read() {
    let server = TestServer::start().await;
    let (mina, jiho) = (server.remembered("mina").await, server.remembered("jiho").await);
    let service = server.service("notes").await;
    service.must_save("mina", "Mina likes tea").await;
    service.must_save("jiho", "Jiho likes coffee").await;
    let program = mina.program("script").await;
    let both = || program.request("GET", "/api/v1/me/memories").header("cookie", jiho.cookie());
    let body = send(both()).await.expect(200).body;
    assert!(body.contains("tea") && !body.contains("coffee"), "the key counts");
    // Nor is the session prolonged: a browser that was idle too long stays signed out.
    server.advance(Duration::from_hours(13 * 24));
    assert!(send(both()).await.expect(200).cookies().is_empty());
    server.advance(Duration::from_hours(2 * 24));
    send(both()).await.expect(200);
    assert!(!jiho.is_signed_in().await);
}

#[tokio::test]
async fn a_valid_cookie_does_not_make_up_for_a_wrong_key() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let secret = person.program("script").await.key().secret.clone();
    let service = server.service("notes").await;
    let wrong = format!("{}x", &secret[..secret.len() - 1]);
    for value in [
        format!("Bearer {wrong}"),
        format!("Bearer {}", service.secret()),
        format!("Basic {secret}"),
        secret.clone(),
        "Bearer".to_owned(),
        "Bearer  ".to_owned(),
        String::new(),
    ] {
        let request = person.request("GET", CONSENT).header("authorization", &value);
        let answer = person.send(request).await.expect(401);
        answer.problem(ErrorCode::Unauthenticated);
        assert!(answer.cookies().is_empty(), "the browser stays signed in");
    }
    let twice = person.request("GET", CONSENT).bearer_auth(&secret).header("authorization", format!("Bearer {secret}"));
    person.send(twice).await.expect(401);
    assert!(person.is_signed_in().await);
}

#[tokio::test]
async fn a_key_proves_nothing_to_pages_and_services_routes() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let program = person.program("script").await;
    let recall = json!({ "subject": "mina", "query": "tea" });
    send(program.request("POST", "/api/v1/recall").json(&recall)).await.expect(401);
    let page = send(program.request("GET", "/me")).await;
    assert!(page.header("location").starts_with("/login"), "{page:?}");
    let function = program.request("POST", "/ui/my-memories").header("sec-fetch-site", "same-origin");
    let function = function.header("content-type", "application/x-www-form-urlencoded").body("");
    send(function.header("accept", "application/json")).await.expect(401);
}

#[tokio::test]
async fn a_key_makes_and_sees_no_keys_and_no_sessions() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let program = person.program("script").await;
    let own = program.key().key.key_id.clone();
    for (method, path) in [
        ("GET", "/keys".to_owned()),
        ("POST", "/keys".to_owned()),
        ("DELETE", format!("/keys/{own}")),
        ("GET", "/sessions".to_owned()),
        ("POST", "/sessions/end-others".to_owned()),
    ] {
        let answer = program.rest(method, &path, &json!({ "name": "another" })).await.expect(403);
        answer.problem(ErrorCode::Forbidden);
    }
    assert!(person.is_signed_in().await);
    program.get("/consent").await.expect(200);
}

#[tokio::test]
async fn a_revoked_key_stops_at_once() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let (program, other) = (person.program("one").await, person.program("two").await);
    let path = format!("/keys/{}", program.key().key.key_id);
    person.rest("DELETE", &path, &json!({})).await.expect(204);
    program.get("/consent").await.expect(401).problem(ErrorCode::Unauthenticated);
    other.get("/consent").await.expect(200);
    assert_eq!(server.audited("personal_key.create").await.len(), 2);
    let [revoked] = &server.audited("personal_key.revoke").await[..] else { panic!("one entry") };
    assert_eq!((revoked.actor_kind.as_str(), revoked.outcome.as_str()), ("person", "ok"));
}

#[tokio::test]
async fn a_key_needs_a_name_and_there_are_not_too_many() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for name in [String::new(), " ".to_owned(), "x".repeat(101), "a\u{7}".to_owned()] {
        let answer = person.rest("POST", "/keys", &json!({ "name": name })).await.expect(422);
        assert_eq!(answer.faulty_fields(), ["name"]);
    }
    for number in 0..20 {
        person.program(&format!("script {number}")).await;
    }
    person.rest("POST", "/keys", &json!({ "name": "one too many" })).await.expect(422);
}
