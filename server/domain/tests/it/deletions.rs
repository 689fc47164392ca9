//! Deleting one's own memories: what goes, what stays, what does not come back.

use crate::support::{correct_statement, rows};
use contract::{
    ChosenMemory, Count, DeleteMemories, DeletionReport, ErrorCode, ListMemories, MemoryFilter, MemoryId, SaveMemory,
    Tab, TenantId,
};
use domain::desks::{DeskError, ImportMemory, ImportOutcome, ImportRefusal, OwnerDesk};
use domain::testing::{World, ask_of, save_of};
use std::time::Duration;

pub async fn delete(owner: &OwnerDesk, memory: &MemoryId, version: i64) -> DeletionReport {
    let chosen = ChosenMemory { memory_id: memory.clone(), version };
    owner.delete(DeleteMemories::Chosen(vec![chosen])).await.expect("answers")
}

#[tokio::test]
async fn what_is_deleted_is_gone_everywhere() {
    let mut world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let saved = agent.save(save_of("mina", "wears zanzibarine shoes")).await.expect("saves");
    let kept = agent.save(save_of("mina", "wears plain socks")).await.expect("saves");
    let owner = world.owner(&mina);
    let detail = correct_statement(&owner, &saved.memory_id, "wears quixotine boots").await.expect("corrects");
    let index = world.dir().join("index");
    let in_index = || crate::privacy::files_with(&index, saved.memory_id.as_str());
    assert!(!in_index().is_empty(), "ids are readable in the index's files, so that their absence tells something");
    let report = delete(&owner, &saved.memory_id, detail.version).await;
    assert_eq!((report.deleted(), report.rows[0].was_missing_in_index), (1, false));
    assert!(matches!(owner.open(&saved.memory_id).await, Err(DeskError::NotFound)));
    let listed: Vec<_> = rows(&owner).await.into_iter().map(|row| row.memory_id).collect();
    assert_eq!(listed, std::slice::from_ref(&kept.memory_id));
    let answer =
        agent.recall(ask_of("mina", "wears quixotine boots, zanzibarine shoes")).await.expect("recalls").answer;
    assert!(answer.memories.iter().all(|memory| memory.memory_id == kept.memory_id));
    // The index only marks a document as removed; the worker takes it off the disk.
    let gone = async {
        while !in_index().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), gone).await.expect("the document leaves the disk");
    world.close().await;
    assert_eq!(content_left(&world, &saved.memory_id).await, (0, 0, 0));
}

/// Bytes of content, versions and sources left of a memory.
async fn content_left(world: &World, memory: &MemoryId) -> (i64, i64, i64) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(world.dir().join("gieok.db"));
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("opens");
    let left = sqlx::query_as(
        "SELECT length(content), (SELECT count(*) FROM memory_version v WHERE v.memory_id = m.id),
                (SELECT count(*) FROM memory_source s WHERE s.memory_id = m.id)
         FROM memory m WHERE id = ?",
    )
    .bind(memory.as_str())
    .fetch_one(&pool)
    .await
    .expect("the tombstone is there");
    pool.close().await;
    left
}

#[tokio::test]
async fn a_deleted_statement_comes_back_only_if_the_person_asks() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let saved = agent.save(save_of("mina", "likes tea")).await.expect("saves");
    let owner = world.owner(&mina);
    let version = correct_statement(&owner, &saved.memory_id, "likes mate").await.expect("corrects").version;
    delete(&owner, &saved.memory_id, version).await;
    for statement in ["likes tea", "Likes  MATE."] {
        assert!(matches!(agent.save(save_of("mina", statement)).await, Err(DeskError::DeletedByOwner)), "{statement}");
        let import = ImportMemory {
            subject: "mina".into(),
            statement: statement.into(),
            kind: contract::Kind::Fact,
            sensitivity: None,
            recorded_at: None,
            sources: Vec::new(),
        };
        let outcome = world.admin(&TenantId::default_tenant()).import(vec![import]).await.expect("answers");
        assert_eq!(outcome, [ImportOutcome::Refused(ImportRefusal::DeletedByOwner)]);
    }
    let asked = SaveMemory { requested_by_user: true, ..save_of("mina", "likes tea") };
    let again = agent.save(asked).await.expect("saves");
    assert!(!again.duplicate && again.memory_id != saved.memory_id);
    assert!(agent.save(save_of("mina", "likes tea")).await.expect("is there").duplicate);
    world.consenting("jin").await;
    agent.save(save_of("jin", "likes tea")).await.expect("another person's tombstone is none of Jin's");
}

