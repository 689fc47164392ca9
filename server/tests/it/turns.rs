//! Turns over HTTP: taken in at once and once, looked at afterwards, and nothing kept without consent.

use crate::support::{Answer, Person, Service, TestServer, send};
use contract::{ErrorCode, PrefixedId, Role, ServiceId, TurnReceipt, TurnState, UserId};
use serde_json::{Value, json};

/// Mina, who has consented, and a service that remembers at once what she says.
struct Chat {
    server: TestServer,
    mina: Person,
    service: Service,
}

impl Chat {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let mina = server.remembered("mina").await;
        let service = server.service("chat").await;
        Self { server, mina, service }
    }

    async fn says(&self, turn: &str, text: &str) -> Answer {
        self.service.post("/api/v1/turns", &said("mina", turn, text)).await
    }

    /// Waits until the turn, which has come before, has been looked at.
    async fn extracted(&self, turn: &str, text: &str) {
        loop {
            let receipt: TurnReceipt = self.says(turn, text).await.expect(200).json();
            match receipt.state {
                TurnState::Extracted => return,
                TurnState::Waiting => tokio::task::yield_now().await,
                other => panic!("{other:?}"),
            }
        }
    }

    /// Changes one of the system's settings, and waits until this process goes by it.
    async fn set(&self, boss: &Person, field: &str, value: u32) {
        let before: Value = boss.get("/api/v1/admin/settings").await.expect(200).json();
        let mut settings = before["settings"].clone();
        settings[field] = value.into();
        let body = json!({ "settings": settings, "version": before["version"] });
        let mut view: Value = boss.console("PUT", "/settings", &body).await.expect(200).json();
        while view["processes"][0]["version"] != view["version"] {
            view = boss.get("/api/v1/admin/settings").await.expect(200).json();
        }
    }
}

fn said(subject: &str, turn: &str, text: &str) -> Value {
    json!({
        "subject": subject, "conversation_id": "c-1", "turn_id": turn,
        "messages": [{ "role": "user", "text": text }, { "role": "assistant", "text": "Noted." }],
    })
}

#[tokio::test]
async fn a_turn_is_answered_at_once_and_recalled_once_it_was_looked_at() {
    let chat = Chat::new().await;
    chat.server.hang_model();
    let text = "I always drink green tea in the morning. Is it going to rain?";
    let receipt: TurnReceipt = chat.says("t-1", text).await.expect(202).json();
    assert_eq!((receipt.state, receipt.duplicate), (TurnState::Waiting, false));
    let again: TurnReceipt = chat.says("t-1", text).await.expect(200).json();
    assert_eq!((again.state, again.duplicate), (TurnState::Waiting, true), "answered while the model is not");
    chat.server.mend_model();
    chat.extracted("t-1", text).await;
    let expected = "I always drink green tea in the morning.";
    assert_eq!(chat.service.found("mina", "What does she drink?").await, [expected]);
    let list = chat.mina.list("").await.items;
    let [row] = &list[..] else { panic!("{list:?}") };
    let source = chat.mina.open(&row.memory_id).await.provenance.remove(0);
    assert_eq!((source.event_id.as_str(), source.span.as_deref()), ("t-1", Some(expected)));
    let outcomes: Vec<_> = chat.server.audited("turn.ingest").await.into_iter().map(|one| one.outcome).collect();
    assert_eq!(&outcomes[..2], ["ok", "duplicate"]);
    assert_eq!(chat.server.audited("turn.extract").await.len(), 1);
}

#[tokio::test]
async fn the_same_ids_are_the_same_turn_for_one_service_alone() {
    let chat = Chat::new().await;
    chat.says("t-1", "I like green tea.").await.expect(202);
    let other = chat.says("t-1", "I like black tea.").await.expect(422);
    other.problem(ErrorCode::IdempotencyKeyReused);
    let shop = chat.server.service("shop").await;
    shop.post("/api/v1/turns", &said("mina", "t-1", "I like black tea.")).await.expect(202);
    let mut elsewhere = said("mina", "t-1", "I like white tea.");
    elsewhere["conversation_id"] = "c-2".into();
    chat.service.post("/api/v1/turns", &elsewhere).await.expect(202);
    assert_eq!(chat.server.counted("SELECT count(*) FROM turn").await, 3);
}

