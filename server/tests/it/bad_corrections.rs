//! Corrections that should not be: each is refused with the field's name, never the value, and changes nothing.

use crate::support::{Answer, Person, TestServer};
use contract::{EditableMemory, ErrorCode, MemoryId};
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

/// Mina, and a memory of hers.
async fn remembered(server: &TestServer) -> (Person, MemoryId) {
    let person = server.remembered("mina").await;
    let memory = server.service("notes").await.must_save("mina", "Mina likes tea").await.memory_id;
    (person, memory)
}

fn fine() -> Value {
    json!({
        "statement": "Mina likes coffee",
        "sensitivity": "normal",
        "confidence": 1.0,
        "valid_from": "2026-01-01T00:00:00Z",
    })
}

fn with(more: &Value) -> Value {
    let mut memory = fine();
    memory.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    memory
}

async fn put_text(person: &Person, memory: &MemoryId, body: impl Into<String>) -> Answer {
    let request = person.request("PUT", &format!("/api/v1/me/memories/{memory}"));
    let request = request.header("sec-fetch-site", "same-origin").header("content-type", "application/json");
    person.send(request.body(body.into())).await
}

async fn put(person: &Person, memory: &MemoryId, to: &Value) -> Answer {
    put_text(person, memory, json!({ "version": 1, "memory": to }).to_string()).await
}

async fn assert_unchanged(person: &Person, memory: &MemoryId) {
    let detail = person.open(memory).await;
    assert_eq!((detail.version, detail.memory.statement.as_str()), (1, "Mina likes tea"));
}

#[tokio::test]
async fn values_that_are_out_of_bounds() {
    let server = TestServer::start().await;
    let (person, memory) = remembered(&server).await;
    for (more, field) in [
        (json!({ "statement": "SECRET".repeat(64 * 1024 / 6 + 1) }), "memory.statement"),
        (json!({ "statement": "" }), "memory.statement"),
        (json!({ "statement": " \u{3000}\n" }), "memory.statement"),
        (json!({ "statement": "SECRET\u{7}" }), "memory.statement"),
        (json!({ "statement": "SECRET\u{0}" }), "memory.statement"),
        (json!({ "confidence": 1.7 }), "memory.confidence"),
        (json!({ "confidence": -0.1 }), "memory.confidence"),
        (json!({ "confidence": "SECRET" }), "memory"),
        (json!({ "sensitivity": "SECRET" }), "memory"),
        (json!({ "valid_from": "SECRET" }), "memory"),
        (json!({ "valid_to": "2025-12-31T00:00:00Z" }), "memory.valid_to"),
        (json!({ "valid_to": "2026-01-01T00:00:00Z" }), "memory.valid_to"),
        (json!({ "keywords": ["tea", ""] }), "memory.keywords[1]"),
        (json!({ "keywords": vec!["tea"; 33] }), "memory.keywords"),
        (json!({ "entities": [{ "name": "SECRET", "type": "" }] }), "memory.entities[0].type"),
        (json!({ "normalized_fact": { "predicate": "", "object": "SECRET" } }), "memory.normalized_fact.predicate"),
        (json!({ "evidence": [{ "event_id": "", "role": "user" }] }), "memory.evidence[0].event_id"),
    ] {
        let answer = put(&person, &memory, &with(&more)).await.expect(422);
        assert_eq!(answer.faulty_fields(), [field], "{answer:?}");
        assert!(!answer.body.contains("SECRET"), "{answer:?}");
    }
    assert_unchanged(&person, &memory).await;
}

#[tokio::test]
async fn fields_that_cannot_be_changed_and_fields_that_do_not_exist_are_all_named() {
    let server = TestServer::start().await;
    let (person, memory) = remembered(&server).await;
    let more = json!({
        "id": 1, "memory_id": memory, "owner": "x", "scope": "personal", "kind": "RULE", "occurred_at": "SECRET",
        "audit": [], "colour": "SECRET",
    });
    let answer = put(&person, &memory, &with(&more)).await.expect(422);
    let mut fields = answer.faulty_fields();
    fields.sort_unstable();
    let expected = ["audit", "colour", "id", "kind", "memory_id", "occurred_at", "owner", "scope"];
    assert_eq!(fields, expected.map(|name| format!("memory.{name}")));
    assert!(!answer.body.contains("SECRET"), "{answer:?}");
    let evidence = json!({ "evidence": [{ "event_id": "e", "role": "user", "occurred_at": "2026-01-01T00:00:00Z" }] });
    put(&person, &memory, &with(&evidence)).await.expect(422);
    assert_unchanged(&person, &memory).await;
}

