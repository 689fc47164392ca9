//! Correcting one's own memories: versions, index, limits, conflicts.

use crate::lifecycle::wait_for_empty_outbox;
use crate::support::{correct_statement, correction, rows};
use contract::{
    Authority, ChangedBy, ConsentSource, DiffPart, Entity, IndexState, NormalizedFact, OwnerAction, Sensitivity,
    SourceRef, SourceRole, Statement,
};
use domain::desks::{AgentDesk, DeskError};
use domain::testing::{World, ask_of, save_of};
use std::time::Duration;

async fn found(agent: &AgentDesk, question: &str) -> Vec<String> {
    let answer = agent.recall(ask_of("mina", question)).await.expect("recalls").answer;
    answer.memories.into_iter().map(|memory| memory.statement).collect()
}

#[tokio::test]
async fn a_correction_is_a_new_version_that_the_very_next_recall_finds() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let saved = agent.save(save_of("mina", "parks in B12")).await.expect("saves");
    let owner = world.owner(&mina);
    world.clock.advance(Duration::from_hours(1));
    let corrected = correct_statement(&owner, &saved.memory_id, "parks in C7").await.expect("corrects");
    assert_eq!((corrected.version, corrected.index_state, corrected.removed), (2, IndexState::Indexed, false));
    assert_eq!(found(&agent, "parks in C7?").await, ["parks in C7"]);
    wait_for_empty_outbox(&world).await;
    let detail = owner.open(&saved.memory_id).await.expect("opens");
    assert_eq!((detail.version, detail.authority), (2, Authority::UserCorrection));
    assert_eq!(detail.allowed, [OwnerAction::Correct, OwnerAction::Delete]);
    let [newer, older] = detail.history.as_slice() else { panic!("{:?}", detail.history) };
    assert_eq!((newer.by, older.by), (ChangedBy::You, ChangedBy::Service));
    assert_eq!(older.recorded_to, Some(newer.recorded_from));
    let [change] = newer.changes.as_slice() else { panic!("{:?}", newer.changes) };
    assert!(
        change.parts.contains(&DiffPart::Removed("B12".into())) && change.parts.contains(&DiffPart::Added("C7".into()))
    );
}

#[tokio::test]
async fn every_editable_field_is_kept_and_when_it_happened_stays() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let happened = "2026-03-01T09:00:00Z".parse().expect("a time");
    let source = SourceRef {
        conversation_id: Some("c-1".into()),
        span: Some("tea please".into()),
        occurred_at: Some(happened),
        ..SourceRef::of("e-1".into(), SourceRole::User)
    };
    let save = contract::SaveMemory {
        source: Some(source),
        keywords: vec!["tea".into()],
        raw_content: Some("I would like tea please".into()),
        ..save_of("mina", "likes tea")
    };
    let id = agent.save(save).await.expect("saves").memory_id;
    let owner = world.owner(&mina);
    let before = owner.open(&id).await.expect("opens");
    assert_eq!(before.provenance[0].occurred_at, Some(happened));
    assert_eq!(before.provenance[0].service_name.as_deref(), Some("chat"));
    let wanted = correction(&before, |memory| {
        memory.statement = "likes green tea".into();
        memory.raw_content = None;
        memory.normalized_fact = Some(NormalizedFact { predicate: "likes".into(), object: "green tea".into() });
        memory.keywords.push("green".into());
        memory.entities.push(Entity { name: "Jeju".into(), entity_type: Some("place".into()) });
        memory.memory_subtype = Some("drink".into());
        memory.confidence = 0.5;
        memory.valid_to = Some("2027-01-01T00:00:00Z".parse().expect("a time"));
        memory.evidence[0].span = Some("green tea please".into());
    });
    owner.correct(&id, wanted.clone()).await.expect("corrects");
    let after = owner.open(&id).await.expect("opens");
    assert_eq!(after.memory, wanted.memory);
    assert_eq!(after.provenance[0].occurred_at, Some(happened), "not the owner's to change");
    assert_eq!(after.recorded_at, before.recorded_at);
    assert_eq!(after.provenance[0].recorded_at, before.provenance[0].recorded_at);
    let changed: Vec<&str> = after.history[0].changes.iter().map(|change| change.field.as_str()).collect();
    assert_eq!(changed.len(), 9, "{changed:?}");
}

#[tokio::test]
async fn a_correction_that_changes_nothing_is_no_version() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let id = agent.save(save_of("mina", "likes tea")).await.expect("saves").memory_id;
    let corrected = correct_statement(&world.owner(&mina), &id, "likes tea").await.expect("answers");
    assert_eq!(corrected.version, 1);
}

