//! Asking one's own memory: what an assistant would get, and why not the rest.

use crate::support::TestServer;
use contract::{AskAnswer, ErrorCode, LeftOut, Statement};
use serde_json::{Value, json};

#[tokio::test]
async fn the_answer_is_what_an_assistant_would_get() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let scope = json!({ "scope": format!("service:{}", service.id()) });
    service.must_save("mina", "Mina drinks green tea every morning").await;
    service.save_with("mina", "Mina orders green tea in notes", &scope).await.expect(201);
    for (asked, recalled) in [
        (json!({ "query": "green tea" }), None),
        (json!({ "query": "green tea", "service": service.id() }), Some(service.found("mina", "green tea").await)),
    ] {
        let answer: AskAnswer = person.rest("POST", "/ask", &asked).await.expect(200).json();
        let found: Vec<_> = answer.recall.memories.iter().map(|memory| memory.statement.clone()).collect();
        let personal = vec!["Mina drinks green tea every morning".to_owned()];
        assert_eq!(found, recalled.unwrap_or(personal));
        assert!(answer.recall.memories.iter().all(|memory| memory.score.total > 0.0));
    }
}

#[tokio::test]
async fn what_is_left_out_says_why_and_shows_no_more_than_the_list() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    for number in 0..10 {
        service.must_save("mina", &format!("Mina likes tea number {number}")).await;
    }
    let pii = json!({ "sensitivity": "pii" });
    service.save_with("mina", "Mina's heliotrope tea", &pii).await.expect(201);
    let past = json!({ "valid_from": "2020-01-01T00:00:00Z", "valid_to": "2021-01-01T00:00:00Z" });
    service.save_with("mina", "Mina liked tea in 2020", &past).await.expect(201);
    let answer = person.rest("POST", "/ask", &json!({ "query": "tea" })).await.expect(200);
    assert!(!answer.body.contains("heliotrope"));
    let answer: AskAnswer = answer.json();
    assert_eq!(answer.recall.memories.len(), 8);
    assert!(answer.left_out.iter().any(|left| left.reason == LeftOut::OverTopK), "{:?}", answer.left_out);
    assert!(answer.left_out.iter().all(|left| matches!(left.row.statement, Statement::Shown(_))));
    assert_eq!((answer.never_searched.sensitive.value, answer.never_searched.not_current.value), (1, 1));
}

#[tokio::test]
async fn questions_that_cannot_be_asked() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let ask = async |body: Value| person.rest("POST", "/ask", &body).await;
    assert_eq!(ask(json!({ "query": " " })).await.expect(422).faulty_fields(), ["query"]);
    assert_eq!(ask(json!({ "query": "x".repeat(9_000) })).await.expect(422).faulty_fields(), ["query"]);
    assert_eq!(ask(json!({ "query": "tea", "service": "SECRET" })).await.expect(422).faulty_fields(), ["service"]);
    let nobody = format!("svc_{}", "7".repeat(32));
    ask(json!({ "query": "tea", "service": nobody })).await.expect(404).problem(ErrorCode::NotFound);
    person.consent(false).await;
    ask(json!({ "query": "tea" })).await.expect(403).problem(ErrorCode::ConsentRequired);
}

#[tokio::test]
async fn without_the_model_words_answer() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    server.service("notes").await.must_save("mina", "Mina drinks green tea").await;
    server.break_model();
    let answer: AskAnswer = person.rest("POST", "/ask", &json!({ "query": "green tea" })).await.expect(200).json();
    assert!(answer.recall.degraded);
    assert_eq!(answer.recall.memories.len(), 1);
}
