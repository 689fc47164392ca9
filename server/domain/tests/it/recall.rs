//! What a recall finds, leaves out and survives.

use contract::{Arm, ListMemories, RecallDegraded};
use domain::testing::{World, ask_of, save_of};
use std::time::Duration;

#[tokio::test]
async fn a_score_is_explained_by_its_terms() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    for statement in ["회의는 월요일에 한다", "커피를 좋아한다", "Project Alpha ships in May"] {
        agent.save(save_of("mina", statement)).await.expect("saves");
    }
    let answer = agent.recall(ask_of("mina", "회의는 언제?")).await.expect("recalls").answer;
    assert_eq!(answer.arms, [Arm::Keyword, Arm::Semantic]);
    assert_eq!(answer.memories[0].statement, "회의는 월요일에 한다");
    for memory in &answer.memories {
        let sum = memory.score.semantic.contribution() + memory.score.keyword.contribution();
        assert!((memory.score.total - sum).abs() < 1e-9 && (0.0..=1.0).contains(&memory.score.total));
    }
    assert!(answer.memories.is_sorted_by(|a, b| a.score.total >= b.score.total));
}

#[tokio::test]
async fn one_question_is_embedded_once() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    agent.save(save_of("mina", "likes tea")).await.expect("saves");
    agent.recall(ask_of("mina", "tea?")).await.expect("recalls");
    assert_eq!(world.embedder.questions(), 1);
}

#[tokio::test]
async fn top_k_and_threshold_bound_the_answer() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    for number in 0..30 {
        agent.save(save_of("mina", &format!("tea note number {number}"))).await.expect("saves");
    }
    let mut ask = ask_of("mina", "tea note number 7");
    for top_k in [1, 8, 30] {
        ask.top_k = Some(top_k);
        let answer = agent.recall(ask.clone()).await.expect("recalls").answer;
        assert_eq!(answer.memories.len(), top_k as usize);
        assert_eq!(answer.context.matches("\"fact\"").count(), top_k as usize);
    }
    ask.threshold = Some(0.9);
    let best = agent.recall(ask.clone()).await.expect("recalls").answer.memories;
    assert!(!best.is_empty() && best.iter().all(|memory| memory.score.total >= 0.9));
}

#[tokio::test]
async fn what_is_not_true_now_is_left_out() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let mut save = save_of("mina", "is on leave");
    save.valid_to = Some("2026-07-20T00:00:00Z".parse().expect("a time"));
    agent.save(save).await.expect("saves");
    let mut later = save_of("mina", "is on parental leave");
    later.valid_from = Some("2026-08-01T00:00:00Z".parse().expect("a time"));
    agent.save(later).await.expect("saves");
    let statements = || async {
        let answer = agent.recall(ask_of("mina", "is on leave?")).await.expect("recalls").answer;
        answer.memories.into_iter().map(|memory| memory.statement).collect::<Vec<_>>()
    };
    assert_eq!(statements().await, ["is on leave"]);
    world.clock.advance(Duration::from_hours(7 * 24));
    assert!(statements().await.is_empty());
    world.clock.advance(Duration::from_hours(30 * 24));
    assert_eq!(statements().await, ["is on parental leave"]);
}

#[tokio::test]
async fn what_has_ended_takes_no_place_of_what_holds() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    for number in 0..80 {
        let mut ended = save_of("mina", &format!("the parking spot for Monday is P{number}"));
        ended.valid_from = Some("2024-01-01T00:00:00Z".parse().expect("a time"));
        ended.valid_to = Some("2025-01-01T00:00:00Z".parse().expect("a time"));
        agent.save(ended).await.expect("saves");
    }
    agent.save(save_of("mina", "parks beside the gate at the start of the week")).await.expect("saves");
    let found = agent.recall(ask_of("mina", "the parking spot for Monday is?")).await.expect("recalls").answer.memories;
    assert_eq!(found.len(), 1);
}

#[tokio::test]
async fn without_the_model_words_still_find() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    agent.save(save_of("mina", "the parking spot is B12")).await.expect("saves");
    world.embedder.set_down(true);
    let answer = agent.recall(ask_of("mina", "which parking spot?")).await.expect("recalls").answer;
    assert_eq!(answer.memories.len(), 1);
    assert_eq!((answer.arms, answer.degraded_reason), (vec![Arm::Keyword], Some(RecallDegraded::ModelUnavailable)));
}

#[tokio::test]
async fn without_the_index_the_answer_is_empty_and_marked() {
    let mut world = World::new().await;
    let mina = world.consenting("mina").await;
    let key = world.key("chat").await;
    world.agent(&key).await.save(save_of("mina", "likes tea")).await.expect("saves");
    world.close().await;
    std::fs::remove_dir_all(world.dir().join("index")).expect("there is an index");
    std::fs::write(world.dir().join("index"), "in the way").expect("writes");
    world.open().await.expect("opens without an index");
    let answer = world.agent(&key).await.recall(ask_of("mina", "tea")).await.expect("recalls").answer;
    assert!(answer.memories.is_empty() && answer.arms.is_empty());
    assert_eq!(answer.degraded_reason, Some(RecallDegraded::IndexUnavailable));
    assert!(world.desks().health().await.index.is_err());
    assert_eq!(
        world.owner(&mina).list(&ListMemories::default()).await.expect("reads").items.len(),
        1,
        "the list needs no index"
    );
}

#[tokio::test]
async fn without_the_store_the_answer_is_empty_and_marked() {
    let mut world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    agent.save(save_of("mina", "likes tea")).await.expect("saves");
    assert_eq!(agent.recall(ask_of("mina", "tea")).await.expect("recalls").answer.memories.len(), 1);
    world.close().await;
    let answer = agent.recall(ask_of("mina", "tea")).await.expect("recalls").answer;
    assert!(answer.memories.is_empty() && answer.context.is_empty());
    assert_eq!(answer.degraded_reason, Some(RecallDegraded::StoreUnavailable));
}

#[tokio::test]
async fn a_hidden_character_or_decomposed_hangul_does_not_hide_a_memory() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    agent.save(save_of("mina", "서\u{200b}울에 산다")).await.expect("saves");
    for number in 0..9 {
        agent.save(save_of("mina", &format!("note {number}"))).await.expect("saves");
    }
    let answer =
        agent.recall(ask_of("mina", "\u{1109}\u{1165}\u{110b}\u{116e}\u{11af}")).await.expect("recalls").answer;
    assert!(answer.memories[0].score.keyword.value > 0.0, "found by its word");
    assert_eq!(answer.memories[0].statement, "서\u{200b}울에 산다");
}
