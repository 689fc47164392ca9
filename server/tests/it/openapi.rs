//! The OpenAPI document says what the routes do, its examples work, and people can read it.

use crate::support::{Answer, Document, Documented, Person, Service, TestServer, send};
use contract::{ErrorCode, Role};
use serde_json::{Value, json};
use server::api::{Guard, faulty_examples, routes};
use std::collections::{BTreeSet, HashSet};

#[tokio::test]
async fn every_method_of_every_route_is_documented_and_none_more() {
    let server = TestServer::start().await;
    let document = Document::of(&server).await;
    assert_eq!(document.0["openapi"], "3.1.0");
    let documented: BTreeSet<_> = document.operations().map(|one| format!("{} {}", one.method, one.path)).collect();
    let there: BTreeSet<_> = routes()
        .iter()
        .flat_map(|route| route.methods.iter().map(|method| format!("{method} {}", route.path)))
        .collect();
    assert_eq!(documented, there);
    let names: HashSet<_> = document.operations().map(|one| one.says["operationId"].as_str().unwrap()).collect();
    assert_eq!(names.len(), there.len(), "no two have the same name");
}

#[tokio::test]
async fn who_may_call_and_what_is_in_the_path_are_said() {
    let server = TestServer::start().await;
    let document = Document::of(&server).await;
    for one in document.operations() {
        let route = routes().into_iter().find(|route| route.path == one.path).unwrap();
        let proofs = match route.guard {
            Guard::Service => json!([{ "service_key": [] }]),
            Guard::Person => json!([{ "session": [] }, { "personal_key": [] }]),
            Guard::Browser | Guard::Reviewer | Guard::Admin | Guard::Superadmin => json!([{ "session": [] }]),
            Guard::Nobody => json!([]),
        };
        assert_eq!(one.says["security"], proofs, "{}", one.path);
        let parameters = one.says["parameters"].as_array().into_iter().flatten();
        let in_path: Vec<_> = parameters.filter(|parameter| parameter["in"] == "path").collect();
        assert_eq!(in_path.len(), one.path.matches('{').count(), "{}", one.path);
        for parameter in in_path {
            assert!(one.path.contains(&format!("{{{}}}", parameter["name"].as_str().unwrap())), "{}", one.path);
            assert_eq!(parameter["required"], true);
        }
        let tags = document.0["tags"].as_array().unwrap();
        assert!(tags.iter().any(|tag| tag["name"] == one.says["tags"][0]), "{}", one.path);
    }
}

#[tokio::test]
async fn every_reference_leads_somewhere_and_nothing_is_left_of_rustdoc() {
    let server = TestServer::start().await;
    let document = Document::of(&server).await;
    each(&document.0, &mut |value| {
        if let Some(target) = value["$ref"].as_str() {
            assert!(document.0.pointer(target.trim_start_matches('#')).is_some(), "{target}");
        }
        if let Some(text) = value["description"].as_str() {
            assert!(!text.contains("[`") && !text.contains("::"), "{text}");
        }
    });
}

fn each(value: &Value, visit: &mut impl FnMut(&Value)) {
    visit(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| each(item, visit)),
        Value::Object(fields) => fields.values().for_each(|field| each(field, visit)),
        _ => {}
    }
}

#[tokio::test]
async fn every_example_is_of_its_type() {
    assert_eq!(faulty_examples(), Vec::<String>::new());
    let server = TestServer::start().await;
    let document = Document::of(&server).await;
    let mut count = 0;
    each(&document.0["paths"], &mut |value| {
        let Some(contents) = value["content"].as_object() else { return };
        for (media_type, content) in contents {
            let examples = content["examples"].as_object().unwrap();
            assert!(!examples.is_empty(), "{content}");
            for example in examples.values().filter(|_| media_type != "text/event-stream") {
                assert_eq!(document.fault(&content["schema"], &example["value"]), None);
                count += 1;
            }
        }
    });
    assert!(count > 100, "{count}");
}

/// What the ids of the examples stand for on a server.
#[derive(Default)]
struct Names(Vec<(String, String)>);

impl Names {
    fn call(&mut self, example: &str, id: &Value) {
        self.0.insert(0, (example.to_owned(), id.as_str().unwrap().to_owned()));
    }

    fn apply(&self, text: &str) -> String {
        let mut text = text.to_owned();
        let mut done = HashSet::new();
        for (example, id) in self.0.iter().filter(|(example, _)| done.insert(example.clone())) {
            text = text.replace(example, id);
        }
        text
    }
}

const CANDIDATE: &str = "mem_0198f3c25a7b4c1d9e2f8a6b0c3d7e1f";
const REMEMBERED: &str = "mem_0198e0a47c3d4b5e8f1a2b3c4d5e6f70";
const SERVICE: &str = "svc_0198a1b25a7b4c1d9e2f8a6b0c3d7e1f";
const KEY: &str = "key_0198a1b35a7b4c1d9e2f8a6b0c3d7e1f";
const DECISION: &str = "dec_0198f4d65a7b4c1d9e2f8a6b0c3d7e1f";

