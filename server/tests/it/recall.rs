//! Recall over REST: found at once, explained, inside its scope.

use crate::support::TestServer;
use contract::{Arm, RecallAnswer, RecallDegraded};
use serde_json::json;

#[tokio::test]
async fn what_was_saved_is_found_by_the_very_next_recall() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    for number in 0..5 {
        let statement = format!("민아의 자전거 번호는 {number}번이다");
        service.must_save("mina", &statement).await;
        let found = service.found("mina", &format!("자전거 {number}번")).await;
        assert!(found.contains(&statement), "{statement}: {found:?}");
    }
}

#[tokio::test]
async fn the_answer_explains_itself() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    let saved = service.must_save("mina", "Mina drinks green tea every morning").await;
    let answer: RecallAnswer = service.recall("mina", "what does Mina drink in the morning?").await.expect(200).json();
    assert!(!answer.degraded && answer.degraded_reason.is_none());
    assert!(answer.arms.contains(&Arm::Keyword) && answer.arms.contains(&Arm::Semantic));
    let [memory] = answer.memories.as_slice() else { panic!("{answer:?}") };
    assert_eq!(memory.memory_id, saved.memory_id);
    let terms = memory.score.semantic.contribution() + memory.score.keyword.contribution();
    assert!((memory.score.total - terms).abs() < 1e-9);
    assert!((memory.score.semantic.weight - 0.7).abs() < 1e-9);
    assert!(answer.context.contains("green tea"));
    assert!(answer.recall_id.as_str().starts_with("rcl_"));
}

#[tokio::test]
async fn at_most_as_many_as_asked_for() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    for number in 0..10 {
        service.must_save("mina", &format!("tea number {number}")).await;
    }
    let count = async |more: serde_json::Value| {
        let mut body = json!({ "subject": "mina", "query": "tea" });
        if let Some(top_k) = more.get("top_k") {
            body["top_k"] = top_k.clone();
        }
        service.post("/api/v1/recall", &body).await.expect(200).json::<RecallAnswer>().memories.len()
    };
    assert_eq!(count(json!({})).await, 8);
    assert_eq!(count(json!({ "top_k": 2 })).await, 2);
    assert_eq!(count(json!({ "top_k": 100 })).await, 10);
}

#[tokio::test]
async fn nothing_to_find_is_an_empty_answer() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let answer: RecallAnswer = server.service("notes").await.recall("mina", "tea").await.expect(200).json();
    assert!(answer.memories.is_empty() && answer.context.is_empty() && !answer.degraded);
}

#[tokio::test]
async fn a_service_memory_stays_in_its_service() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let (notes, shop) = (server.service("notes").await, server.service("shop").await);
    let scope = json!({ "scope": format!("service:{}", notes.id()) });
    notes.save_with("mina", "tea for notes only", &scope).await.expect(201);
    notes.must_save("mina", "tea for all").await;
    assert_eq!(notes.found("mina", "tea").await.len(), 2);
    assert_eq!(shop.found("mina", "tea").await, ["tea for all"]);
}

#[tokio::test]
async fn without_the_model_words_still_find_and_the_answer_says_so() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    service.must_save("mina", "Mina drinks green tea").await;
    server.break_model();
    let answer: RecallAnswer = service.recall("mina", "green tea").await.expect(200).json();
    assert!(answer.degraded);
    assert_eq!(answer.degraded_reason, Some(RecallDegraded::ModelUnavailable));
    assert_eq!(answer.arms, [Arm::Keyword]);
    assert_eq!(answer.memories.len(), 1);
}

#[tokio::test]
async fn a_memory_saved_without_the_model_is_kept() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    server.break_model();
    let saved = service.must_save("mina", "Mina drinks green tea").await;
    assert_ne!(saved.index_state, contract::IndexState::Indexed, "said honestly");
    assert_eq!(person.memory_count().await, 1);
}
