//! What is sensitive leaves the server when its owner opens it, and in no other answer.

use crate::support::{Answer, Person, TestServer};
use contract::{MemoryId, MemoryList, SavedMemory, Statement};
use serde_json::{Value, json};

/// Nothing of the statement but `umbrella`, which the person types oneself, may be in any answer.
const STATEMENT: &str = "Mina's heliotrope umbrella has the number 9081726354";
const SECRETS: [&str; 3] = ["heliotrope", "9081726354", "raw words of it"];

async fn masked(server: &TestServer, sensitivity: &str) -> (Person, MemoryId) {
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let more = json!({
        "sensitivity": sensitivity,
        "raw_content": "raw words of it",
        "keywords": ["heliotrope"],
        "source": { "event_id": "e-1", "span": "9081726354", "role": "user" },
    });
    let saved: SavedMemory = service.save_with("mina", STATEMENT, &more).await.expect(201).json();
    service.must_save("mina", "Mina has an umbrella").await;
    (person, saved.memory_id)
}

/// Every answer that has to do with the memory, but for opening it and exporting it.
async fn answers(person: &Person, memory: &MemoryId) -> Vec<Answer> {
    let rest = async |method, path: &str, body: Value| person.rest(method, path, &body).await;
    let id = memory.as_str();
    let path = format!("/memories/{id}");
    vec![
        person.get("/me").await.expect(200),
        person.get("/me?q=umbrella").await.expect(200),
        person.get(&format!("/me/memories/{id}")).await.expect(200),
        person.get("/api/v1/me/memories").await.expect(200),
        person.get("/api/v1/me/memories?q=umbrella").await.expect(200),
        person.get("/api/v1/me/memories?q=umbrella&sort=kind&order=asc&limit=1").await.expect(200),
        person.ui("my-memories", &[]).await.expect(200),
        person.ui("my-memories", &[("request[q]", "umbrella")]).await.expect(200),
        rest("POST", "/memories/progress", json!({ "memories": [id] })).await.expect(200),
        person.ui("memory-progress", &[("memories[0]", id)]).await.expect(200),
        rest("POST", "/ask", json!({ "query": "umbrella" })).await.expect(200),
        person.ui("ask-memory", &[("query", "umbrella")]).await.expect(200),
        rest("PUT", &path, json!({ "version": 1, "memory": { "statement": "x" } })).await.expect(422),
        rest("PUT", &path, json!({ "version": 1 })).await.expect(422),
        rest("POST", "/export", json!({ "password": "not my password" })).await.expect(403),
        person.form("/me/export", &[("password", "not my password")]).await.expect(303),
        rest("POST", "/memories/delete", json!({ "chosen": [{ "memory_id": id, "version": 9 }] })).await.expect(200),
    ]
}

#[tokio::test]
async fn the_plaintext_is_in_no_answer_but_the_opened_one() {
    for sensitivity in ["pii", "ReStRiCtEd"] {
        let server = TestServer::start().await;
        let (person, memory) = masked(&server, sensitivity).await;
        for answer in answers(&person, &memory).await {
            for secret in SECRETS {
                assert!(!format!("{:?}{}", answer.headers, answer.body).contains(secret), "{secret}: {answer:?}");
            }
        }
        assert!(server.audited("memory.open").await.is_empty(), "nothing was opened");
        let detail = person.open(&memory).await;
        assert_eq!(detail.memory.statement, STATEMENT);
        assert_eq!(server.audited("memory.open").await.len(), 1);
        let report = format!("{:?}", person.delete(&memory, 1).await);
        assert!(SECRETS.iter().all(|secret| !report.contains(secret)), "{report}");
    }
}

#[tokio::test]
async fn a_search_finds_what_is_masked_and_says_nothing_of_it() {
    let server = TestServer::start().await;
    let (person, memory) = masked(&server, "pii").await;
    for q in ["9081726354", "HELIOTROPE", "umbrella%20number", "raw%20words"] {
        let list: MemoryList = person.get(&format!("/api/v1/me/memories?q={q}")).await.expect(200).json();
        let [row] = list.items.as_slice() else { panic!("{q}: {list:?}") };
        assert_eq!((&row.memory_id, &row.statement), (&memory, &Statement::Masked));
    }
    assert!(person.list("q=chartreuse").await.items.is_empty());
}

#[tokio::test]
async fn what_is_masked_tells_neither_its_length_nor_its_letters() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let pii = json!({ "sensitivity": "pii" });
    let rows = async |statement: &str| {
        let saved: SavedMemory = service.save_with("mina", statement, &pii).await.expect(201).json();
        let list = person.list("").await;
        let row = list.items.iter().find(|row| row.memory_id == saved.memory_id).unwrap();
        serde_json::to_string(row).unwrap().replace(saved.memory_id.as_str(), "")
    };
    assert_eq!(rows("a").await, rows(&"Minas secret ".repeat(100)).await);
}

#[tokio::test]
async fn what_was_raised_is_masked_with_all_of_its_history() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let memory = service.must_save("mina", "Mina's heliotrope umbrella").await.memory_id;
    let mut to = person.open(&memory).await.memory;
    to.sensitivity = contract::Sensitivity::Restricted;
    person.correct(&memory, 1, &to).await.expect(200);
    for path in ["/me", "/me?q=umbrella", "/api/v1/me/memories", "/api/v1/me/memories?q=umbrella"] {
        assert!(!person.get(path).await.expect(200).body.contains("heliotrope"), "{path}");
    }
    assert!(service.found("mina", "umbrella").await.is_empty());
}
