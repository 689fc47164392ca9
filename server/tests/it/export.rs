//! Taking everything along: after the password, whole, as a file, and nothing of anybody else.

use crate::support::{Answer, PASSWORD, Person, TestServer, count};
use contract::{ErrorCode, Export};
use serde_json::json;

/// Mina with two memories, one of them masked, and Jiho with one.
async fn remembered(server: &TestServer) -> Person {
    let mina = server.remembered("mina").await;
    server.remembered("jiho").await;
    let service = server.service("notes").await;
    service.must_save("mina", "Mina likes tea").await;
    let pii = json!({ "sensitivity": "pii" });
    service.save_with("mina", "Mina's number is 010-0000-0000", &pii).await.expect(201);
    service.must_save("jiho", "Jiho likes coffee").await;
    mina
}

async fn rest(person: &Person, password: &str, format: &str) -> Answer {
    person.rest("POST", "/export", &json!({ "password": password, "format": format })).await
}

fn assert_is_file(answer: &Answer, content_type: &str, ending: &str) {
    assert_eq!(answer.header("content-type"), content_type);
    let name = answer.header("content-disposition");
    let date = name.strip_prefix("attachment; filename=\"gieok-export-").and_then(|rest| rest.strip_suffix(ending));
    assert!(date.is_some_and(|date| date.len() == "2026-01-31".len()), "{name}");
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[tokio::test]
async fn json_holds_everything_of_the_person_and_nothing_of_others() {
    let server = TestServer::start().await;
    let person = remembered(&server).await;
    let secret = person.program("script").await.key().secret.clone();
    let answer = rest(&person, PASSWORD, "json").await.expect(200);
    assert_is_file(&answer, "application/json", ".json\"");
    let export: Export = answer.json();
    assert_eq!(&export.account.user_id, person.id());
    assert_eq!(export.account.email.as_deref(), Some("mina@example.com"));
    assert_eq!(export.account.external_ids, ["mina"]);
    assert_eq!((export.memories.len(), export.consent.len(), export.sessions.len(), export.keys.len()), (2, 1, 1, 1));
    assert!(answer.body.contains("010-0000-0000"), "unmasked");
    assert!(!answer.body.contains("coffee") && !answer.body.contains(&secret));
    let [entry] = &server.audited("person.export").await[..] else { panic!("one entry") };
    assert_eq!((entry.actor_kind.as_str(), entry.outcome.as_str()), ("person", "ok"));
}

#[tokio::test]
async fn markdown_is_for_people() {
    let server = TestServer::start().await;
    let person = remembered(&server).await;
    let answer = rest(&person, PASSWORD, "markdown").await.expect(200);
    assert_is_file(&answer, "text/markdown; charset=utf-8", ".md\"");
    assert!(answer.body.contains("Mina likes tea") && !answer.body.contains("coffee"));
    let korean = person.request("POST", "/api/v1/me/export").header("accept-language", "ko");
    let korean = korean.header("sec-fetch-site", "same-origin");
    let korean = person.send(korean.json(&json!({ "password": PASSWORD, "format": "markdown" }))).await.expect(200);
    assert_ne!(korean.body.lines().next(), answer.body.lines().next(), "in the reader's language");
}

#[tokio::test]
async fn the_password_is_asked_again() {
    let server = TestServer::start().await;
    let person = remembered(&server).await;
    let answer = rest(&person, "not my password", "json").await.expect(403);
    answer.problem(ErrorCode::WrongPassword);
    assert!(!answer.body.contains("tea"));
    person.rest("POST", "/export", &json!({ "format": "json" })).await.expect(422);
    person.rest("POST", "/export", &json!({ "password": PASSWORD, "format": "SECRET" })).await.expect(422);
    let program = person.program("script").await;
    let body = json!({ "password": "not my password" });
    program.rest("POST", "/export", &body).await.expect(403).problem(ErrorCode::WrongPassword);
    program.rest("POST", "/export", &json!({ "password": PASSWORD })).await.expect(200);
}

#[tokio::test]
async fn guessing_the_password_is_limited() {
    let server = TestServer::with(|config| config.login.per_hour_per_account = count(3)).await;
    let person = server.person("mina").await;
    let mut answer = rest(&person, "not my password", "json").await;
    for _ in 0..3 {
        answer = rest(&person, "not my password", "json").await;
    }
    answer.problem(ErrorCode::RateLimited);
    assert!(!answer.header("retry-after").is_empty());
    let form = person.form("/me/export", &[("password", PASSWORD), ("format", "json")]).await.expect(303);
    assert_eq!(form.header("location"), "/me/data?error=rate_limited");
}

#[tokio::test]
async fn the_plain_form_answers_with_a_file_or_goes_back_with_a_code() {
    let server = TestServer::start().await;
    let person = remembered(&server).await;
    let file = person.form("/me/export", &[("password", PASSWORD), ("format", "markdown")]).await.expect(200);
    assert_is_file(&file, "text/markdown; charset=utf-8", ".md\"");
    let file = person.form("/me/export", &[("password", PASSWORD), ("format", "json")]).await.expect(200);
    assert_is_file(&file, "application/json", ".json\"");
    for (fields, code) in [
        (&[("password", "not my password"), ("format", "json")][..], "wrong_password"),
        (&[("password", PASSWORD), ("format", "SECRET")], "malformed_request"),
        (&[("format", "json")], "malformed_request"),
    ] {
        let answer = person.form("/me/export", fields).await.expect(303);
        assert_eq!(answer.header("location"), format!("/me/data?error={code}"));
    }
    let anonymous = server.anonymous();
    let request = anonymous.client().bare("POST", "/me/export").header("sec-fetch-site", "same-origin");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body("password=x");
    let stranger = crate::support::send(request).await.expect(303);
    assert_eq!(stranger.header("location"), "/login?next=/me/data");
}
