//! The list: filters, order, pages, search, counts, masking.

use crate::support::rows;
use contract::{
    AskMemory, Count, IndexState, Kind, LeftOut, ListMemories, MemoryList, SaveMemory, Scope, Sensitivity, SortBy,
    SortOrder, Standing, Statement, Tab, TenantId, UserId,
};
use domain::desks::{DeskError, ImportMemory, OwnerDesk};
use domain::testing::{World, save_of};
use std::time::Duration;

fn at(text: &str) -> contract::Timestamp {
    text.parse().expect("a time")
}

/// Mina with one memory of each sort.
async fn scene(world: &World) -> UserId {
    let mina = world.consenting("mina").await;
    let key = world.key("chat").await;
    let agent = world.agent(&key).await;
    let of = |statement: &str| save_of("mina", statement);
    let saves = [
        SaveMemory { kind: Kind::Rule, ..of("answers in Korean") },
        SaveMemory { scope: Some(Scope::Service(key.service.clone())), ..of("wants charts") },
        SaveMemory { sensitivity: Some("PII".into()), ..of("lives in Mapo") },
        SaveMemory { sensitivity: Some("restricted".into()), kind: Kind::Profile, ..of("takes insulin") },
        SaveMemory { sensitivity: None, ..of("may learn Rust") },
        SaveMemory {
            valid_from: Some(at("2020-01-01T00:00:00Z")),
            valid_to: Some(at("2021-01-01T00:00:00Z")),
            ..of("lived in Busan")
        },
        SaveMemory { valid_from: Some(at("2030-01-01T00:00:00Z")), ..of("will retire") },
    ];
    for save in saves {
        world.clock.advance(Duration::from_secs(1));
        agent.save(save).await.expect("saves");
    }
    mina
}

fn statements(list: &MemoryList) -> Vec<String> {
    let text = |statement: &Statement| match statement {
        Statement::Shown(text) => text.clone(),
        Statement::Masked => "(masked)".to_owned(),
        Statement::Unreadable => "(unreadable)".to_owned(),
    };
    list.items.iter().map(|row| text(&row.statement)).collect()
}

async fn list(owner: &OwnerDesk, change: impl FnOnce(&mut ListMemories)) -> MemoryList {
    let mut request = ListMemories::default();
    change(&mut request);
    owner.list(&request).await.expect("reads")
}

#[tokio::test]
async fn each_filter_keeps_what_it_says() {
    let world = World::new().await;
    let mina = scene(&world).await;
    let owner = world.owner(&mina);
    let all = list(&owner, |_| {}).await;
    assert_eq!(
        statements(&all),
        [
            "will retire",
            "lived in Busan",
            "may learn Rust",
            "(masked)",
            "(masked)",
            "wants charts",
            "answers in Korean"
        ]
    );
    let exactly = |value| Count { value, more: false };
    assert_eq!((all.counts.all, all.counts.personal, all.counts.service), (exactly(7), exactly(6), exactly(1)));
    let of = |list: MemoryList| statements(&list);
    assert_eq!(of(list(&owner, |list| list.tab = Tab::Service).await), ["wants charts"]);
    assert_eq!(list(&owner, |list| list.tab = Tab::Personal).await.items.len(), 6);
    assert_eq!(of(list(&owner, |list| list.kind = Some(Kind::Rule)).await), ["answers in Korean"]);
    assert_eq!(of(list(&owner, |list| list.standing = Some(Standing::History)).await), ["lived in Busan"]);
    assert_eq!(of(list(&owner, |list| list.standing = Some(Standing::Waiting)).await), ["will retire"]);
    assert_eq!(list(&owner, |list| list.standing = Some(Standing::Current)).await.items.len(), 5);
    assert_eq!(list(&owner, |list| list.index_state = Some(IndexState::Excluded)).await.items.len(), 2);
    let unknown = list(&owner, |list| list.sensitivity = Some(Sensitivity::Unknown)).await;
    assert_eq!(statements(&unknown), ["may learn Rust"]);
    assert_eq!(unknown.counts.all, exactly(1), "counts are of what the filter keeps");
}

#[tokio::test]
async fn every_order_has_every_row_once_and_pages_meet_without_a_seam() {
    let world = World::new().await;
    let mina = scene(&world).await;
    let owner = world.owner(&mina);
    for &sort in SortBy::ALL {
        for &order in SortOrder::ALL {
            let whole = list(&owner, |list| (list.sort, list.order) = (sort, order)).await;
            let mut paged = Vec::new();
            let mut cursor = None;
            loop {
                let page = list(&owner, |list| {
                    (list.sort, list.order, list.limit) = (sort, order, 2);
                    list.cursor = cursor.take();
                })
                .await;
                paged.extend(page.items);
                cursor = page.next_cursor;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(paged, whole.items, "{sort} {order}");
            assert_eq!(paged.len(), 7);
        }
    }
    let down = list(&owner, |list| list.sort = SortBy::ValidFrom).await;
    assert_eq!(statements(&down)[0], "will retire");
    let up = list(&owner, |list| (list.sort, list.order) = (SortBy::ValidFrom, SortOrder::Ascending)).await;
    assert_eq!(statements(&up)[0], "lived in Busan");
}

#[tokio::test]
async fn a_page_is_right_while_rows_come_and_go() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let agent = world.agent(&world.key("chat").await).await;
    let mut ids = Vec::new();
    for number in 0..6 {
        world.clock.advance(Duration::from_secs(1));
        ids.push(agent.save(save_of("mina", &format!("note {number}"))).await.expect("saves").memory_id);
    }
    let owner = world.owner(&mina);
    let first = list(&owner, |list| list.limit = 2).await;
    assert_eq!(statements(&first), ["note 5", "note 4"]);
    world.clock.advance(Duration::from_secs(1));
    agent.save(save_of("mina", "note 6")).await.expect("saves");
    crate::deletions::delete(&owner, &ids[4], 1).await;
    crate::deletions::delete(&owner, &ids[3], 1).await;
    let second = list(&owner, |list| (list.limit, list.cursor) = (2, first.next_cursor.clone())).await;
    assert_eq!(statements(&second), ["note 2", "note 1"], "nothing twice, nothing left out");
}

