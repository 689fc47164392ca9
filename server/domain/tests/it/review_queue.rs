//! The queue: filters, orders, pages, search, selection, isolation, events.

use crate::review_support::{Office, code, proposal, reviewer};
use ReviewChange::{Changed, Claimed, Decided, Proposed, Returned};
use contract::review::{CandidateFilter, ListCandidates, QueueSort, ReviewChange, TimeLeft};
use contract::{ErrorCode, Kind, Role, SaveMemory, Sensitivity, SortOrder, TenantId};
use domain::desks::ReviewDesk;
use domain::kernel::{Actor, Principal};
use std::time::Duration;

async fn statements(desk: &ReviewDesk, request: &ListCandidates) -> Vec<String> {
    let list = desk.list(request).await.expect("reads");
    list.items.iter().map(|row| row.memory_id.to_string()).collect()
}

/// Twelve candidates, an hour apart, of changing kind, confidence and sensitivity.
async fn filled() -> (Office, Vec<String>) {
    let office = Office::new().await;
    let mut ids = Vec::new();
    for number in 0..12_u8 {
        let request = SaveMemory {
            kind: Kind::ALL[usize::from(number) % 3],
            confidence: Some(f64::from(number % 4) / 4.0),
            sensitivity: Some(Sensitivity::ALL[usize::from(number) % 4].to_string()),
            ..proposal("mina", &format!("사실 {number} is number {number}"))
        };
        ids.push(office.agent.propose(request).await.expect("proposes").memory_id.to_string());
        office.world.clock.advance(Duration::from_hours(1));
    }
    (office, ids)
}

#[tokio::test]
async fn every_filter_keeps_what_it_says_in_order_of_time_left() {
    let (office, ids) = filled().await;
    let all = ListCandidates::default;
    let every = |of: fn(usize) -> bool| ids.iter().enumerate().filter(move |(n, _)| of(*n)).map(|(_, id)| id.clone());
    let cases: Vec<(ListCandidates, Vec<String>)> = vec![
        (all(), ids.clone()),
        (ListCandidates { kind: Some(Kind::ALL[1]), ..all() }, every(|n| n % 3 == 1).collect()),
        (ListCandidates { sensitivity: Some(Sensitivity::Pii), ..all() }, every(|n| n % 4 == 2).collect()),
        (ListCandidates { min_confidence: Some(0.5), ..all() }, every(|n| n % 4 >= 2).collect()),
        (
            ListCandidates { min_confidence: Some(0.25), max_confidence: Some(0.25), ..all() },
            every(|n| n % 4 == 1).collect(),
        ),
        (ListCandidates { person: Some("MINA@default.example".into()), ..all() }, ids.clone()),
        (ListCandidates { person: Some("mina".into()), ..all() }, ids.clone()),
        (ListCandidates { person: Some("nobody".into()), ..all() }, Vec::new()),
        (ListCandidates { time_left: Some(TimeLeft::Longer), ..all() }, ids.clone()),
        (ListCandidates { order: SortOrder::Descending, ..all() }, ids.iter().rev().cloned().collect()),
    ];
    for (request, expected) in cases {
        assert_eq!(statements(&office.desk, &request).await, expected, "{request:?}");
        let count = office.desk.list(&request).await.expect("reads").count.value as usize;
        assert_eq!(count, expected.len(), "{request:?}");
    }
    let service = office.desk.list(&all()).await.expect("reads").services[0].service.clone();
    assert_eq!(statements(&office.desk, &ListCandidates { service: Some(service), ..all() }).await, ids);
    // Five days and half an hour on, the first of them ends within the day.
    office.world.clock.advance(Duration::from_mins((5 * 24 + 12) * 60 + 30));
    let soon = ListCandidates { time_left: Some(TimeLeft::Day), ..all() };
    assert_eq!(statements(&office.desk, &soon).await, ids[..1]);
}

#[tokio::test]
async fn pages_follow_one_another_in_every_order_while_rows_go() {
    let (office, ids) = filled().await;
    for &sort in QueueSort::ALL {
        for &order in SortOrder::ALL {
            let mut request = ListCandidates { sort, order, limit: 5, ..ListCandidates::default() };
            let mut seen = Vec::new();
            loop {
                let page = office.desk.list(&request).await.expect("reads");
                seen.extend(page.items.iter().map(|row| row.memory_id.to_string()));
                request.cursor = page.next_cursor;
                if request.cursor.is_none() {
                    break;
                }
            }
            let mut sorted = seen.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!((seen.len(), sorted.len()), (ids.len(), ids.len()), "{sort} {order}");
        }
    }
    let first = office.desk.list(&ListCandidates { limit: 3, ..ListCandidates::default() }).await.expect("reads");
    office.reject(&first.items[2].memory_id).await.expect("rejects");
    let next = ListCandidates { limit: 3, cursor: first.next_cursor.clone(), ..ListCandidates::default() };
    assert_eq!(statements(&office.desk, &next).await, ids[3..6], "the row that the cursor names is gone");
    let elsewhere = ListCandidates { sort: QueueSort::Kind, cursor: first.next_cursor, ..ListCandidates::default() };
    assert_eq!(code(&office.desk.list(&elsewhere).await), Some(ErrorCode::InvalidInput));
}

