//! Consent, save, restart, rebuild.

use contract::{ConsentSource, IndexState, ListMemories, Sensitivity, Status};
use domain::desks::DeskError;
use domain::testing::{World, ask_of, save_of};
use std::time::Duration;

#[tokio::test]
async fn consent_is_off_until_switched_on_and_off_again_when_withdrawn() {
    let world = World::new().await;
    let mina = world.person("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let owner = world.owner(&mina);
    assert!(!owner.consent().await.expect("reads").granted);
    assert!(matches!(agent.save(save_of("mina", "likes tea")).await, Err(DeskError::ConsentRequired)));
    assert!(matches!(agent.recall(ask_of("mina", "tea")).await, Err(DeskError::ConsentRequired)));
    assert!(owner.list(&ListMemories::default()).await.expect("reads").items.is_empty());

    let on = owner.set_consent(true, ConsentSource::MyPage).await.expect("switches");
    world.clock.advance(Duration::from_mins(1));
    assert_eq!(owner.set_consent(true, ConsentSource::MyPage).await.expect("switches"), on, "twice is one event");
    agent.save(save_of("mina", "likes tea")).await.expect("saves");

    owner.set_consent(false, ConsentSource::MyPage).await.expect("switches");
    assert!(matches!(agent.recall(ask_of("mina", "tea")).await, Err(DeskError::ConsentRequired)));
    assert_eq!(
        owner.list(&ListMemories::default()).await.expect("reads").items.len(),
        1,
        "withdrawing deletes nothing"
    );
}

#[tokio::test]
async fn a_save_that_returns_indexed_is_found_by_the_next_recall() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    for number in 0..20 {
        let statement = format!("fact number {number} about the harbour");
        let saved = agent.save(save_of("mina", &statement)).await.expect("saves");
        assert_eq!((saved.status, saved.index_state, saved.duplicate), (Status::Active, IndexState::Indexed, false));
        let found = agent.recall(ask_of("mina", &statement)).await.expect("recalls").answer;
        assert_eq!(found.memories[0].memory_id, saved.memory_id);
    }
}

#[tokio::test]
async fn the_same_statement_is_kept_once_whatever_its_form() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let first = agent.save(save_of("mina", "I like green tea.")).await.expect("saves");
    for again in ["I like green tea.", "i  like GREEN tea", "I like\u{200b} green tea", "Ｉ like green tea."] {
        let receipt = agent.save(save_of("mina", again)).await.expect("answers");
        assert_eq!((receipt.memory_id, receipt.duplicate), (first.memory_id.clone(), true), "{again:?}");
    }
    assert!(!agent.save(save_of("mina", "I like black tea.")).await.expect("saves").duplicate);
}

#[tokio::test]
async fn sensitivity_is_normalised_and_decides_about_the_index() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    for (given, stored, state) in [
        (Some("PII"), Sensitivity::Pii, IndexState::Excluded),
        (Some("restricted"), Sensitivity::Restricted, IndexState::Excluded),
        (Some("LOW"), Sensitivity::Unknown, IndexState::Indexed),
        (None, Sensitivity::Unknown, IndexState::Indexed),
    ] {
        let mut save = save_of("mina", &format!("statement with {given:?}"));
        save.sensitivity = given.map(str::to_owned);
        let receipt = agent.save(save).await.expect("saves");
        assert_eq!((receipt.sensitivity, receipt.index_state), (stored, state), "{given:?}");
    }
    let rows = world.owner(&mina).list(&ListMemories::default()).await.expect("reads").items;
    let masked = rows.iter().filter(|row| row.statement == contract::Statement::Masked).count();
    assert_eq!((rows.len(), masked), (4, 2));
}

#[tokio::test]
async fn saying_it_again_as_sensitive_hides_it_at_once() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let statement = "my passport number is M1234567";
    let first = agent.save(save_of("mina", statement)).await.expect("saves");
    assert_eq!(agent.recall(ask_of("mina", statement)).await.expect("recalls").answer.memories.len(), 1);
    let mut again = save_of("mina", statement);
    again.sensitivity = Some("pii".to_owned());
    let receipt = agent.save(again).await.expect("answers");
    assert_eq!((receipt.memory_id, receipt.duplicate), (first.memory_id, true));
    assert_eq!((receipt.sensitivity, receipt.index_state), (Sensitivity::Pii, IndexState::Excluded));
    assert!(agent.recall(ask_of("mina", statement)).await.expect("recalls").answer.memories.is_empty());
    let rows = world.owner(&mina).list(&ListMemories::default()).await.expect("reads").items;
    assert_eq!(rows[0].statement, contract::Statement::Masked);
    let harmless = agent.save(save_of("mina", statement)).await.expect("answers");
    assert_eq!(harmless.sensitivity, Sensitivity::Pii, "and nothing brings it back");
}

#[tokio::test]
async fn a_fact_that_has_ended_can_be_true_again() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let mut ended = save_of("mina", "works from Busan");
    ended.valid_from = Some("2024-01-01T00:00:00Z".parse().expect("a time"));
    ended.valid_to = Some("2025-01-01T00:00:00Z".parse().expect("a time"));
    agent.save(ended.clone()).await.expect("saves");
    assert!(agent.save(ended).await.expect("answers").duplicate);
    let now = agent.save(save_of("mina", "works from Busan")).await.expect("saves");
    assert!(!now.duplicate);
    let found = agent.recall(ask_of("mina", "where does she work from?")).await.expect("recalls").answer.memories;
    assert_eq!(found.iter().map(|memory| &memory.memory_id).collect::<Vec<_>>(), [&now.memory_id]);
}