#[tokio::test]
async fn search_reads_masked_rows_and_shows_nothing_of_them() {
    let world = World::new().await;
    let mina = scene(&world).await;
    let owner = world.owner(&mina);
    let hit = list(&owner, |list| list.q = Some("MAPO".into())).await;
    assert_eq!((statements(&hit), hit.items[0].sensitivity), (vec!["(masked)".to_owned()], Sensitivity::Pii));
    assert_eq!(hit.searched.map(|searched| (searched.rows, searched.stopped)), Some((7, false)));
    assert_eq!(list(&owner, |list| list.q = Some("lived busan".into())).await.items.len(), 1);
    let activity = owner.export("a long enough password").await.expect("exports").activity;
    let searches = activity.iter().filter(|activity| activity.action == "memory.search").count();
    assert_eq!(searches, 1, "a hit in a masked memory leaves a trace, others do not");
    assert!(list(&owner, |list| list.q = Some("nowhere".into())).await.items.is_empty());
    let narrowed = list(&owner, |list| (list.q, list.kind) = (Some("in".into()), Some(Kind::Rule))).await;
    assert_eq!(statements(&narrowed), ["answers in Korean"]);
    let too_long = ListMemories { q: Some("x".repeat(201)), ..ListMemories::default() };
    assert!(matches!(owner.list(&too_long).await, Err(DeskError::Invalid(_))));
    let nonsense = ListMemories { cursor: Some("nonsense".into()), ..ListMemories::default() };
    assert!(matches!(owner.list(&nonsense).await, Err(DeskError::Invalid(_))));
}

#[tokio::test]
async fn a_long_search_stops_and_goes_on() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let admin = world.admin(&TenantId::default_tenant());
    let memory = |number: usize| ImportMemory {
        subject: "mina".into(),
        statement: if number == 0 { "the needle".into() } else { format!("straw {number}") },
        kind: Kind::Fact,
        sensitivity: Some("pii".into()),
        recorded_at: Some(at(&format!("2026-01-01T00:{:02}:{:02}Z", (number / 60) % 60, number % 60))),
        sources: Vec::new(),
    };
    for start in (0..5_600).step_by(700) {
        admin.import((start..start + 700).map(memory).collect()).await.expect("imports");
    }
    let owner = world.owner(&mina);
    let all = list(&owner, |_| {}).await;
    assert_eq!(all.counts.all, Count { value: 1_000, more: true });
    let first = list(&owner, |list| list.q = Some("needle".into())).await;
    assert!(first.items.is_empty() && first.searched.is_some_and(|searched| searched.stopped));
    let second = list(&owner, |list| (list.q, list.cursor) = (Some("needle".into()), first.next_cursor.clone())).await;
    assert_eq!((second.items.len(), second.next_cursor), (1, None));
}

#[tokio::test]
async fn asking_explains_what_comes_and_what_stays() {
    let world = World::new().await;
    let mina = scene(&world).await;
    let owner = world.owner(&mina);
    let agent = world.agent(&world.key("chat").await).await;
    for number in 0..12 {
        agent.save(save_of("mina", &format!("answers letter {number}"))).await.expect("saves");
    }
    let ask = AskMemory { query: "answers in Korean?".into(), service: None };
    let answer = owner.ask(ask).await.expect("answers");
    assert_eq!(answer.recall.memories[0].statement, "answers in Korean");
    assert_eq!(answer.recall.memories.len(), 8);
    assert!(answer.left_out.iter().all(|left| left.reason == LeftOut::OverTopK) && !answer.left_out.is_empty());
    assert_eq!((answer.never_searched.sensitive.value, answer.never_searched.not_current.value), (2, 2));
    assert!(answer.recall.memories.iter().all(|memory| memory.scope == Scope::Personal));
    let services = owner.services().await.expect("reads");
    let as_chat = AskMemory { query: "wants charts?".into(), service: Some(services[0].service.clone()) };
    assert_eq!(owner.ask(as_chat).await.expect("answers").recall.memories[0].statement, "wants charts");
    let stranger = world.key("elsewhere").await.service;
    let as_stranger = AskMemory { query: "wants charts?".into(), service: Some(stranger) };
    assert!(matches!(owner.ask(as_stranger).await, Err(DeskError::NotFound)));
    owner.set_consent(false, contract::ConsentSource::MyPage).await.expect("switches");
    let off = AskMemory { query: "x".into(), service: None };
    assert!(matches!(owner.ask(off).await, Err(DeskError::ConsentRequired)));
    assert_eq!(rows(&owner).await.len(), 19, "the list stays");
}