#[tokio::test]
async fn sensitivity_decides_about_the_index_at_once_in_both_directions() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let id = agent.save(save_of("mina", "lives in Mapo")).await.expect("saves").memory_id;
    let owner = world.owner(&mina);
    let detail = owner.open(&id).await.expect("opens");
    let raised = owner.correct(&id, correction(&detail, |memory| memory.sensitivity = Sensitivity::Pii)).await;
    assert_eq!(raised.expect("corrects").index_state, IndexState::Excluded);
    assert!(found(&agent, "lives in Mapo?").await.is_empty());
    assert_eq!(rows(&owner).await[0].statement, Statement::Masked);
    let detail = owner.open(&id).await.expect("opens");
    let lowered = owner.correct(&id, correction(&detail, |memory| memory.sensitivity = Sensitivity::Normal)).await;
    assert_eq!(lowered.expect("corrects").index_state, IndexState::Indexed);
    assert_eq!(found(&agent, "lives in Mapo?").await, ["lives in Mapo"]);
}

#[tokio::test]
async fn of_two_corrections_on_one_version_one_wins() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let id = agent.save(save_of("mina", "likes tea")).await.expect("saves").memory_id;
    let owner = world.owner(&mina);
    let detail = owner.open(&id).await.expect("opens");
    let with = |statement: &str| correction(&detail, |memory| memory.statement = statement.to_owned());
    let (one, two) = tokio::join!(owner.correct(&id, with("likes coffee")), owner.correct(&id, with("likes water")));
    let lost = [&one, &two].into_iter().filter(|done| matches!(done, Err(DeskError::StaleVersion))).count();
    assert_eq!((lost, one.is_ok() || two.is_ok()), (1, true), "{one:?} {two:?}");
    wait_for_empty_outbox(&world).await;
    let detail = owner.open(&id).await.expect("opens");
    assert_eq!(detail.history.len(), 2);
    assert_eq!(found(&agent, "likes").await.join("|"), detail.memory.statement, "the index has the winner's");
}

#[tokio::test]
async fn refusals_change_nothing() {
    let world = World::new().await;
    let (mina, jin) = (world.consenting("mina").await, world.consenting("jin").await);
    let agent = world.agent(&world.key("chat").await).await;
    let id = agent.save(save_of("mina", "likes tea")).await.expect("saves").memory_id;
    agent.save(save_of("mina", "likes coffee")).await.expect("saves");
    let owner = world.owner(&mina);
    let detail = owner.open(&id).await.expect("opens");
    let other = world.owner(&jin);
    assert!(matches!(other.open(&id).await, Err(DeskError::NotFound)));
    let theirs = correction(&detail, |memory| memory.statement = "likes mud".into());
    assert!(matches!(other.correct(&id, theirs).await, Err(DeskError::NotFound)));
    assert!(matches!(correct_statement(&owner, &id, "Likes COFFEE.").await, Err(DeskError::AlreadyExists)));
    assert!(matches!(correct_statement(&owner, &id, "\u{200b}").await, Err(DeskError::Invalid(_))));
    let stale = contract::CorrectMemory { version: 7, ..correction(&detail, |_| {}) };
    assert!(matches!(owner.correct(&id, stale).await, Err(DeskError::StaleVersion)));
    owner.set_consent(false, ConsentSource::MyPage).await.expect("switches");
    assert!(matches!(correct_statement(&owner, &id, "likes water").await, Err(DeskError::ConsentRequired)));
    assert_eq!(owner.open(&id).await.expect("opens").allowed, [OwnerAction::Delete]);
    owner.set_consent(true, ConsentSource::MyPage).await.expect("switches");
    wait_for_empty_outbox(&world).await;
    assert_eq!(owner.open(&id).await.expect("opens").memory, detail.memory);
    assert_eq!(found(&agent, "likes tea?").await[0], "likes tea", "the index has what the store has");
}

#[tokio::test]
async fn saying_it_again_as_sensitive_is_a_version_too() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let id = agent.save(save_of("mina", "takes insulin")).await.expect("saves").memory_id;
    let again = contract::SaveMemory { sensitivity: Some("restricted".into()), ..save_of("mina", "takes insulin") };
    let receipt = agent.save(again).await.expect("answers");
    assert_eq!((receipt.duplicate, receipt.index_state), (true, IndexState::Excluded));
    let detail = world.owner(&mina).open(&id).await.expect("opens");
    assert_eq!((detail.version, detail.history[0].reason.as_str()), (2, "sensitivity_raised"));
}

#[tokio::test]
async fn what_only_looks_the_same_is_saved() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let save = contract::SaveMemory { keywords: vec!["a".into(), "b".into()], ..save_of("mina", "likes tea") };
    let id = agent.save(save).await.expect("saves").memory_id;
    let owner = world.owner(&mina);
    let detail = owner.open(&id).await.expect("opens");
    owner.correct(&id, correction(&detail, |memory| memory.keywords = vec!["a, b".into()])).await.expect("corrects");
    assert_eq!(owner.open(&id).await.expect("opens").memory.keywords, ["a, b"]);
}
