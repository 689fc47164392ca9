//! The shapes of refusals: the field is named, the value never repeated.

use crate::support::{Service, TestServer, send};
use contract::{ErrorCode, text};
use serde_json::{Value, json};

async fn service(server: &TestServer) -> Service {
    server.remembered("mina").await;
    server.service("notes").await
}

#[tokio::test]
async fn faults_name_their_fields() {
    let server = TestServer::start().await;
    let service = service(&server).await;
    let long = "x".repeat(text::STATEMENT_MAX_BYTES + 1);
    let save = |more: Value| {
        let mut body = json!({ "subject": "mina", "statement": "tea", "kind": "FACT" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ("/api/v1/memories", body)
    };
    let recall = |more: Value| {
        let mut body = json!({ "subject": "mina", "query": "tea" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ("/api/v1/recall", body)
    };
    for ((path, body), field) in [
        (save(json!({ "statement": long })), "statement"),
        (save(json!({ "statement": " " })), "statement"),
        (save(json!({ "statement": "a\u{7}b" })), "statement"),
        (save(json!({ "statement": 7 })), "statement"),
        (save(json!({ "kind": "SECRET" })), "kind"),
        (save(json!({ "confidence": 1.5 })), "confidence"),
        (save(json!({ "valid_from": "yesterday" })), "valid_from"),
        (save(json!({ "colour": "red" })), "colour"),
        (save(json!({ "source": { "event_id": "", "role": "user" } })), "source.event_id"),
        (save(json!({ "source": { "event_id": "e", "role": "SECRET" } })), "source.role"),
        (recall(json!({ "query": "" })), "query"),
        (recall(json!({ "top_k": 0 })), "top_k"),
        (recall(json!({ "top_k": "SECRET" })), "top_k"),
        (recall(json!({ "threshold": 2 })), "threshold"),
        (recall(json!({ "scopes": [] })), "scopes"),
        (("/api/v1/recall", json!({ "query": "tea" })), "subject"),
    ] {
        let answer = service.post(path, &body).await.expect(422);
        let problem = answer.problem(ErrorCode::InvalidInput);
        let fields: Vec<_> = problem.errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, [field], "{answer:?}");
        assert!(!answer.body.contains("SECRET"), "{answer:?}");
    }
}

#[tokio::test]
async fn bodies_that_cannot_be_read() {
    let server = TestServer::start().await;
    let service = service(&server).await;
    let post = || service.request("POST", "/api/v1/recall");
    let json = |text: &'static str| post().header("content-type", "application/json").body(text);
    send(json("{")).await.expect(400).problem(ErrorCode::MalformedRequest);
    send(json("{\"subject\": SECRET}")).await.expect(400).problem(ErrorCode::MalformedRequest);
    send(json("")).await.expect(400).problem(ErrorCode::MalformedRequest);
    let form = post().header("content-type", "application/x-www-form-urlencoded").body("subject=mina&query=tea");
    send(form).await.expect(415).problem(ErrorCode::UnsupportedMediaType);
    send(post().body("{}")).await.expect(415).problem(ErrorCode::UnsupportedMediaType);
}

#[tokio::test]
async fn bodies_that_are_too_large() {
    let server = TestServer::start().await;
    let service = service(&server).await;
    let huge = format!("\"{}\"", "x".repeat(1_025 * 1024));
    let request = service.request("POST", "/api/v1/recall").header("content-type", "application/json");
    send(request.body(huge.clone())).await.expect(413).problem(ErrorCode::TooLarge);
    let person = server.person("jiho").await;
    person.ui("set-consent", &[("granted", &huge)]).await.expect(413);
}

#[tokio::test]
async fn a_full_statement_fits_however_it_is_escaped() {
    let server = TestServer::start().await;
    let service = service(&server).await;
    let escaped = "\\u0061".repeat(text::STATEMENT_MAX_BYTES);
    let body = format!(r#"{{"subject":"mina","kind":"FACT","statement":"{escaped}"}}"#);
    let request = service.request("POST", "/api/v1/memories").header("content-type", "application/json").body(body);
    send(request).await.expect(201);
}

#[tokio::test]
async fn parameters_of_the_list() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for parameter in ["limit=SECRET", "tab=SECRET", "kind=SECRET", "sort=SECRET", "order=SECRET", "standing=SECRET"] {
        let answer = person.get(&format!("/api/v1/me/memories?{parameter}")).await.expect(400);
        answer.problem(ErrorCode::MalformedRequest);
        assert!(!answer.body.contains("SECRET"), "{answer:?}");
    }
    let long = format!("q={}", "x".repeat(contract::listing::SEARCH_MAX_BYTES + 1));
    assert_eq!(person.get(&format!("/api/v1/me/memories?{long}")).await.expect(422).faulty_fields(), ["q"]);
    person.get("/api/v1/me/memories?subject=jiho").await.expect(400).problem(ErrorCode::MalformedRequest);
    let answer = person.get("/api/v1/me/memories?cursor=SECRET").await.expect(422);
    assert_eq!(answer.problem(ErrorCode::InvalidInput).errors[0].field, "cursor");
    assert!(!answer.body.contains("SECRET"));
}