#[tokio::test]
async fn without_consent_or_memory_nothing_is_kept() {
    let chat = Chat::new().await;
    let jin = chat.server.person("jin").await;
    let refused = chat.service.post("/api/v1/turns", &said("jin", "t-1", "I like tea.")).await.expect(403);
    refused.problem(ErrorCode::ConsentRequired);
    let boss = chat.server.person_as("root", Role::Superadmin, "default").await;
    let path = format!("/services/{}", chat.service.id());
    let body = json!({ "settings": { "memory": false }, "based_on": 1 });
    boss.console("POST", &format!("{path}/revisions"), &body).await.expect(201);
    let body = json!({ "revision": 2, "seen_deployed": 1 });
    boss.console("POST", &format!("{path}/deploy"), &body).await.expect(200);
    chat.says("t-1", "I like tea.").await.expect(403).problem(ErrorCode::MemoryOff);
    assert_eq!(chat.server.counted("SELECT count(*) FROM turn").await, 0);
    assert_eq!(jin.memory_count().await + chat.mina.memory_count().await, 0);
    let outcomes: Vec<_> = chat.server.audited("turn.ingest").await.into_iter().map(|one| one.outcome).collect();
    assert_eq!(outcomes, ["consent_required", "memory_off"]);
}

#[tokio::test]
async fn withdrawing_consent_takes_what_waits() {
    let chat = Chat::new().await;
    chat.server.hang_model();
    chat.says("t-1", "I like green tea.").await.expect(202);
    chat.mina.consent(false).await;
    assert_eq!(chat.server.counted("SELECT count(content) FROM turn").await, 0, "the text is gone at once");
    chat.mina.consent(true).await;
    chat.server.mend_model();
    let receipt: TurnReceipt = chat.says("t-1", "I like green tea.").await.expect(200).json();
    assert_eq!(receipt.state, TurnState::Skipped);
    chat.says("t-2", "I like black tea.").await.expect(202);
    chat.extracted("t-2", "I like black tea.").await;
    assert_eq!(chat.mina.memory_count().await, 1);
}