#[tokio::test]
async fn a_statement_that_cannot_be_read_is_refused() {
    let world = World::new().await;
    world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    for statement in ["\u{200b}\u{200b}\u{202e}", "...", "\u{feff}!"] {
        assert!(matches!(agent.save(save_of("mina", statement)).await, Err(DeskError::Invalid(_))), "{statement:?}");
    }
}

#[tokio::test]
async fn one_unreadable_memory_does_not_hold_the_others_back() {
    let mut world = World::new().await;
    world.consenting("mina").await;
    let key = world.key("chat").await;
    let broken = world.agent(&key).await.save(save_of("mina", "will be damaged")).await.expect("saves").memory_id;
    world.close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(world.dir().join("gieok.db"));
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("opens");
    let damage = sqlx::query("UPDATE memory SET content = x'00' WHERE id = ?").bind(broken.as_str());
    assert_eq!(damage.execute(&pool).await.expect("updates").rows_affected(), 1);
    pool.close().await;
    std::fs::remove_dir_all(world.dir().join("index")).expect("there is an index");
    world.open().await.expect("opens");
    let saved = world.agent(&key).await.save(save_of("mina", "is not damaged")).await.expect("saves");
    assert_eq!(saved.index_state, IndexState::Indexed);
}

#[tokio::test]
async fn two_processes_on_one_folder_find_each_others_saves() {
    let world = World::new().await;
    world.consenting("mina").await;
    let key = world.key("chat").await;
    let beside = world.beside().await;
    let actor = beside.desks().front().key_holder(&key.secret).await.expect("reads").expect("the key holds");
    let other = beside.desks().agent(&actor).expect("a service serves");
    for number in 0..5 {
        let statement = format!("parcel {number} waits at the gate");
        let saved = other.save(save_of("mina", &statement)).await.expect("saves");
        assert_eq!(saved.index_state, IndexState::Indexed);
        let found = other.recall(ask_of("mina", &statement)).await.expect("recalls").answer.memories;
        assert!(found.iter().any(|memory| memory.memory_id == saved.memory_id), "{statement}");
    }
    beside.close().await;
}

#[tokio::test]
async fn an_index_that_was_deleted_comes_back_from_the_store() {
    let mut world = World::new().await;
    world.consenting("mina").await;
    let key = world.key("chat").await;
    let saved = world.agent(&key).await.save(save_of("mina", "the meeting is in room twelve")).await.expect("saves");
    world.close().await;
    std::fs::remove_dir_all(world.dir().join("index")).expect("there is an index");
    world.open().await.expect("opens without an index");
    let again = world.agent(&key).await.save(save_of("mina", "the meeting is in room twelve")).await.expect("answers");
    assert_eq!(again.memory_id, saved.memory_id);
    wait_for_empty_outbox(&world).await;
    let found = world.agent(&key).await.recall(ask_of("mina", "which room is the meeting in")).await.expect("recalls");
    assert_eq!(found.answer.memories[0].memory_id, saved.memory_id);
}

#[tokio::test]
async fn what_the_model_could_not_embed_is_indexed_when_it_is_back() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let key = world.key("chat").await;
    world.embedder.set_down(true);
    let agent = world.agent(&key).await;
    let saved = agent.save(save_of("mina", "prefers window seats")).await.expect("a save outlives the model");
    assert_eq!(saved.index_state, IndexState::Pending);
    let answer = agent.recall(ask_of("mina", "seats")).await.expect("recalls").answer;
    assert!(answer.degraded && answer.memories.is_empty());
    world.embedder.set_down(false);
    world.clock.advance(Duration::from_mins(10));
    wait_for_empty_outbox(&world).await;
    let rows = world.owner(&mina).list(&ListMemories::default()).await.expect("reads").items;
    assert_eq!(rows[0].index_state, IndexState::Indexed);
}

/// Awaits the worker while time goes by: what has failed is tried again later.
pub async fn let_time_heal(world: &World) {
    let admin = world.admin(&contract::TenantId::default_tenant());
    let healed = async {
        while admin.index_backlog().await.expect("reads") > 0 {
            world.clock.advance(Duration::from_mins(1));
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), healed).await.expect("the worker empties the outbox");
}

/// Awaits the worker; the limit only ends a test that would never end.
pub async fn wait_for_empty_outbox(world: &World) {
    let admin = world.admin(&contract::TenantId::default_tenant());
    let emptied = async {
        while admin.index_backlog().await.expect("reads") > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), emptied).await.expect("the worker empties the outbox");
}

#[tokio::test]
async fn a_new_index_leaves_no_sensitive_memory_on_its_way() {
    let mut world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    agent.save(save_of("mina", "takes insulin")).await.expect("saves");
    world.faults.set_down(true);
    let again = contract::SaveMemory { sensitivity: Some("pii".into()), ..save_of("mina", "takes insulin") };
    agent.save(again).await.expect("answers");
    world.close().await;
    std::fs::remove_dir_all(world.dir().join("index")).expect("there is an index");
    world.faults.set_down(false);
    world.open().await.expect("opens");
    wait_for_empty_outbox(&world).await;
    let rows = world.owner(&mina).list(&ListMemories::default()).await.expect("reads").items;
    assert_eq!(rows[0].index_state, IndexState::Excluded);
}