#[tokio::test]
async fn a_search_reads_what_is_not_hidden() {
    let (office, ids) = filled().await;
    let of = |q: &str| ListCandidates { q: Some(q.to_owned()), ..ListCandidates::default() };
    // Numbers 2 and 3 of each four are sensitive.
    assert_eq!(statements(&office.desk, &of("number 4")).await, [ids[4].clone()]);
    assert!(statements(&office.desk, &of("number 6")).await.is_empty());
    assert_eq!(statements(&office.desk, &of("사실")).await.len(), 6);
    let searched = office.desk.list(&of("사실")).await.expect("reads").searched.expect("was searched");
    assert_eq!(searched.rows, 6);
}

#[tokio::test]
async fn a_selection_names_versions_and_counts_what_is_sensitive() {
    let (office, ids) = filled().await;
    let selection = office.desk.select(&CandidateFilter::default()).await.expect("selects");
    assert_eq!((selection.candidates.len(), selection.sensitive, selection.more), (ids.len(), 6, false));
    assert!(selection.candidates.iter().all(|chosen| chosen.version == 1));
    let searched = CandidateFilter { q: Some("number 4".into()), ..CandidateFilter::default() };
    assert_eq!(office.desk.select(&searched).await.expect("selects").candidates.len(), 1);
}

#[tokio::test]
async fn other_organisations_see_and_decide_nothing() {
    let (office, _) = filled().await;
    let id = office.queue().await[0].memory_id.clone();
    let acme: TenantId = "acme".parse().expect("an id");
    office.world.admin(&acme).add_tenant(&acme).await.expect("makes it");
    let user = office.world.person_of(&acme, "kay").await;
    let stranger = Actor { tenant: acme, principal: Principal::Person { user, role: Role::Superadmin } };
    let desk = office.world.desks().reviewer(&stranger).await.expect("reviews, in its own house");
    let list = desk.list(&ListCandidates::default()).await.expect("reads");
    assert!(list.items.is_empty() && list.services.is_empty() && list.count.value == 0);
    assert!(desk.select(&CandidateFilter::default()).await.expect("reads").candidates.is_empty());
    let person = ListCandidates { person: Some("mina".into()), ..ListCandidates::default() };
    assert!(desk.list(&person).await.expect("reads").items.is_empty());
    assert_eq!(code(&desk.candidate(&id).await), Some(ErrorCode::NotFound));
    assert_eq!(code(&desk.claim(&id).await), Some(ErrorCode::NotFound));
    assert_eq!(code(&desk.approve(&id, crate::review_support::approval(1), None).await), Some(ErrorCode::NotFound));
    assert_eq!(code(&desk.reject(&id, crate::review_support::rejection(1), None).await), Some(ErrorCode::NotFound));
    let decided = office.reject(&id).await.expect("rejects");
    assert_eq!(code(&desk.undo(&decided.decision_id).await), Some(ErrorCode::NotFound));
    assert_eq!(desk.events(0).await.expect("reads").0, Some(Vec::new()));
}

#[tokio::test]
async fn what_happens_is_told_in_order_to_whoever_listens() {
    let office = Office::new().await;
    let other = reviewer(&office.world, "hana").await;
    let start = other.list(&ListCandidates::default()).await.expect("reads").last_event;
    let id = office.propose("likes tea").await.memory_id;
    office.desk.claim(&id).await.expect("claims");
    let rejected = office.reject(&id).await.expect("rejects");
    office.desk.undo(&rejected.decision_id).await.expect("undoes");
    crate::deletions::delete(&office.world.owner(&office.mina), &id, 3).await;
    // What was refused, and what is about no candidate, is no event.
    office.reject(&id).await.expect_err("is gone");
    office.agent.save(domain::testing::save_of("mina", "walks")).await.expect("saves");
    let (events, next) = other.events(start).await.expect("reads");
    let events = events.expect("not much has happened");
    let changes: Vec<_> = events.iter().map(|event| event.change).collect();
    assert_eq!(changes, [Proposed, Claimed, Decided, Returned, Changed]);
    assert!(events.iter().all(|event| event.memory_id == id && !event.is_you));
    assert_eq!(other.events(next).await.expect("reads").0, Some(Vec::new()));
    let own = office.desk.events(start).await.expect("reads").0.expect("not much");
    assert!(own.iter().any(|event| event.is_you));
}
