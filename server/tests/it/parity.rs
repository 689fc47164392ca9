//! REST in a browser, REST by a personal key and the pages' own functions are doors to the same desk: the same answer,
//! the same effect, the same trace.

use crate::support::{Answer, Person, PersonalProgram, TestServer};
use contract::{ChangedBy, DeletionReport, EditableMemory, MemoryId};
use serde_json::{Value, json};

/// Mina at all of the doors.
struct Doors {
    server: TestServer,
    person: Person,
    program: PersonalProgram,
}

/// One request, as each door wants it.
struct Asked<'a> {
    method: &'a str,
    path: &'a str,
    body: Value,
    function: &'a str,
    fields: Vec<(&'a str, &'a str)>,
}

impl<'a> Asked<'a> {
    fn get(path: &'a str, function: &'a str) -> Self {
        Self { method: "GET", path, body: Value::Null, function, fields: Vec::new() }
    }

    fn post(path: &'a str, body: Value, function: &'a str, fields: &[(&'a str, &'a str)]) -> Self {
        Self { method: "POST", path, body, function, fields: fields.to_vec() }
    }
}

impl Doors {
    async fn open() -> Self {
        let server = TestServer::start().await;
        let person = server.remembered("mina").await;
        let program = person.program("script").await;
        Self { server, person, program }
    }

    /// The answers of all doors to the same request.
    async fn ask(&self, asked: &Asked<'_>) -> [Answer; 3] {
        [
            self.person.rest(asked.method, asked.path, &asked.body).await,
            self.program.rest(asked.method, asked.path, &asked.body).await,
            self.person.ui(asked.function, &asked.fields).await,
        ]
    }

    /// The same, for requests that succeed and answer the same each time.
    async fn same(&self, asked: &Asked<'_>) -> Value {
        let answers = self.ask(asked).await.map(|answer| answer.expect(200).json::<Value>());
        let [first, by_key, by_function] = answers.map(plain);
        assert_eq!(first, by_key, "{}", asked.path);
        assert_eq!(first, by_function, "{}", asked.path);
        first
    }

    async fn actors(&self, action: &str) -> Vec<String> {
        self.server.audited(action).await.into_iter().map(|entry| entry.actor_kind).collect()
    }
}

/// Without what is new each time, and without the wrapping of lists, which the pages' functions do not need.
fn plain(mut answer: Value) -> Value {
    if let Some(recall) = answer.get_mut("recall") {
        recall["recall_id"] = Value::Null;
        recall["latency_ms"] = Value::Null;
    }
    match answer {
        Value::Object(fields) if fields.len() == 1 && fields.contains_key("items") => fields["items"].clone(),
        other => other,
    }
}

const ACTORS: [&str; 3] = ["person", "personal_key", "person"];

#[tokio::test]
async fn reading() {
    let doors = Doors::open().await;
    let service = doors.server.service("notes").await;
    let scope = json!({ "scope": format!("service:{}", service.id()) });
    service.save_with("mina", "Mina keeps tea in notes", &scope).await.expect(201);
    let tea = service.must_save("mina", "Mina likes tea").await.memory_id;
    let progress = json!({ "memories": [tea] });
    let id = tea.as_str();
    for asked in [
        Asked::get("/memories", "my-memories"),
        Asked { fields: vec![("request[q]", "likes")], ..Asked::get("/memories?q=likes", "my-memories") },
        Asked::post("/memories/progress", progress, "memory-progress", &[("memories[0]", id)]),
        Asked::get("/consent", "consent"),
        Asked::get("/consent/history", "consent-history"),
        Asked::get("/ask/services", "ask-services"),
    ] {
        let answer = doors.same(&asked).await;
        assert!(answer.as_array().is_none_or(|items| !items.is_empty()), "{}: {answer}", asked.path);
    }
}

#[tokio::test]
async fn reading_what_only_a_browser_reaches() {
    let doors = Doors::open().await;
    // From here on, the key's last use is the same for all.
    doors.program.get("/consent").await.expect(200);
    for (path, function) in [("/keys", "my-keys"), ("/sessions", "my-sessions")] {
        let [by_rest, by_key, by_function] = doors.ask(&Asked::get(path, function)).await;
        by_key.expect(403);
        assert_eq!(plain(by_rest.expect(200).json()), by_function.expect(200).json::<Value>(), "{path}");
    }
}

#[tokio::test]
async fn opening() {
    let doors = Doors::open().await;
    let tea = doors.server.service("notes").await.must_save("mina", "Mina likes tea").await.memory_id;
    let path = format!("/memories/{tea}/open");
    let asked = Asked::post(&path, json!({}), "open-memory", &[("memory_id", tea.as_str())]);
    assert_eq!(doors.same(&asked).await["memory"]["statement"], "Mina likes tea");
    assert_eq!(doors.actors("memory.open").await, ACTORS);
    let entries = doors.server.audited("memory.open").await;
    assert!(entries.iter().all(|entry| entry.object_id.as_deref() == Some(tea.as_str())));
}

