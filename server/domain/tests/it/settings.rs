//! The settings of the system, in every process; and the index, whatever model is in use.

use crate::support::{audited, refused_with, rows};
use contract::{ChangeSettings, ErrorCode, IndexState, Role, Sensitivity, SystemSettings, TenantId};
use domain::desks::{Due, SystemDesk, UpkeepDesk};
use domain::kernel::{Actor, Principal};
use domain::testing::{World, ask_of, save_of};
use std::time::Duration;

fn operator() -> Actor {
    Actor { tenant: TenantId::default_tenant(), principal: Principal::Operator }
}

async fn system(world: &World) -> SystemDesk {
    world.desks().system(&operator()).await.expect("an operator settles")
}

async fn upkeep(world: &World) -> UpkeepDesk {
    world.desks().upkeep(&operator()).await.expect("an operator maintains")
}

#[tokio::test]
async fn a_change_arrives_in_every_process_and_is_seen_to_have() {
    let world = World::new().await;
    let other = world.beside().await;
    let desk = system(&world).await;
    let settings = SystemSettings { recall_log_days: 7, ..SystemSettings::default() };
    let changed = desk.change(&ChangeSettings { settings: settings.clone(), version: 0 }).await.expect("changes");
    assert_eq!((changed.version, changed.settings), (1, settings.clone()));
    tokio::join!(world.seen_to(Due::Settings), other.seen_to(Due::Settings));
    let view = desk.settings().await.expect("reads");
    assert_eq!(view.processes.iter().map(|process| process.version).collect::<Vec<_>>(), [1, 1]);
    assert!(view.processes.iter().all(|process| process.embedding_model.as_deref() == Some("bigrams")));
    other.close().await;
    assert_eq!(desk.settings().await.expect("reads").processes.len(), 1, "who stops is not waited for");
    let stale = desk.change(&ChangeSettings { settings: settings.clone(), version: 0 }).await;
    assert!(refused_with(ErrorCode::StaleVersion, &stale));
    let bad = SystemSettings { calls_per_minute: 0, ..settings.clone() };
    assert!(refused_with(ErrorCode::InvalidInput, &desk.change(&ChangeSettings { settings: bad, version: 1 }).await));
    let unknown = SystemSettings { embedding_model: Some("../other".to_owned()), ..settings };
    let refused = desk.change(&ChangeSettings { settings: unknown, version: 1 }).await;
    assert!(refused_with(ErrorCode::InvalidInput, &refused));
    let noted = audited(&world, "settings.change").await;
    assert_eq!(noted, ["settings.change ok version=1 fields=recall_log_days"]);
}

#[tokio::test]
async fn only_superadmins_settle_and_administrators_maintain() {
    let world = World::new().await;
    let (admin, reviewer) = (world.staff("ada", Role::Admin).await, world.staff("jiho", Role::Reviewer).await);
    let boss = world.staff("boss", Role::Superadmin).await;
    let desks = world.desks();
    assert!(desks.system(&boss).await.is_ok() && desks.upkeep(&admin).await.is_ok());
    assert!(desks.services(&admin).await.is_ok());
    assert!(refused_with(ErrorCode::Forbidden, &desks.system(&admin).await.map(|_| ())));
    assert!(refused_with(ErrorCode::Forbidden, &desks.services(&reviewer).await.map(|_| ())));
    assert!(refused_with(ErrorCode::Forbidden, &desks.upkeep(&reviewer).await.map(|_| ())));
    assert_eq!(audited(&world, "access.denied").await.len(), 3);
}