/// A service and a superadmin who do what the document says, word by word.
struct Reader {
    document: Document,
    service: Service,
    boss: Person,
    names: Names,
}

impl Reader {
    async fn new(server: &TestServer) -> Self {
        server.remembered("mina").await;
        Self {
            document: Document::of(server).await,
            service: server.service("notes").await,
            boss: server.person_as("root", Role::Superadmin, "default").await,
            names: Names::default(),
        }
    }

    fn operation(&self, id: &str) -> Documented<'_> {
        self.document.operation(id)
    }

    /// Sends the body as the superadmin, to the operation of that name, with that idempotency key.
    async fn ask(&self, operation: &str, id: &str, body: Option<Value>, key: &str) -> Answer {
        let one = self.operation(operation);
        let path = one.path.replace("{id}", id).replace("{key}", KEY).replace("{number}", "1");
        let path = self.names.apply(&path);
        let request = self.boss.request(&one.method, &path).header("sec-fetch-site", "same-origin");
        let request = if key.is_empty() { request } else { request.header("idempotency-key", key) };
        let request = match body {
            Some(body) => request.header("content-type", "application/json").body(self.names.apply(&body.to_string())),
            None => request,
        };
        self.checked(operation, self.boss.send(request).await)
    }

    /// The same with a documented example.
    async fn example(&self, operation: &str, id: &str, example: &str) -> Answer {
        let body = self.operation(operation).example(example);
        self.ask(operation, id, Some(body), "").await
    }

    /// Sends a body as the service; `number` makes the statement a new one.
    async fn send(&self, operation: &str, example: &str, number: u32) -> Answer {
        let one = self.operation(operation);
        let mut body = one.example(example);
        if number > 0 {
            body["statement"] = format!("{} ({number})", body["statement"].as_str().unwrap()).into();
        }
        self.checked(operation, self.service.post(one.path, &body).await)
    }

    /// A new candidate, which the ids of the examples stand for from now on, and a memory that it can take the place of.
    async fn candidate(&mut self, number: u32) {
        let saved: Value = self.send("saveMemory", "korean", number).await.expect(201).json();
        self.names.call(REMEMBERED, &saved["memory_id"]);
        let proposed: Value = self.send("proposeCandidate", "example", number).await.expect(201).json();
        self.names.call(CANDIDATE, &proposed["memory_id"]);
    }

    /// The answer, which is what the document says of its status.
    fn checked(&self, operation: &str, answer: Answer) -> Answer {
        let media_type = answer.header("content-type").to_owned();
        let schema = self.operation(operation).answer(answer.status, &media_type).clone();
        if !answer.body.is_empty() {
            assert!(schema.is_object(), "{operation}: {answer:?}");
            assert_eq!(self.document.fault(&schema, &answer.json()), None, "{operation}");
        }
        answer
    }
}

#[tokio::test]
async fn the_examples_of_the_queue_work_as_they_stand() {
    let server = TestServer::start().await;
    let mut reader = Reader::new(&server).await;
    reader.candidate(0).await;
    reader.send("saveMemory", "english", 0).await.expect(201);
    reader.send("saveMemory", "english", 0).await.expect(200);
    reader.send("proposeCandidate", "example", 0).await.expect(200);
    reader.send("recall", "korean", 0).await.expect(200);
    reader.send("recall", "english", 0).await.expect(200);
    let list: Value = reader.ask("listCandidates", "", None, "").await.expect(200).json();
    assert_eq!(list["items"].as_array().unwrap().len(), 1);
    let selected: Value = reader.example("selectCandidates", "", "example").await.expect(200).json();
    assert_eq!(selected["candidates"].as_array().unwrap().len(), 1);
    reader.ask("getCandidate", CANDIDATE, None, "").await.expect(200);
    reader.ask("claimCandidate", CANDIDATE, None, "").await.expect(200);
    reader.example("revealCandidate", CANDIDATE, "example").await.expect(200);
    reader.ask("releaseCandidate", CANDIDATE, None, "").await.expect(204);
}

#[tokio::test]
async fn the_examples_of_decisions_work_as_they_stand() {
    let server = TestServer::start().await;
    let mut reader = Reader::new(&server).await;
    let examples = [
        ("approveCandidate", "as_proposed"),
        ("approveCandidate", "with_an_edit"),
        ("approveCandidate", "in_place_of_another"),
        ("rejectCandidate", "with_a_common_reason"),
        ("rejectCandidate", "with_words"),
    ];
    for (number, (operation, example)) in (1..).zip(examples) {
        reader.candidate(number).await;
        let decided: Value = reader.example(operation, CANDIDATE, example).await.expect(200).json();
        reader.names.call(DECISION, &decided["decision_id"]);
        let again = reader.example(operation, CANDIDATE, example).await.expect(409);
        assert!(again.problem(ErrorCode::StaleVersion).decided.is_some(), "{again:?}");
    }
    let undone: Value = reader.ask("undoDecision", DECISION, None, "").await.expect(200).json();
    assert_eq!(undone["status"], "candidate");
}