#[tokio::test]
async fn each_row_of_a_batch_has_its_own_outcome() {
    let world = World::new().await;
    let (mina, jin) = (world.consenting("mina").await, world.consenting("jin").await);
    let agent = world.agent(&world.key("chat").await).await;
    let mut ids = Vec::new();
    for (subject, statement) in [("mina", "one"), ("mina", "two"), ("jin", "three")] {
        ids.push(agent.save(save_of(subject, statement)).await.expect("saves").memory_id);
    }
    let pii = SaveMemory { sensitivity: Some("pii".into()), ..save_of("mina", "four") };
    ids.push(agent.save(pii).await.expect("saves").memory_id);
    let versions = [1, 9, 1, 1];
    let chosen = ids.iter().zip(versions).map(|(id, version)| ChosenMemory { memory_id: id.clone(), version });
    let mut chosen: Vec<ChosenMemory> = chosen.collect();
    chosen.push(chosen[0].clone());
    let report = world.owner(&mina).delete(DeleteMemories::Chosen(chosen)).await.expect("answers");
    let outcomes: Vec<_> = report.rows.iter().map(|row| (row.memory_id.clone(), row.error)).collect();
    let expected = [None, Some(ErrorCode::StaleVersion), Some(ErrorCode::NotFound), None];
    assert_eq!(outcomes, ids.iter().cloned().zip(expected).collect::<Vec<_>>());
    assert_eq!(rows(&world.owner(&jin)).await.len(), 1);
    assert_eq!(rows(&world.owner(&mina)).await.len(), 1);
}

#[tokio::test]
async fn all_that_match_go_in_steps_and_nothing_that_came_later() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let admin = world.admin(&TenantId::default_tenant());
    let memory = |number: usize| ImportMemory {
        subject: "mina".into(),
        statement: format!("note {number} about {}", if number.is_multiple_of(2) { "tea" } else { "coffee" }),
        kind: if number < 250 { contract::Kind::Fact } else { contract::Kind::Task },
        sensitivity: None,
        recorded_at: None,
        sources: Vec::new(),
    };
    admin.import((0..260).map(memory).collect()).await.expect("imports");
    let owner = world.owner(&mina);
    world.clock.advance(Duration::from_secs(1));
    let as_of = owner.list(&ListMemories::default()).await.expect("reads").as_of;
    world.clock.advance(Duration::from_secs(1));
    admin.import(vec![memory(900_000)]).await.expect("imports");
    let filter = MemoryFilter { kind: Some(contract::Kind::Fact), tab: Tab::Personal, ..MemoryFilter::default() };
    let request = DeleteMemories::Matching { filter: filter.clone(), unchanged_since: as_of };
    let first = owner.delete(request.clone()).await.expect("answers");
    assert_eq!((first.deleted(), first.remaining), (200, Count { value: 50, more: false }));
    let second = owner.delete(request).await.expect("answers");
    assert_eq!((second.deleted(), second.remaining), (50, Count::default()));
    let tea = MemoryFilter { q: Some("TEA".into()), ..MemoryFilter::default() };
    let report = owner.delete(DeleteMemories::Matching { filter: tea, unchanged_since: as_of }).await.expect("answers");
    assert_eq!((report.deleted(), report.remaining), (5, Count::default()));
    assert_eq!(rows(&owner).await.len(), 6, "five about coffee, and the one that came later");
}