#[tokio::test]
async fn whoever_brings_too_many_is_told_when_to_come_back() {
    let chat = Chat::new().await;
    let boss = chat.server.person_as("root", Role::Superadmin, "default").await;
    chat.set(&boss, "waiting_turns", 2).await;
    chat.server.hang_model();
    for turn in ["t-1", "t-2"] {
        chat.says(turn, "I like green tea.").await.expect(202);
    }
    let refused = chat.says("t-3", "I like black tea.").await.expect(429);
    refused.problem(ErrorCode::Backlog);
    assert_eq!(refused.header("retry-after"), "10");
    chat.says("t-2", "I like green tea.").await.expect(200);
    chat.server.mend_model();
    while chat.says("t-3", "I like black tea.").await.status != 202 {
        tokio::task::yield_now().await;
    }
    chat.extracted("t-3", "I like black tea.").await;
    chat.set(&boss, "calls_per_minute", 1).await;
    chat.service.recall("mina", "tea?").await.expect(200);
    let refused = chat.says("t-4", "I like white tea.").await.expect(429);
    refused.problem(ErrorCode::RateLimited);
    assert!((1..=60).contains(&refused.header("retry-after").parse().unwrap()), "{refused:?}");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_by_field() {
    let chat = Chat::new().await;
    let message = |text: &str| json!({ "role": "user", "text": text });
    let long = "x".repeat(contract::turns::MESSAGE_MAX_BYTES);
    for (field, more) in [
        ("subject", json!({ "subject": "" })),
        ("conversation_id", json!({ "conversation_id": "x".repeat(1_000) })),
        ("turn_id", json!({ "turn_id": 7 })),
        ("turn_id", json!({ "turn_id": "a\u{7}b" })),
        ("messages", json!({ "messages": [] })),
        ("messages", json!({ "messages": "SECRET" })),
        ("messages", json!({ "messages": vec![message("x"); 65] })),
        ("messages", json!({ "messages": vec![message(&long); 5] })),
        ("messages[0].text", json!({ "messages": [message(&format!("{long}x"))] })),
        ("messages[0].text", json!({ "messages": [{ "role": "user", "text": null }] })),
        ("messages[0].text", json!({ "messages": [{ "role": "user" }] })),
        ("messages[0].role", json!({ "messages": [{ "role": "SECRET", "text": "x" }] })),
        ("messages[0].name", json!({ "messages": [{ "role": "user", "text": "x", "name": "SECRET" }] })),
        ("occurred_at", json!({ "occurred_at": "SECRET" })),
        ("scope", json!({ "scope": "SECRET" })),
        ("actor", json!({ "actor": "SECRET" })),
    ] {
        let mut body = said("mina", "t-1", "I like tea.");
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = chat.service.post("/api/v1/turns", &body).await.expect(422);
        assert_eq!(answer.faulty_fields(), [field]);
        assert!(!answer.body.contains("SECRET"), "{answer:?}");
    }
    chat.service.post("/api/v1/turns", &json!({})).await.expect(422).problem(ErrorCode::InvalidInput);
    let post = |body: String| {
        chat.service.request("POST", "/api/v1/turns").header("content-type", "application/json").body(body)
    };
    send(post("{".to_owned())).await.expect(400).problem(ErrorCode::MalformedRequest);
    send(post(format!("\"{}\"", "x".repeat(1_025 * 1024)))).await.expect(413).problem(ErrorCode::TooLarge);
    assert_eq!(chat.server.counted("SELECT count(*) FROM turn").await, 0);
    let outcomes = chat.server.audited("turn.ingest").await;
    assert!(outcomes.len() == 19 && outcomes.iter().all(|one| one.outcome != "ok"), "each was noted: {outcomes:?}");
}

#[tokio::test]
async fn what_belongs_to_others_looks_like_what_does_not_exist() {
    let chat = Chat::new().await;
    let theirs = chat.server.person_as("sora", Role::User, "other").await;
    theirs.consent(true).await;
    let nobody = UserId::from_bytes([7; 16]);
    let missing = chat.service.post("/api/v1/turns", &said(nobody.as_str(), "t-1", "I like tea.")).await.expect(403);
    for subject in [theirs.id().as_str(), "sora"] {
        let refused = chat.service.post("/api/v1/turns", &said(subject, "t-1", "I like tea.")).await;
        assert_eq!((refused.status, &refused.body), (missing.status, &missing.body));
    }
    // A key of another tenant knows neither our people nor our turns.
    let foreign = chat.server.service_in("chat", "other").await;
    chat.says("t-1", "I like tea.").await.expect(202);
    let refused = foreign.post("/api/v1/turns", &said("mina", "t-1", "I like tea.")).await;
    assert_eq!((refused.status, &refused.body), (missing.status, &missing.body));
    foreign.post("/api/v1/turns", &said("sora", "t-1", "I like figs.")).await.expect(202);
    let scoped = |service: &ServiceId| {
        let mut body = said("mina", "t-2", "I like tea.");
        body["scope"] = format!("service:{service}").into();
        body
    };
    let shop = chat.server.service("shop").await;
    let existing = chat.service.post("/api/v1/turns", &scoped(shop.id())).await.expect(422);
    let missing = chat.service.post("/api/v1/turns", &scoped(&ServiceId::from_bytes([7; 16]))).await;
    assert_eq!((existing.status, &existing.body), (missing.status, &missing.body));
    chat.server.admin("default").await.revoke_key(chat.service.key_id()).await.unwrap();
    chat.says("t-3", "I like tea.").await.expect(401).problem(ErrorCode::Unauthenticated);
}