#[tokio::test]
async fn the_examples_of_decisions_on_many_work_as_they_stand() {
    let server = TestServer::start().await;
    let mut reader = Reader::new(&server).await;
    // What contradicts is not approved with others: the first one has nothing to contradict.
    for (number, example) in [(1, "approve"), (2, "reject")] {
        reader.candidate(number).await;
        let report: Value = reader.example("decideInBulk", "", example).await.expect(200).json();
        assert!(report["rows"][0]["decided"].is_object(), "{report}");
    }
}

#[tokio::test]
async fn the_examples_of_turns_services_and_settings_work_as_they_stand() {
    let server = TestServer::start().await;
    let mut reader = Reader::new(&server).await;
    for (example, status) in [("korean", 202), ("korean", 200), ("with_a_tool", 202)] {
        reader.send("ingestTurn", example, 0).await.expect(status);
    }
    reader.example("createService", "", "with_settings").await.expect(201);
    let made: Value = reader.example("createService", "", "as_usual").await.expect(201).json();
    reader.names.call(SERVICE, &made["service_id"]);
    reader.example("deployRevision", SERVICE, "the_first").await.expect(200);
    reader.example("saveRevision", SERVICE, "example").await.expect(201);
    reader.example("deployRevision", SERVICE, "another").await.expect(200);
    let revision: Value = reader.ask("getRevision", SERVICE, None, "").await.expect(200).json();
    assert_eq!((&revision["number"], &revision["against"]), (&json!(1), &json!(2)));
    let key: Value = reader.ask("createServiceKey", SERVICE, None, "").await.expect(201).json();
    reader.names.call(KEY, &key["key_id"]);
    reader.ask("getService", SERVICE, None, "").await.expect(200);
    reader.ask("revokeServiceKey", SERVICE, None, "").await.expect(204);
    reader.example("changeSettings", "", "example").await.expect(200);
    reader.ask("repairIndex", "", None, "").await.expect(202);
}

#[tokio::test]
async fn repeating_is_safe_with_the_documented_header() {
    let server = TestServer::start().await;
    let mut reader = Reader::new(&server).await;
    for operation in ["approveCandidate", "rejectCandidate", "decideInBulk"] {
        let parameters = reader.operation(operation).says["parameters"].clone();
        assert!(parameters.as_array().unwrap().iter().any(|one| one["name"] == "Idempotency-Key"), "{operation}");
    }
    reader.candidate(0).await;
    let approve = |version: i64| Some(json!({ "version": version }));
    let first = reader.ask("approveCandidate", CANDIDATE, approve(1), "once").await.expect(200);
    let again = reader.ask("approveCandidate", CANDIDATE, approve(1), "once").await.expect(200);
    assert_eq!(again.body, first.body);
    let other = reader.ask("approveCandidate", CANDIDATE, approve(2), "once").await.expect(422);
    other.problem(ErrorCode::IdempotencyKeyReused);
}

#[tokio::test]
async fn what_can_be_read_is_what_the_document_says() {
    let server = TestServer::start().await;
    let document = Document::of(&server).await;
    let admin = server.person_as("boss", Role::Superadmin, "default").await;
    admin.consent(true).await;
    server.service("notes").await.must_save("boss", "Boss drinks green tea").await;
    let read = document.operations().filter(|one| one.method == "GET" && !one.path.contains('{'));
    // The one that never ends.
    for one in read.filter(|one| one.says["operationId"] != "watchCandidates") {
        let answer = admin.get(one.path).await.expect(200);
        let schema = one.answer(200, answer.header("content-type"));
        for line in answer.body.lines().filter(|_| answer.header("content-type") == "application/x-ndjson") {
            assert_eq!(document.fault(schema, &serde_json::from_str(line).unwrap()), None, "{}", one.path);
        }
        if answer.header("content-type") == "application/json" {
            assert_eq!(document.fault(schema, &answer.json()), None, "{}", one.path);
        }
    }
}

#[tokio::test]
async fn people_can_read_it_without_script_and_without_any_other_host() {
    let server = TestServer::start().await;
    let document = Document::of(&server).await;
    let page = server.anonymous().get("/api/docs").await.expect(200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert_eq!(page.header("cache-control"), "no-store");
    for one in document.operations() {
        let id = one.says["operationId"].as_str().unwrap();
        assert_eq!(page.body.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
        assert!(page.body.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    for tag in page.body.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        for forbidden in [" src=", " rel=\"modulepreload\"", " style=", " onclick=", "=\"http:", "=\"https:", "=\"//"] {
            assert!(!tag.contains(forbidden), "<{tag}>");
        }
    }
}

#[tokio::test]
async fn the_frame_speaks_the_readers_language_and_the_interface_english() {
    let server = TestServer::start().await;
    let request = server.anonymous().client().bare("GET", "/api/docs").header("accept-language", "ko");
    let page = send(request).await.expect(200).body;
    for part in ["<html lang=\"ko\">", "로그인", "lang=\"en\"", "Save a memory about a person", "녹차를 좋아한다"]
    {
        assert!(page.contains(part), "{part}");
    }
    let person = server.person("mina").await;
    assert!(person.get("/api/docs").await.expect(200).body.contains("href=\"/me\""));
}