#[tokio::test]
async fn bodies_that_are_not_what_was_asked_for() {
    let server = TestServer::start().await;
    let (person, memory) = remembered(&server).await;
    let fine = fine().to_string();
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let long = fine.replacen('{', &format!("{{{}", " ".repeat(520 * 1024)), 1);
    let twice = fine.replacen('{', r#"{"statement":"SECRET","#, 1);
    for (body, field) in [
        (format!(r#"{{"memory":{fine}}}"#), "version"),
        (format!(r#"{{"version":"SECRET","memory":{fine}}}"#), "version"),
        (format!(r#"{{"version":1,"version":1,"memory":{fine}}}"#), "version"),
        (format!(r#"{{"version":1,"memory":{fine},"colour":"SECRET"}}"#), "colour"),
        (format!(r#"{{"version":1,"memory":{fine},"memory":{fine}}}"#), "memory"),
        (format!(r#"{{"version":1,"memory":{twice}}}"#), "memory.statement"),
        (format!(r#"{{"version":1,"memory":{deep}}}"#), "memory"),
        (r#"{"version":1,"memory":"SECRET"}"#.to_owned(), "memory"),
        (r#"{"version":1,"memory":null}"#.to_owned(), "memory"),
        (r#"{"version":1}"#.to_owned(), "memory"),
        (format!(r#"{{"version":1,"memory":{long}}}"#), "memory"),
    ] {
        let answer = put_text(&person, &memory, body).await.expect(422);
        assert_eq!(answer.faulty_fields(), [field], "{answer:?}");
        assert!(!answer.body.contains("SECRET"), "{answer:?}");
    }
    assert_unchanged(&person, &memory).await;
}

#[tokio::test]
async fn bodies_that_are_no_json() {
    let server = TestServer::start().await;
    let (person, memory) = remembered(&server).await;
    let fine = fine().to_string();
    let confidence = |number: &str| fine.replace("\"confidence\":1.0", &format!("\"confidence\":{number}"));
    for body in [
        String::new(),
        "SECRET".to_owned(),
        format!(r#"{{"version":1,"memory":{fine}"#),
        format!(r#"{{"version":1,"memory":{}}}"#, confidence("NaN")),
        format!(r#"{{"version":1,"memory":{}}}"#, confidence("Infinity")),
        format!(r#"{{"version":1,"memory":{fine}}} SECRET"#),
        format!("{}1", "[".repeat(100_000)),
        "{\"version\":1,\"memory\":{\"statement\":\"\u{7}\"}}".to_owned(),
    ] {
        let answer = put_text(&person, &memory, body).await;
        assert!(answer.status == 400 || answer.status == 422, "{answer:?}");
        assert!(!answer.body.contains("SECRET"), "{answer:?}");
    }
    let request = person.request("PUT", &format!("/api/v1/me/memories/{memory}"));
    let request = request.header("sec-fetch-site", "same-origin").header("content-type", "application/json");
    person.send(request.body(vec![b'{', 0xff, b'}'])).await.expect(400).problem(ErrorCode::MalformedRequest);
    let too_large = put_text(&person, &memory, " ".repeat(1_025 * 1024)).await.expect(413);
    too_large.problem(ErrorCode::TooLarge);
    assert_unchanged(&person, &memory).await;
}

#[tokio::test]
async fn unusual_texts_are_kept_to_the_byte_and_cannot_leave_their_place() {
    let server = TestServer::start().await;
    let (person, memory) = remembered(&server).await;
    for (version, statement) in (1..).zip([
        "\u{202e}backwards\u{202c} and on",
        "\u{2066}isolated",
        "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 한국어 각",
        "</p></main><script>alert(1)</script><img src=x onerror=alert(1)>",
        "line\nbreak\tand tab",
    ]) {
        let to = with(&json!({ "statement": statement }));
        put_text(&person, &memory, json!({ "version": version, "memory": to }).to_string()).await.expect(200);
        assert_eq!(person.open(&memory).await.memory.statement, statement);
        let page = person.get("/me").await.expect(200).body;
        assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "as text: {statement}");
        if let Some(place) = page.find(statement) {
            let before = &page[..place];
            assert!(before.rfind("<bdi") > before.rfind("</bdi>"), "{statement} is not isolated");
        }
    }
}

#[tokio::test]
async fn a_full_memory_fits() {
    let server = TestServer::start().await;
    let (person, memory) = remembered(&server).await;
    let evidence: Vec<_> =
        (0..32).map(|n| json!({ "event_id": format!("e-{n}"), "span": "가".repeat(1_365), "role": "user" })).collect();
    let full = with(&json!({ "raw_content": "가".repeat(5_461), "evidence": evidence }));
    put(&person, &memory, &full).await.expect(200);
    assert_eq!(person.open(&memory).await.memory, serde_json::from_value::<EditableMemory>(full).unwrap());
}

#[tokio::test]
async fn a_connection_that_is_lost_in_the_middle_changes_nothing() {
    let server = TestServer::start().await;
    let (person, memory) = remembered(&server).await;
    let body = json!({ "version": 1, "memory": fine() }).to_string();
    for sent in [0, 1, body.len() / 2, body.len() - 1] {
        drop(begin(&server, &person, &memory, &body, sent));
        assert_unchanged(&person, &memory).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_lost_after_the_request_does_not_stop_half_way() {
    let server = TestServer::start().await;
    let (person, memory) = remembered(&server).await;
    let body = json!({ "version": 1, "memory": fine() }).to_string();
    server.index().set_stuck(true);
    let connection = begin(&server, &person, &memory, &body, body.len());
    while server.index().waiting() == 0 {
        tokio::task::yield_now().await;
    }
    drop(connection);
    // Another request on a connection of its own: the server has had time to see that the first one is gone.
    assert_unchanged(&person, &memory).await;
    server.index().set_stuck(false);
    let done = async { while person.open(&memory).await.version == 1 {} };
    tokio::time::timeout(Duration::from_secs(20), done).await.expect("the correction goes on to its end");
    assert_eq!(person.open(&memory).await.memory.statement, "Mina likes coffee");
}

/// Sends the head of a correction, and so many bytes of its body.
fn begin(server: &TestServer, person: &Person, memory: &MemoryId, body: &str, sent: usize) -> TcpStream {
    let (host, cookie, length) = (server.host(), person.cookie(), body.len());
    let head = format!(
        "PUT /api/v1/me/memories/{memory} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nsec-fetch-site: same-origin\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    let mut connection = TcpStream::connect(&host).unwrap();
    connection.write_all(head.as_bytes()).unwrap();
    connection.write_all(&body.as_bytes()[..sent]).unwrap();
    connection
}
