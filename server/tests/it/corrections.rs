//! Correcting over REST: a new version, found under its new words at once, and one winner when two are faster.

use crate::support::{Person, Service, TestServer};
use contract::{
    Authority, ChangedBy, CorrectedMemory, EditableMemory, ErrorCode, IndexState, MemoryDetail, MemoryId, Sensitivity,
};
use serde_json::json;

/// Mina, and a service that has just saved a memory about her.
async fn remembered(server: &TestServer, statement: &str) -> (Person, Service, MemoryId) {
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let memory = service.must_save("mina", statement).await.memory_id;
    (person, service, memory)
}

fn saying(detail: &MemoryDetail, statement: &str) -> EditableMemory {
    EditableMemory { statement: statement.to_owned(), ..detail.memory.clone() }
}

#[tokio::test]
async fn a_correction_is_a_new_version_and_the_next_recall_finds_it() {
    let server = TestServer::start().await;
    let (person, service, memory) = remembered(&server, "Mina likes tea").await;
    let before = person.open(&memory).await;
    assert_eq!((before.version, before.history.len()), (1, 1));
    let receipt: CorrectedMemory =
        person.correct(&memory, 1, &saying(&before, "Mina likes coffee")).await.expect(200).json();
    let expected =
        CorrectedMemory { memory_id: memory.clone(), version: 2, index_state: IndexState::Indexed, removed: false };
    assert_eq!(receipt, expected);
    assert_eq!(service.found("mina", "what does Mina like?").await, ["Mina likes coffee"]);
    let after = person.open(&memory).await;
    assert_eq!((after.version, after.authority), (2, Authority::UserCorrection));
    assert_eq!(after.memory, saying(&before, "Mina likes coffee"));
    let [latest, first] = after.history.as_slice() else { panic!("{:?}", after.history) };
    assert_eq!((latest.version, latest.by, latest.recorded_to), (2, ChangedBy::You, None));
    assert_eq!(latest.changes.iter().map(|change| change.field.as_str()).collect::<Vec<_>>(), ["statement"]);
    assert_eq!((first.version, first.by), (1, ChangedBy::Service));
}

#[tokio::test]
async fn everything_that_can_be_corrected_is() {
    let server = TestServer::start().await;
    let (person, _, memory) = remembered(&server, "Mina likes tea").await;
    let full = json!({
        "statement": "Mina likes green tea",
        "raw_content": "I like green tea, really.",
        "normalized_fact": { "predicate": "likes", "object": "green tea" },
        "keywords": ["tea", "녹차"],
        "entities": [{ "name": "green tea", "type": "drink" }, { "name": "Mina" }],
        "memory_subtype": "taste",
        "sensitivity": "normal",
        "confidence": 0.5,
        "valid_from": "2026-01-01T00:00:00Z",
        "valid_to": "2099-01-01T00:00:00Z",
        "evidence": [{ "event_id": "e-1", "conversation_id": "c-1", "span": "green tea", "role": "user" }],
    });
    let full: EditableMemory = serde_json::from_value(full).unwrap();
    person.correct(&memory, 1, &full).await.expect(200);
    let detail = person.open(&memory).await;
    assert_eq!(detail.memory, full);
    let [provenance] = detail.provenance.as_slice() else { panic!("{:?}", detail.provenance) };
    assert_eq!((provenance.event_id.as_str(), provenance.span.as_deref()), ("e-1", Some("green tea")));
}

#[tokio::test]
async fn raised_sensitivity_leaves_the_index_and_comes_back_when_lowered() {
    let server = TestServer::start().await;
    let (person, service, memory) = remembered(&server, "Mina likes tea").await;
    let mut to = person.open(&memory).await.memory;
    for (version, sensitivity, state, found) in
        [(1, Sensitivity::Pii, IndexState::Excluded, 0), (2, Sensitivity::Normal, IndexState::Indexed, 1)]
    {
        to.sensitivity = sensitivity;
        let receipt: CorrectedMemory = person.correct(&memory, version, &to).await.expect(200).json();
        assert_eq!(receipt.index_state, state);
        assert_eq!(service.found("mina", "tea").await.len(), found);
    }
}

