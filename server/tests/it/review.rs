//! Review over HTTP: the queue, decisions, what is refused and how, events.

use crate::support::{Answer, Person, Service, TestServer};
use contract::review::{
    BulkReport, CandidateDetail, CandidateList, CandidateSelection, DecidedCandidate, DecisionKind, ReviewEvent,
};
use contract::{ErrorCode, Fault, ProposedCandidate, Role, Statement, Status};
use serde_json::{Value, json};
use std::time::Duration;

/// What reviewers must not see before they reveal it.
const SECRET: &str = "계좌는 110-222-333444";

struct Office {
    server: TestServer,
    mina: Person,
    service: Service,
    jiho: Person,
}

impl Office {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let mina = server.remembered("mina").await;
        let service = server.service("notes").await;
        let jiho = server.person_as("jiho", Role::Reviewer, "default").await;
        Self { server, mina, service, jiho }
    }

    async fn propose(&self, statement: &str, more: &Value) -> ProposedCandidate {
        self.try_propose(statement, more).await.expect(201).json()
    }

    async fn try_propose(&self, statement: &str, more: &Value) -> Answer {
        let mut body = json!({
            "subject": "mina", "statement": statement, "kind": "FACT", "confidence": 0.8, "sensitivity": "normal",
            "source": { "event_id": "e-1", "span": statement, "role": "user" },
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.service.post("/api/v1/candidates", &body).await
    }

    async fn decide(&self, memory: &str, what: &str, body: &Value, key: Option<&str>) -> Answer {
        let path = format!("/api/v1/admin/candidates/{memory}/{what}");
        let Some(key) = key else { return post(&self.jiho, &path, body).await };
        let request = self.jiho.request("POST", &path).header("sec-fetch-site", "same-origin");
        self.jiho.send(request.header("idempotency-key", key).json(body)).await
    }

    async fn queue(&self) -> CandidateList {
        self.jiho.get("/api/v1/admin/candidates").await.expect(200).json()
    }
}

async fn post(person: &Person, path: &str, body: &Value) -> Answer {
    person.send(person.request("POST", path).header("sec-fetch-site", "same-origin").json(body)).await
}

#[tokio::test]
async fn a_candidate_goes_its_way_over_rest() {
    let office = Office::new().await;
    let proposed = office.propose("likes tea", &json!({})).await;
    assert_eq!(office.try_propose("Likes tea.", &json!({})).await.expect(200).json::<Value>()["duplicate"], true);
    let list = office.queue().await;
    assert_eq!(list.items[0].statement, Statement::Shown("likes tea".into()));
    let id = proposed.memory_id.to_string();
    let path = format!("/api/v1/admin/candidates/{id}");
    let opened: CandidateDetail = post(&office.jiho, &format!("{path}/claim"), &json!({})).await.expect(200).json();
    assert!(opened.row.claim.unwrap().is_you);
    assert_eq!(opened.provenance[0].event_id, "e-1");
    let first = office.decide(&id, "approve", &json!({ "version": 1 }), Some("k-1")).await.expect(200);
    let again = office.decide(&id, "approve", &json!({ "version": 1 }), Some("k-1")).await.expect(200);
    let approved: DecidedCandidate = first.json();
    assert_eq!((approved.status, &first.body), (Status::Active, &again.body));
    let reused = office.decide(&id, "reject", &json!({ "version": 1, "reason": "wrong" }), Some("k-1")).await;
    reused.expect(422).problem(ErrorCode::IdempotencyKeyReused);
    assert_eq!(office.service.found("mina", "likes tea").await, ["likes tea"]);
    let undo = format!("/api/v1/admin/decisions/{}/undo", approved.decision_id);
    let undone: DecidedCandidate = post(&office.jiho, &undo, &json!({})).await.expect(200).json();
    assert_eq!((undone.status, undone.version), (Status::Candidate, 3));
    assert!(office.service.found("mina", "likes tea").await.is_empty());
}

#[tokio::test]
async fn a_conflict_says_who_decided_what() {
    let office = Office::new().await;
    let id = office.propose("likes tea", &json!({})).await.memory_id.to_string();
    office.decide(&id, "reject", &json!({ "version": 1, "reason": "wrong" }), None).await.expect(200);
    let hana = office.server.person_as("hana", Role::Admin, "default").await;
    let path = format!("/api/v1/admin/candidates/{id}/approve");
    let problem = post(&hana, &path, &json!({ "version": 1 })).await.expect(409).problem(ErrorCode::StaleVersion);
    let decided = problem.decided.unwrap();
    assert_eq!((decided.kind, decided.is_you), (DecisionKind::Reject, false));
    assert!(decided.by.unwrap().starts_with("jiho@"));
}

#[tokio::test]
async fn decisions_that_make_no_sense_are_refused_by_field() {
    let office = Office::new().await;
    let id = office.propose("likes tea", &json!({})).await.memory_id.to_string();
    let target = json!({ "memory_id": format!("mem_{}", "7".repeat(32)), "version": 1 });
    let memory = json!({ "statement": "x", "sensitivity": "normal", "confidence": 1.7,
                         "valid_from": "2026-01-01T00:00:00Z" });
    for (what, body, field) in [
        ("approve", json!({}), "version"),
        ("reject", json!({ "reason": "wrong" }), "version"),
        ("reject", json!({ "version": 1 }), "reason"),
        ("reject", json!({ "version": 1, "reason": "other" }), "note"),
        ("reject", json!({ "version": 1, "reason": "other", "note": " \u{200b}".repeat(0) }), "note"),
        ("reject", json!({ "version": 1, "reason": "wrong", "note": "\u{7}" }), "note"),
        ("approve", json!({ "version": 1, "placement": { "action": "merge" } }), "placement.target"),
        ("approve", json!({ "version": 1, "placement": { "action": "insert", "target": target } }), "placement.target"),
        ("approve", json!({ "version": 1, "memory": memory }), "memory.confidence"),
        ("approve", json!({ "version": 1, "role": "superadmin" }), "role"),
        ("reveal", json!({}), "reason"),
    ] {
        let answer = office.decide(&id, what, &body, None).await.expect(422);
        assert_eq!(answer.faulty_fields(), [field], "{what} {body}");
    }
    let immutable = json!({ "version": 1, "memory": { "statement": "x", "sensitivity": "normal", "confidence": 1.0,
        "valid_from": "2026-01-01T00:00:00Z", "scope": "personal" } });
    let problem = office.decide(&id, "approve", &immutable, None).await.expect(422).problem(ErrorCode::InvalidInput);
    assert_eq!((problem.errors[0].fault, problem.errors[0].field.as_str()), (Fault::Immutable, "memory.scope"));
    let key = office.decide(&id, "approve", &json!({ "version": 1 }), Some(&"k".repeat(201))).await.expect(422);
    assert_eq!(key.faulty_fields(), ["Idempotency-Key"]);
    for parameters in ["min_confidence=1.7", "min_confidence=NaN", "cursor=x", &format!("q={}", "x".repeat(201))] {
        let answer = office.jiho.get(&format!("/api/v1/admin/candidates?{parameters}")).await;
        answer.expect(422).problem(ErrorCode::InvalidInput);
    }
    office.jiho.get("/api/v1/admin/candidates?colour=red").await.expect(400).problem(ErrorCode::MalformedRequest);
    assert_eq!(office.queue().await.items[0].version, 1, "nothing has changed");
}

#[tokio::test]
async fn proposals_that_make_no_sense_are_refused_by_field() {
    let office = Office::new().await;
    let long = "x".repeat(64 * 1024);
    for (statement, more, fields) in [
        ("likes tea", json!({ "confidence": 1.7 }), vec!["confidence"]),
        ("likes tea", json!({ "confidence": null }), vec!["confidence"]),
        ("likes tea", json!({ "source": null }), vec!["source"]),
        ("likes tea", json!({ "scope": "service:svc_00000000000000000000000000000001" }), vec!["scope"]),
        ("", json!({}), vec!["statement", "source.span"]),
        ("\u{200b}\u{202e}", json!({}), vec!["statement"]),
        (long.as_str(), json!({}), vec!["statement", "source.span"]),
        (
            "likes tea",
            json!({ "valid_from": "2026-02-01T00:00:00Z", "valid_to": "2026-01-01T00:00:00Z" }),
            vec!["valid_to"],
        ),
    ] {
        let answer = office.try_propose(statement, &more).await.expect(422);
        assert_eq!(answer.faulty_fields(), fields, "{more}");
    }
    assert!(office.queue().await.items.is_empty());
    office.mina.consent(false).await;
    let refused = office.try_propose("likes tea", &json!({})).await;
    refused.expect(403).problem(ErrorCode::ConsentRequired);
}

#[tokio::test]
async fn what_is_sensitive_leaves_the_server_only_when_it_is_revealed() {
    let office = Office::new().await;
    let more = json!({ "sensitivity": "PII", "raw_content": format!("잠깐만요. {SECRET}. 네.") });
    let id = office.propose(SECRET, &more).await.memory_id.to_string();
    let path = format!("/api/v1/admin/candidates/{id}");
    let texts = [
        office.jiho.get("/admin/review").await.expect(200).body,
        office.jiho.get("/api/v1/admin/candidates").await.expect(200).body,
        office.jiho.get("/api/v1/admin/candidates?q=%EA%B3%84%EC%A2%8C").await.expect(200).body,
        office.jiho.get(&path).await.expect(200).body,
        post(&office.jiho, &format!("{path}/claim"), &json!({})).await.expect(200).body,
        office.jiho.ui("review-queue", &[]).await.body,
    ];
    for text in texts {
        assert!(!text.contains("110-222") && !text.contains("잠깐만요"), "{text}");
    }
    office.decide(&id, "approve", &json!({ "version": 1 }), None).await.expect(409).problem(ErrorCode::NeedsReveal);
    let bulk = json!({ "decision": "approve", "candidates": [{ "memory_id": id, "version": 1 }] });
    let report: BulkReport = post(&office.jiho, "/api/v1/admin/candidates/bulk", &bulk).await.expect(200).json();
    assert_eq!(report.rows[0].error, Some(ErrorCode::NeedsReveal));
    let revealed = office.decide(&id, "reveal", &json!({ "reason": "decide" }), None).await.expect(200);
    assert!(revealed.body.contains(SECRET));
    assert_eq!(office.server.audited("candidate.reveal").await.len(), 1);
    let approved: DecidedCandidate =
        office.decide(&id, "approve", &json!({ "version": 1 }), None).await.expect(200).json();
    assert_eq!(approved.index_state, contract::IndexState::Excluded);
}

#[tokio::test]
async fn many_are_selected_and_decided() {
    let office = Office::new().await;
    for number in 0..3 {
        office.propose(&format!("fact {number}"), &json!({ "confidence": 0.2 * f64::from(number) })).await;
    }
    let filter = json!({ "min_confidence": 0.1 });
    let selected = post(&office.jiho, "/api/v1/admin/candidates/select", &filter).await.expect(200);
    let selected: CandidateSelection = selected.json();
    assert_eq!(selected.candidates.len(), 2);
    let bulk = json!({ "decision": { "reject": { "reason": "not_useful" } }, "candidates": selected.candidates });
    let report: BulkReport = post(&office.jiho, "/api/v1/admin/candidates/bulk", &bulk).await.expect(200).json();
    assert!(report.rows.iter().all(|row| row.error.is_none()));
    assert_eq!(office.queue().await.count.value, 1);
    let one = json!({ "memory_id": selected.candidates[0].memory_id, "version": 1 });
    let many = json!({ "decision": "approve", "candidates": vec![one; 101] });
    let answer = post(&office.jiho, "/api/v1/admin/candidates/bulk", &many).await.expect(422);
    assert_eq!(answer.faulty_fields(), ["confirmed"]);
}

#[tokio::test]
async fn a_page_that_does_not_say_what_to_decide_decides_nothing() {
    let office = Office::new().await;
    let id = office.propose("likes tea", &json!({})).await.memory_id;
    let chosen = [("candidates[0][memory_id]", id.as_str()), ("candidates[0][version]", "1"), ("confirmed", "true")];
    for (what, status) in [
        (&[][..], 400),
        (&[("approve", "")], 400),
        (&[("approve", "false")], 422),
        (&[("approve", "true"), ("reason", "wrong")], 422),
    ] {
        office.jiho.ui("decide-many", &[&chosen, what].concat()).await.expect(status);
        assert_eq!(office.queue().await.count.value, 1, "{what:?}");
    }
    office.jiho.ui("decide-many", &[&chosen[..], &[("approve", "true")]].concat()).await.expect(200);
    assert_eq!(office.queue().await.count.value, 0);
}

#[tokio::test]
async fn who_may_not_review_is_told_so_before_anything_is_read() {
    let office = Office::new().await;
    let path = "/api/v1/admin/candidates/no-id/approve";
    for body in ["{", "{}"] {
        let request = office.mina.request("POST", path).header("sec-fetch-site", "same-origin");
        let request = request.header("content-type", "application/json").body(body);
        office.mina.send(request).await.expect(403).problem(ErrorCode::Forbidden);
    }
    assert_eq!(office.server.audited("access.denied").await.len(), 2);
}

/// Reads the stream until an event has come.
async fn next_event(stream: &mut reqwest::Response) -> Option<ReviewEvent> {
    let mut text = String::new();
    loop {
        let chunk = tokio::time::timeout(Duration::from_secs(20), stream.chunk()).await.expect("says something");
        text.push_str(std::str::from_utf8(&chunk.ok()??).unwrap());
        if let Some((_, data)) = text.split_once("data: ")
            && let Some((data, _)) = data.split_once('\n')
        {
            return serde_json::from_str(data).unwrap();
        }
    }
}

#[tokio::test]
async fn listeners_hear_what_happens_until_their_session_ends() {
    let office = Office::new().await;
    let after = office.queue().await.last_event;
    let hana = office.server.person_as("hana", Role::Reviewer, "default").await;
    let path = format!("/api/v1/admin/candidates/events?after={after}");
    let mut stream = hana.request("GET", &path).send().await.unwrap();
    assert_eq!(stream.status(), 200);
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    let id = office.propose("likes tea", &json!({})).await.memory_id;
    let event = next_event(&mut stream).await.unwrap();
    assert_eq!((event.memory_id, event.is_you), (id, false));
    hana.ui("sign-out", &[]).await;
    assert!(next_event(&mut stream).await.is_none(), "the stream ends");
}

#[tokio::test]
async fn a_listener_that_was_away_too_long_is_told_to_read_anew() {
    let office = Office::new().await;
    let path = "/api/v1/admin/candidates/events?after=-20000";
    let mut stream = office.jiho.request("GET", path).send().await.unwrap();
    let first = stream.chunk().await.unwrap().unwrap();
    let first = std::str::from_utf8(&first).unwrap();
    assert!(first.contains("event: reset") && first.contains("id: "), "{first}");
    let id = office.propose("likes tea", &json!({})).await.memory_id;
    assert_eq!(next_event(&mut stream).await.unwrap().memory_id, id, "and goes on from there");
}

#[tokio::test]
async fn a_server_that_stops_does_not_wait_for_listeners() {
    let office = Office::new().await;
    let stream = office.jiho.request("GET", "/api/v1/admin/candidates/events").send().await.unwrap();
    assert_eq!(stream.status(), 200);
    let stopping = tokio::time::timeout(Duration::from_secs(4), office.server.stop());
    assert!(stopping.await.is_ok(), "five seconds is how long it waits for whoever does not end");
}

#[tokio::test]
async fn the_person_sees_why_it_was_rejected() {
    let office = Office::new().await;
    let id = office.propose("likes tea", &json!({})).await.memory_id;
    let body = json!({ "version": 1, "reason": "passing", "note": "only today" });
    office.decide(id.as_str(), "reject", &body, None).await.expect(200);
    let review = office.mina.open(&id).await.review.unwrap();
    assert_eq!(review.note.as_deref(), Some("only today"));
    let page = office.mina.form(&format!("/me/memories/{id}"), &[]).await.expect(200).body;
    assert!(page.contains("only today"), "{page}");
}
