//! Saving over REST, and the person's own list.

use crate::support::TestServer;
use contract::{IndexState, MemoryList, MemoryProgress, SavedMemory, Sensitivity, Statement, Status};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn a_new_memory_is_active_and_indexed() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let saved = server.service("notes").await.must_save("mina", "Mina likes tea").await;
    assert_eq!((saved.status, saved.index_state), (Status::Active, IndexState::Indexed));
    assert!(!saved.duplicate);
    let list: MemoryList = person.get("/api/v1/me/memories").await.expect(200).json();
    assert_eq!(list.items[0].memory_id, saved.memory_id);
    assert_eq!(list.items[0].statement, Statement::Shown("Mina likes tea".into()));
}

#[tokio::test]
async fn the_same_again_is_the_same_memory() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let first = service.must_save("mina", "Mina likes tea").await;
    let again: SavedMemory = service.save("mina", "Mina likes tea").await.expect(200).json();
    assert!(again.duplicate);
    assert_eq!(again.memory_id, first.memory_id);
    assert_eq!(person.memory_count().await, 1);
}

#[tokio::test]
async fn a_subject_is_an_account_or_what_services_call_it() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    service.must_save(person.id().as_str(), "by account").await;
    service.must_save("mina", "by external id").await;
    assert_eq!(person.memory_count().await, 2);
}

#[tokio::test]
async fn sensitive_statements_are_masked_and_never_searched() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    for sensitivity in ["pii", "RESTRICTED"] {
        let statement = format!("tea {sensitivity} 010-0000-0000");
        let more = json!({ "sensitivity": sensitivity });
        let saved: SavedMemory = service.save_with("mina", &statement, &more).await.expect(201).json();
        assert_eq!(saved.index_state, IndexState::Excluded);
    }
    assert!(service.found("mina", "tea 010-0000-0000").await.is_empty());
    let list = person.get("/api/v1/me/memories").await.expect(200);
    let page = person.get("/me").await.expect(200);
    for answer in [&list, &page] {
        assert!(!answer.body.contains("010-0000-0000"));
    }
    assert!(list.json::<MemoryList>().items.iter().all(|row| row.statement == Statement::Masked));
}

#[tokio::test]
async fn an_unknown_sensitivity_is_unknown_and_never_normal() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    for (number, given) in [json!("secret"), json!("low"), json!(null)].into_iter().enumerate() {
        let more = json!({ "sensitivity": given });
        let saved: SavedMemory = service.save_with("mina", &format!("tea {number}"), &more).await.expect(201).json();
        assert_eq!(saved.sensitivity, Sensitivity::Unknown, "{given}");
    }
}

#[tokio::test]
async fn the_list_goes_on_by_cursor_without_gap_or_repetition() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    for number in 0..7 {
        service.must_save("mina", &format!("memory {number}")).await;
        // The clock stands still by itself, and then nothing is latest.
        server.advance(Duration::from_secs(1));
    }
    let mut seen = Vec::new();
    let mut path = "/api/v1/me/memories?limit=3".to_owned();
    loop {
        let page: MemoryList = person.get(&path).await.expect(200).json();
        assert!(page.items.len() <= 3);
        seen.extend(page.items.into_iter().map(|row| row.statement));
        let Some(cursor) = page.next_cursor else { break };
        path = format!("/api/v1/me/memories?limit=3&cursor={cursor}");
    }
    let latest_first: Vec<_> = (0..7).rev().map(|number| Statement::Shown(format!("memory {number}"))).collect();
    assert_eq!(seen, latest_first);
}

#[tokio::test]
async fn the_list_filters_sorts_and_counts() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let own = format!("service:{}", service.id());
    for (statement, more) in [
        ("Always reply in Korean", json!({ "kind": "RULE", "sensitivity": "normal" })),
        ("Mina likes tea", json!({ "kind": "PREFERENCE", "scope": own })),
        ("Mina lived in Busan", json!({ "valid_from": "2020-01-01T00:00:00Z", "valid_to": "2021-01-01T00:00:00Z" })),
        ("Mina's secret", json!({ "sensitivity": "restricted", "scope": own })),
    ] {
        service.save_with("mina", statement, &more).await.expect(201);
        server.advance(Duration::from_secs(1));
    }
    for (parameters, places) in [
        ("order=asc", &[0, 1, 2, 3][..]),
        ("", &[3, 2, 1, 0]),
        ("tab=personal", &[2, 0]),
        ("tab=service&order=asc", &[1, 3]),
        ("kind=rule", &[0]),
        ("standing=history", &[2]),
        ("standing=current&sensitivity=normal", &[0]),
        ("sensitivity=RESTRICTED", &[3]),
        ("index_state=excluded", &[3]),
        ("q=mina", &[3, 2, 1]),
        ("q=mina&tab=service&sensitivity=unknown", &[1]),
        ("sort=valid_from&order=asc&limit=1", &[2]),
        ("q=%20", &[3, 2, 1, 0]),
    ] {
        let list = person.list(parameters).await;
        let listed: Vec<_> = list.items.iter().map(|row| row.recorded_at).collect();
        let all: Vec<_> = person.list("order=asc").await.items.into_iter().map(|row| row.recorded_at).collect();
        let expected: Vec<_> = places.iter().map(|place| all[*place]).collect();
        assert_eq!(listed, expected, "{parameters}");
    }
    let counts = person.list("limit=1").await.counts;
    assert_eq!((counts.all.value, counts.personal.value, counts.service.value), (4, 2, 2));
    assert!(!counts.all.more);
    let names: Vec<_> = person.list("tab=service").await.items.into_iter().map(|row| row.service_name).collect();
    assert_eq!(names, [Some("notes".to_owned()), Some("notes".to_owned())]);
}

#[tokio::test]
async fn progress_is_told_until_the_index_has_caught_up() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    server.index().set_down(true);
    let saved = server.service("notes").await.must_save("mina", "Mina likes tea").await;
    assert_ne!(saved.index_state, IndexState::Indexed);
    let body = json!({ "memories": [saved.memory_id] });
    let progress = async || -> MemoryProgress {
        let answer: serde_json::Value = person.rest("POST", "/memories/progress", &body).await.expect(200).json();
        serde_json::from_value(answer["items"][0].clone()).unwrap()
    };
    assert_ne!(progress().await.index_state, IndexState::Indexed);
    server.index().set_down(false);
    // What has failed is tried again after a pause, by the server's clock.
    server.advance(Duration::from_mins(5));
    let caught_up = async { while progress().await.index_state != IndexState::Indexed {} };
    tokio::time::timeout(Duration::from_mins(1), caught_up).await.expect("the worker tries again");
    let malformed = person.rest("POST", "/memories/progress", &json!({ "memories": ["usr_1"] })).await.expect(422);
    assert_eq!(malformed.faulty_fields(), ["memories[0]"]);
}

#[tokio::test]
async fn markup_in_a_memory_is_text_on_the_page() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    server.service("notes").await.must_save("mina", "</script><script>alert(1)</script>").await;
    let page = person.get("/me").await.expect(200).body;
    assert!(page.contains("alert(1)"), "the memory is on the page");
    assert!(!page.contains("<script>alert(1)"), "as text");
}