#[tokio::test]
async fn everything_goes_with_password_and_confirmation_only() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    agent.save(save_of("mina", "likes tea")).await.expect("saves");
    let owner = world.owner(&mina);
    let good = "a long enough password";
    assert!(matches!(owner.delete_everything("yes", good).await, Err(DeskError::Invalid(_))));
    let wrong = owner.delete_everything("delete everything", "wrong").await;
    assert!(matches!(wrong, Err(DeskError::WrongPassword)));
    assert_eq!(rows(&owner).await.len(), 1);
    let report = owner.delete_everything(" Delete Everything", good).await.expect("deletes");
    assert_eq!((report.deleted(), report.remaining), (1, Count::default()));
    assert!(rows(&owner).await.is_empty());
}

#[tokio::test]
async fn an_export_holds_everything_and_needs_the_password() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let pii = SaveMemory { sensitivity: Some("pii".into()), ..save_of("mina", "lives in Mapo") };
    agent.save(pii).await.expect("saves");
    let owner = world.owner(&mina);
    assert!(matches!(owner.export("wrong").await, Err(DeskError::WrongPassword)));
    let export = owner.export("a long enough password").await.expect("exports");
    assert_eq!(export.memories[0].memory.statement, "lives in Mapo", "unmasked");
    assert_eq!((export.consent.len(), export.account.external_ids.as_slice()), (1, ["mina".to_owned()].as_slice()));
    assert!(export.activity.iter().any(|activity| activity.action == "memory.save"));
}

#[tokio::test]
async fn what_came_or_changed_unseen_is_not_deleted_with_the_rest() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let seen = agent.save(save_of("mina", "likes tea")).await.expect("saves").memory_id;
    agent.save(save_of("mina", "likes rain")).await.expect("saves");
    let owner = world.owner(&mina);
    world.clock.advance(Duration::from_secs(1));
    let as_of = owner.list(&ListMemories::default()).await.expect("reads").as_of;
    world.clock.advance(Duration::from_secs(1));
    correct_statement(&owner, &seen, "likes mate").await.expect("corrects");
    let back_dated = ImportMemory {
        subject: "mina".into(),
        statement: "was born in Busan".into(),
        kind: contract::Kind::Fact,
        sensitivity: None,
        recorded_at: Some("2020-01-01T00:00:00Z".parse().expect("a time")),
        sources: Vec::new(),
    };
    world.admin(&TenantId::default_tenant()).import(vec![back_dated]).await.expect("imports");
    let all = DeleteMemories::Matching { filter: MemoryFilter::default(), unchanged_since: as_of };
    assert_eq!(owner.delete(all).await.expect("answers").deleted(), 1);
    assert_eq!(rows(&owner).await.len(), 2);
}

#[tokio::test]
async fn two_deletions_of_one_memory_both_get_an_answer() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let id = agent.save(save_of("mina", "likes tea")).await.expect("saves").memory_id;
    let owner = world.owner(&mina);
    let (one, two) = tokio::join!(delete(&owner, &id, 1), delete(&owner, &id, 1));
    let mut outcomes = [one.rows[0].error, two.rows[0].error];
    outcomes.sort_by_key(Option::is_some);
    assert_eq!(outcomes, [None, Some(ErrorCode::NotFound)]);
}

#[tokio::test]
async fn a_deleted_statement_comes_back_in_no_other_scope() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let key = world.key("chat").await;
    let agent = world.agent(&key).await;
    let id = agent.save(save_of("mina", "takes insulin")).await.expect("saves").memory_id;
    delete(&world.owner(&mina), &id, 1).await;
    let scoped =
        SaveMemory { scope: Some(contract::Scope::Service(key.service.clone())), ..save_of("mina", "takes insulin") };
    assert!(matches!(agent.save(scoped).await, Err(DeskError::DeletedByOwner)));
}