#[tokio::test]
async fn the_recall_log_is_kept_for_as_long_as_was_settled() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    agent.recall(ask_of("mina", "tea?")).await.expect("recalls");
    world.clock.advance(Duration::from_hours(91 * 24));
    agent.recall(ask_of("mina", "tea?")).await.expect("recalls");
    let desk = system(&world).await;
    assert_eq!(desk.settings().await.expect("reads").version, 0);
    let mut world = world;
    // It looks when it starts, and every minute from then on.
    world.restart().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(world.dir().join("gieok.db"));
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("opens");
    loop {
        let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM recall_log").fetch_one(&pool).await.expect("reads");
        if kept == 1 {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn what_failed_is_seen_to_at_once_when_asked_for() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    world.embedder.set_down(true);
    agent.save(save_of("mina", "likes tea")).await.expect("is saved all the same");
    let desk = upkeep(&world).await;
    let before = desk.index().await.expect("reads");
    assert_eq!((before.indexed, before.pending + before.failed), (0, 1));
    world.embedder.set_down(false);
    // Put off by then; the clock stands still, so that only the repair brings it on.
    let begun = desk.repair().await.expect("begins");
    assert_eq!(begun.repair.map(|repair| repair.total), Some(1));
    let owner = world.owner(&mina);
    while rows(&owner).await[0].index_state != IndexState::Indexed {
        tokio::task::yield_now().await;
    }
    let after = desk.index().await.expect("reads");
    assert_eq!((after.indexed, after.failed), (1, 0));
    let repair = after.repair.expect("was noted");
    assert_eq!((repair.done, repair.eta_seconds), (1, None));
    assert!(repair.ended_at.is_some());
}

#[tokio::test]
async fn a_class_is_proposed_for_what_nobody_has_classified_and_hides_nothing() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let unclassified = |statement| contract::SaveMemory { sensitivity: None, ..save_of("mina", statement) };
    let saved = agent.save(unclassified("takes insulin every morning")).await.expect("saves");
    let plain = agent.save(unclassified("likes green tea")).await.expect("saves");
    agent.save(save_of("mina", "knows a@b.example")).await.expect("one that is classified");
    world.seen_to(Due::Classes).await;
    let owner = world.owner(&mina);
    let detail = owner.open(&saved.memory_id).await.expect("opens");
    assert_eq!(detail.sensitivity(), Sensitivity::Unknown);
    assert_eq!(detail.proposed_sensitivity, Some(Sensitivity::Restricted));
    let plain = owner.open(&plain.memory_id).await.expect("opens");
    assert_eq!(plain.proposed_sensitivity, Some(Sensitivity::Normal));
    assert_eq!(upkeep(&world).await.index().await.expect("reads").unclassified, 2);
    crate::support::correct_statement(&owner, &saved.memory_id, "likes mornings").await.expect("corrects");
    world.seen_to(Due::Classes).await;
    let detail = owner.open(&saved.memory_id).await.expect("opens");
    assert_eq!(detail.proposed_sensitivity, Some(Sensitivity::Normal), "by what it says now");
}

#[tokio::test]
async fn with_another_model_words_keep_serving_and_vectors_come_back() {
    let mut world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    for statement in ["likes green tea", "plays the cello", "has a cat called Bori"] {
        agent.save(save_of("mina", statement)).await.expect("saves");
    }
    let desk = system(&world).await;
    let of = |model: &str| SystemSettings { embedding_model: Some(model.to_owned()), ..SystemSettings::default() };
    desk.change(&ChangeSettings { settings: of("other"), version: 0 }).await.expect("changes");
    // Whatever the index is at: what shares words is found all the time.
    let found = agent.recall(ask_of("mina", "green tea?")).await.expect("recalls").answer;
    assert_eq!(found.memories[0].statement, "likes green tea");
    world.seen_to(Due::Settings).await;
    let owner = world.owner(&mina);
    let is_anew = |rows: &[contract::MemoryRow]| rows.iter().all(|row| row.index_state == IndexState::Indexed);
    while !is_anew(&rows(&owner).await) {
        let found = agent.recall(ask_of("mina", "green tea?")).await.expect("recalls").answer;
        assert_eq!(found.memories[0].statement, "likes green tea");
    }
    for row in rows(&owner).await {
        let detail = owner.open(&row.memory_id).await.expect("opens");
        assert_eq!(detail.embedding_model.as_deref(), Some("other"));
    }
    let repair = upkeep(&world).await.index().await.expect("reads").repair.expect("was begun by the change");
    assert_eq!((repair.total, repair.done), (3, 3));
    assert_eq!(desk.settings().await.expect("reads").processes[0].embedding_model.as_deref(), Some("other"));
    let semantic = |answer: &contract::RecallAnswer| answer.memories[0].score.semantic.value;
    let found = agent.recall(ask_of("mina", "likes green tea")).await.expect("recalls").answer;
    assert!(semantic(&found) > 0.9, "closeness is back");
    // What does not load is told, and the model before stays in use.
    desk.change(&ChangeSettings { settings: of("broken"), version: 1 }).await.expect("changes");
    world.seen_to(Due::Settings).await;
    let process = desk.settings().await.expect("reads").processes.remove(0);
    assert_eq!((process.embedding_model.as_deref(), process.version), (Some("other"), 2));
    assert_eq!(process.fault.as_deref(), Some("it does not load"));
    desk.change(&ChangeSettings { settings: of("other"), version: 2 }).await.expect("changes");
    drop(agent);
    world.restart().await;
    let process = system(&world).await.settings().await.expect("reads");
    assert_eq!(process.settings.embedding_model.as_deref(), Some("other"));
    world.seen_to(Due::Settings).await;
    let process = system(&world).await.settings().await.expect("reads").processes.remove(0);
    assert_eq!((process.embedding_model.as_deref(), process.fault), (Some("other"), None), "also after a start");
    assert_eq!(upkeep(&world).await.index().await.expect("reads").stale, 0, "and nothing is made anew for it");
}
