//! Saving over REST, and the person's own list.

use crate::support::TestServer;
use contract::{IndexState, MemoryRow, Page, SavedMemory, Sensitivity, Statement, Status};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn a_new_memory_is_active_and_indexed() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let saved = server.service("notes").await.must_save("mina", "Mina likes tea").await;
    assert_eq!((saved.status, saved.index_state), (Status::Active, IndexState::Indexed));
    assert!(!saved.duplicate);
    let list: Page<MemoryRow> = person.get("/api/v1/me/memories").await.expect(200).json();
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
    assert!(list.json::<Page<MemoryRow>>().items.iter().all(|row| row.statement == Statement::Masked));
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
        let page: Page<MemoryRow> = person.get(&path).await.expect(200).json();
        assert!(page.items.len() <= 3);
        seen.extend(page.items.into_iter().map(|row| row.statement));
        let Some(cursor) = page.next_cursor else { break };
        path = format!("/api/v1/me/memories?limit=3&cursor={cursor}");
    }
    let latest_first: Vec<_> = (0..7).rev().map(|number| Statement::Shown(format!("memory {number}"))).collect();
    assert_eq!(seen, latest_first);
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