#[tokio::test]
async fn asking() {
    let doors = Doors::open().await;
    let service = doors.server.service("notes").await;
    service.must_save("mina", "Mina likes tea").await;
    service.must_save("mina", "Mina lives in Seoul").await;
    let asked = Asked::post("/ask", json!({ "query": "tea" }), "ask-memory", &[("query", "tea")]);
    let answer = doors.same(&asked).await;
    assert_eq!(answer["recall"]["memories"][0]["statement"], "Mina likes tea");
    assert_eq!(doors.actors("memory.recall").await, ACTORS);
    let fields = [("query", "tea"), ("service", service.id().as_str())];
    let as_service = Asked::post("/ask", json!({ "query": "tea", "service": service.id() }), "ask-memory", &fields);
    let [first, by_key, by_function] = doors.ask(&as_service).await;
    assert_eq!((first.status, by_key.status, by_function.status), (404, 404, 404), "it has no memories of its own");
}

/// Three memories, one for each door.
async fn three(doors: &Doors, what: &str) -> Vec<MemoryId> {
    let service = doors.server.service("notes").await;
    let mut memories = Vec::new();
    for number in 0..3 {
        memories.push(service.must_save("mina", &format!("Mina likes {what} number {number}")).await.memory_id);
    }
    memories
}

#[tokio::test]
async fn correcting() {
    let doors = Doors::open().await;
    let mut receipts = Vec::new();
    let memories = three(&doors, "tea").await;
    for (door, memory) in memories.iter().enumerate() {
        let before = doors.person.open(memory).await.memory;
        let to = EditableMemory { statement: format!("{}, really", before.statement), confidence: 0.5, ..before };
        let (path, body) = (format!("/memories/{memory}"), json!({ "version": 1, "memory": to }));
        let json = serde_json::to_string(&to).unwrap();
        let fields = [("memory_id", memory.as_str()), ("version", "1"), ("json", &json)];
        let answer = match door {
            0 => doors.person.rest("PUT", &path, &body).await,
            1 => doors.program.rest("PUT", &path, &body).await,
            _ => doors.person.ui("correct-memory", &fields).await,
        };
        let mut receipt: Value = answer.expect(200).json();
        receipt["memory_id"] = Value::Null;
        receipts.push(receipt);
        let after = doors.person.open(memory).await;
        assert_eq!(after.memory, to);
        let by = if door == 1 { ChangedBy::YourProgram } else { ChangedBy::You };
        assert_eq!((after.version, after.history[0].by), (2, by));
    }
    assert!(receipts.iter().all(|receipt| *receipt == receipts[0]), "{receipts:?}");
    assert_eq!(doors.actors("memory.correct").await, ACTORS);
}

#[tokio::test]
async fn deleting() {
    let doors = Doors::open().await;
    let memories = three(&doors, "tea").await;
    for (door, memory) in memories.iter().enumerate() {
        let body = json!({ "chosen": [{ "memory_id": memory, "version": 1 }] });
        let fields = [("chosen[0][memory_id]", memory.as_str()), ("chosen[0][version]", "1")];
        let answer = match door {
            0 => doors.person.rest("POST", "/memories/delete", &body).await,
            1 => doors.program.rest("POST", "/memories/delete", &body).await,
            _ => doors.person.ui("delete-memories", &fields).await,
        };
        let report: DeletionReport = answer.expect(200).json();
        assert_eq!((report.rows.len(), report.deleted()), (1, 1), "{report:?}");
    }
    assert_eq!(doors.person.memory_count().await, 0);
    assert_eq!(doors.actors("memory.delete").await, ACTORS);
}

#[tokio::test]
async fn refusals() {
    let doors = Doors::open().await;
    let nobody = format!("mem_{}", "7".repeat(32));
    let open = format!("/memories/{nobody}/open");
    let correct = format!("/memories/{nobody}");
    let memory = json!({
        "statement": "x", "sensitivity": "normal", "confidence": 1.0, "valid_from": "2026-01-01T00:00:00Z"
    });
    let json = memory.to_string();
    let fields = [("memory_id", nobody.as_str()), ("version", "1"), ("json", &json)];
    let correction = Asked {
        method: "PUT",
        ..Asked::post(&correct, json!({ "version": 1, "memory": memory }), "correct-memory", &fields)
    };
    let everything = json!({ "password": "not my password", "confirmation": "delete everything" });
    let wrong = [("password", "not my password"), ("confirmation", "delete everything")];
    for (asked, status) in [
        (Asked::post(&open, json!({}), "open-memory", &[("memory_id", &nobody)]), 404),
        (correction, 404),
        (Asked::post("/ask", json!({ "query": " " }), "ask-memory", &[("query", " ")]), 422),
        (Asked::post("/delete-everything", everything, "delete-everything", &wrong), 403),
    ] {
        let answers = doors.ask(&asked).await;
        assert_eq!(answers.each_ref().map(|answer| answer.status), [status; 3], "{answers:?}");
        assert_eq!(answers[0].body, answers[1].body);
    }
}