#[tokio::test]
async fn a_version_that_is_gone_is_a_conflict_and_changes_nothing() {
    let server = TestServer::start().await;
    let (person, _, memory) = remembered(&server, "Mina likes tea").await;
    let detail = person.open(&memory).await;
    person.correct(&memory, 1, &saying(&detail, "Mina likes coffee")).await.expect(200);
    for version in [1, 0, -1, 3, i64::MAX] {
        let answer = person.correct(&memory, version, &saying(&detail, "Mina likes water")).await;
        answer.expect(409).problem(ErrorCode::StaleVersion);
    }
    assert_eq!(person.open(&memory).await.memory.statement, "Mina likes coffee");
}

#[tokio::test]
async fn of_two_corrections_at_once_one_wins() {
    let server = TestServer::start().await;
    let (person, _, memory) = remembered(&server, "Mina likes tea").await;
    for round in 0..5 {
        let detail = person.open(&memory).await;
        let (left, right) =
            (saying(&detail, &format!("left of round {round}")), saying(&detail, &format!("right of round {round}")));
        let (first, second) = tokio::join!(
            person.correct(&memory, detail.version, &left),
            person.correct(&memory, detail.version, &right)
        );
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{first:?} {second:?}");
        let after = person.open(&memory).await;
        assert_eq!(after.version, detail.version + 1);
        let winner = if first.status == 200 { left } else { right };
        assert_eq!(after.memory, winner);
    }
}

#[tokio::test]
async fn without_consent_nothing_is_corrected_but_all_is_seen() {
    let server = TestServer::start().await;
    let (person, _, memory) = remembered(&server, "Mina likes tea").await;
    person.consent(false).await;
    let detail = person.open(&memory).await;
    let answer = person.correct(&memory, 1, &saying(&detail, "Mina likes coffee")).await;
    answer.expect(403).problem(ErrorCode::ConsentRequired);
    assert_eq!(person.list("").await.items.len(), 1);
}

#[tokio::test]
async fn what_another_memory_says_already_is_refused() {
    let server = TestServer::start().await;
    let (person, service, memory) = remembered(&server, "Mina likes tea").await;
    service.must_save("mina", "Mina likes coffee").await;
    let detail = person.open(&memory).await;
    let answer = person.correct(&memory, 1, &saying(&detail, "Mina likes coffee")).await;
    answer.expect(409).problem(ErrorCode::AlreadyExists);
}

#[tokio::test]
async fn list_and_opening_need_no_model() {
    let server = TestServer::start().await;
    let (person, _, memory) = remembered(&server, "Mina likes tea").await;
    server.break_model();
    assert_eq!(person.list("q=tea").await.items.len(), 1);
    assert_eq!(person.open(&memory).await.memory.statement, "Mina likes tea");
    assert!(person.get("/me").await.expect(200).body.contains("Mina likes tea"));
}

#[tokio::test]
async fn an_index_that_is_down_changes_nothing_and_a_retry_does() {
    let server = TestServer::start().await;
    let (person, service, memory) = remembered(&server, "Mina likes tea").await;
    let detail = person.open(&memory).await;
    let to = saying(&detail, "Mina likes coffee");
    server.index().set_down(true);
    person.correct(&memory, 1, &to).await.expect(503).problem(ErrorCode::IndexUnavailable);
    assert_eq!(person.open(&memory).await.memory, detail.memory);
    assert_eq!(service.found("mina", "what does Mina like?").await, ["Mina likes tea"]);
    server.index().set_down(false);
    person.correct(&memory, 1, &to).await.expect(200);
    assert_eq!(service.found("mina", "what does Mina like?").await, ["Mina likes coffee"]);
}

#[tokio::test]
async fn what_the_index_has_lost_is_removed_and_the_person_is_told() {
    let server = TestServer::start().await;
    let (person, service, memory) = remembered(&server, "Mina likes tea").await;
    let detail = person.open(&memory).await;
    server.index().lose(&memory);
    service.must_save("mina", "Mina lives in Seoul").await;
    let receipt: CorrectedMemory =
        person.correct(&memory, 1, &saying(&detail, "Mina likes coffee")).await.expect(200).json();
    assert!(receipt.removed, "{receipt:?}");
    assert_eq!(person.list("").await.items.len(), 1);
}

#[tokio::test]
async fn a_correction_that_the_model_cannot_follow_changes_nothing() {
    let server = TestServer::start().await;
    let (person, _, memory) = remembered(&server, "Mina likes tea").await;
    let detail = person.open(&memory).await;
    server.break_model();
    let answer = person.correct(&memory, 1, &saying(&detail, "Mina likes coffee")).await;
    answer.expect(503).problem(ErrorCode::IndexUnavailable);
    let after = person.open(&memory).await;
    assert_eq!((after.version, after.memory), (1, detail.memory));
}
