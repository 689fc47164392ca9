//! The settings of the system and the repair of the index over HTTP.

use crate::support::{Person, TestServer, model_dir};
use contract::{ErrorCode, IndexView, Role, SettingsView};
use serde_json::{Value, json};

async fn see(boss: &Person) -> SettingsView {
    boss.get("/api/v1/admin/settings").await.expect(200).json()
}

/// Changes settings, and waits until every process goes by them.
async fn change(boss: &Person, settings: Value, version: i64) -> SettingsView {
    let body = json!({ "settings": settings, "version": version });
    let mut view: SettingsView = boss.console("PUT", "/settings", &body).await.expect(200).json();
    while view.processes.iter().any(|process| process.version != view.version) {
        view = see(boss).await;
    }
    view
}

#[tokio::test]
async fn only_superadmins_settle_and_nobody_overwrites_another() {
    let server = TestServer::start().await;
    let boss = server.person_as("root", Role::Superadmin, "default").await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let body = json!({ "settings": { "turn_days": 7 }, "version": 0 });
    admin.get("/api/v1/admin/settings").await.expect(403).problem(ErrorCode::Forbidden);
    admin.console("PUT", "/settings", &body).await.expect(403).problem(ErrorCode::Forbidden);
    assert_eq!(see(&boss).await.version, 0);
    let view = change(&boss, json!({ "turn_days": 7 }), 0).await;
    assert_eq!((view.version, view.settings.turn_days), (1, 7));
    assert_eq!(view.changed_by.as_deref(), Some("root@example.com"));
    boss.console("PUT", "/settings", &body).await.expect(409).problem(ErrorCode::StaleVersion);
    assert_eq!(server.audited("settings.change").await.len(), 1);
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_by_field() {
    let server = TestServer::start().await;
    let boss = server.person_as("root", Role::Superadmin, "default").await;
    for (settings, field) in [
        (json!({ "turn_days": 3_651 }), "turn_days"),
        (json!({ "recall_log_days": 0 }), "recall_log_days"),
        (json!({ "calls_per_minute": 0 }), "calls_per_minute"),
        (json!({ "waiting_turns": 0 }), "waiting_turns"),
        (json!({ "waiting_turns": -1 }), "settings.waiting_turns"),
        (json!({ "embedding_model": "../other" }), "embedding_model"),
        (json!({ "per_turn_extraction": "yes" }), "settings.per_turn_extraction"),
        (json!({ "colour": "red" }), "settings.colour"),
    ] {
        let body = json!({ "settings": settings, "version": 0 });
        let answer = boss.console("PUT", "/settings", &body).await.expect(422);
        assert_eq!(answer.faulty_fields(), [field]);
    }
    for (body, field) in [(json!({ "version": 0 }), "settings"), (json!({ "settings": {} }), "version")] {
        assert_eq!(boss.console("PUT", "/settings", &body).await.expect(422).faulty_fields(), [field]);
    }
    assert_eq!(see(&boss).await.version, 0);
}

#[tokio::test]
async fn a_change_takes_effect_in_every_process_without_a_restart() {
    let server = TestServer::start().await;
    let other = server.beside().await;
    server.remembered("mina").await;
    let boss = server.person_as("root", Role::Superadmin, "default").await;
    let here = server.service("chat").await;
    let there = other.service("chat").await;
    for service in [&here, &there, &here, &there] {
        service.recall("mina", "tea?").await.expect(200);
    }
    let view = change(&boss, json!({ "calls_per_minute": 1 }), 0).await;
    assert_eq!(view.processes.len(), 2);
    for service in [&here, &there] {
        service.recall("mina", "tea?").await;
        let refused = service.recall("mina", "tea?").await.expect(429);
        refused.problem(ErrorCode::RateLimited);
        assert!(!refused.header("retry-after").is_empty());
    }
    other.stop().await;
    let view = change(&boss, json!({}), 1).await;
    assert_eq!((view.version, view.processes.len()), (2, 1));
    here.recall("mina", "tea?").await.expect(200);
}

#[tokio::test]
async fn a_model_that_does_not_load_is_told_and_the_one_before_stays() {
    let models = tempfile::TempDir::new().unwrap();
    std::os::unix::fs::symlink(model_dir(), models.path().join("good")).unwrap();
    std::fs::create_dir(models.path().join("bad")).unwrap();
    std::fs::write(models.path().join("bad/config.json"), "{}").unwrap();
    let server = TestServer::with(|config| config.model.dir = models.path().join("good")).await;
    server.remembered("mina").await;
    let boss = server.person_as("root", Role::Superadmin, "default").await;
    let service = server.service("chat").await;
    service.must_save("mina", "likes green tea").await;
    let before = see(&boss).await;
    assert_eq!(before.models, ["bad", "good"]);
    let in_use = before.processes[0].embedding_model.clone();
    let view = change(&boss, json!({ "embedding_model": "bad" }), 0).await;
    assert!(view.processes[0].fault.is_some(), "{view:?}");
    assert_eq!(view.processes[0].embedding_model, in_use);
    assert_eq!(service.found("mina", "What tea does she like?").await, ["likes green tea"]);
    let view = change(&boss, json!({ "embedding_model": "good" }), 1).await;
    assert_eq!(view.processes[0].fault, None);
    assert_eq!(service.found("mina", "What tea does she like?").await, ["likes green tea"]);
}

#[tokio::test]
async fn what_the_index_did_not_take_is_seen_to_when_asked_for() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let service = server.service("chat").await;
    server.break_model();
    service.save("mina", "likes green tea").await.expect(201);
    let index = async || -> IndexView { admin.get("/api/v1/admin/index").await.expect(200).json() };
    let before = index().await;
    assert_eq!((before.indexed, before.pending + before.failed, before.repair), (0, 1, None));
    server.mend_model();
    // Put off by then, and the clock stands still: nothing but the repair brings it on.
    let begun: IndexView = admin.console("POST", "/index/repair", &json!({})).await.expect(202).json();
    assert_eq!(begun.repair.map(|repair| repair.total), Some(1));
    let done = loop {
        let view = index().await;
        // The counts may be of a moment before.
        if view.indexed > 0 && view.repair.as_ref().is_some_and(|repair| repair.ended_at.is_some()) {
            break view;
        }
    };
    assert_eq!((done.indexed, done.pending, done.failed), (1, 0, 0));
    assert_eq!(done.repair.map(|repair| (repair.total, repair.done)), Some((1, 1)));
    assert_eq!(service.found("mina", "What does she like?").await, ["likes green tea"]);
    assert_eq!(server.audited("index.repair").await.len(), 1);
}
