//! The overview: what it counts, and what it leaves out.

use contract::overview::{DecisionCounts, IndexStateCount};
use contract::review::{ApproveCandidate, RejectCandidate, RejectReason};
use contract::{IndexState, Kind, MemoryId, Overview, Role, SaveMemory, TenantId};
use domain::desks::{DeskError, NewUser, ReviewDesk};
use domain::kernel::{Actor, Clock, Principal};
use domain::testing::{World, save_of};
use std::time::Duration;

async fn reviewer(world: &World, tenant: &TenantId) -> ReviewDesk {
    let user = NewUser {
        email: format!("reviewer@{tenant}.example"),
        password: "a long enough password".to_owned(),
        role: Role::Reviewer,
        external_id: None,
    };
    let user = world.admin(tenant).add_user(user).await.expect("is new");
    let principal = Principal::Person { user, role: Role::Reviewer };
    world.desks().reviewer(&Actor { tenant: tenant.clone(), principal }).await.expect("a reviewer")
}

async fn propose(world: &World, service: &str, statement: &str, kind: Kind) -> MemoryId {
    let agent = world.agent(&world.key(service).await).await;
    let source = contract::SourceRef {
        span: Some(statement.to_owned()),
        ..contract::SourceRef::of("event".to_owned(), contract::SourceRole::User)
    };
    let save = SaveMemory { kind, confidence: Some(0.8), source: Some(source), ..save_of("mina", statement) };
    agent.propose(save).await.expect("proposes").memory_id
}

async fn overview(desk: &ReviewDesk) -> Overview {
    desk.overview().await.expect("reads")
}

fn approve() -> ApproveCandidate {
    ApproveCandidate { version: 1, placement: None, memory: None, note: None }
}

fn reject() -> RejectCandidate {
    RejectCandidate { version: 1, reason: RejectReason::Wrong, note: None }
}

#[tokio::test]
async fn a_new_tenant_has_nothing_to_show_but_thirty_days() {
    let world = World::new().await;
    let desk = reviewer(&world, &TenantId::default_tenant()).await;
    let overview = overview(&desk).await;
    assert_eq!((overview.queue.waiting, overview.queue.oldest_at, overview.days.len()), (0, None, 30));
    assert!(overview.kinds.is_empty() && overview.services.is_empty() && overview.index.states.is_empty());
    assert!(overview.days.iter().all(|day| day.decisions == DecisionCounts::default()));
    assert!(overview.days.last().is_some_and(|day| day.day <= overview.as_of));
}

#[tokio::test]
async fn what_waits_is_told_by_the_days_that_are_left() {
    let world = World::new().await;
    let mina = world.consenting("mina").await;
    let desk = reviewer(&world, &TenantId::default_tenant()).await;
    let first = world.clock.now();
    propose(&world, "notes", "likes green tea", Kind::Preference).await;
    world.clock.advance(Duration::from_hours(24 * 5));
    propose(&world, "notes", "works in Busan", Kind::Fact).await;
    let queue = overview(&desk).await.queue;
    assert_eq!((queue.waiting, queue.oldest_at), (2, Some(first)));
    assert_eq!(queue.days_left, [0, 0, 1, 0, 0, 0, 0, 1]);
    assert_eq!(queue.next_end, Some(first.plus(Duration::from_hours(24 * 7))));
    let principal = Principal::Person { user: mina, role: Role::Reviewer };
    let actor = Actor { tenant: TenantId::default_tenant(), principal };
    let own = overview(&world.desks().reviewer(&actor).await.expect("a reviewer")).await.queue;
    assert_eq!((own.waiting, own.next_end), (0, None), "what is about oneself waits for others");
    world.clock.advance(Duration::from_hours(30));
    assert_eq!(overview(&desk).await.queue.days_left, [1, 0, 0, 0, 0, 1, 0, 0]);
}

#[tokio::test]
async fn decisions_are_counted_by_day_kind_and_service_unless_they_are_taken_back() {
    let world = World::new().await;
    world.consenting("mina").await;
    let desk = reviewer(&world, &TenantId::default_tenant()).await;
    let tea = propose(&world, "notes", "likes green tea", Kind::Preference).await;
    let rule = propose(&world, "notes", "reports begin with the result", Kind::Rule).await;
    let city = propose(&world, "diary", "works in Busan", Kind::Fact).await;
    desk.approve(&tea, approve(), None).await.expect("approves");
    let taken_back = desk.reject(&city, reject(), None).await.expect("rejects");
    desk.undo(&taken_back.decision_id).await.expect("takes back");
    world.clock.advance(Duration::from_hours(24));
    desk.reject(&rule, reject(), None).await.expect("rejects");
    let seen = overview(&desk).await;
    let (approved, rejected) = (
        DecisionCounts { approved: 1, ..DecisionCounts::default() },
        DecisionCounts { rejected: 1, ..DecisionCounts::default() },
    );
    assert_eq!([seen.days[28].decisions, seen.days[29].decisions], [approved, rejected]);
    let kinds: Vec<_> = seen.kinds.iter().map(|kind| (kind.kind, kind.decisions.approval_rate())).collect();
    assert_eq!(kinds, [(Kind::Preference, Some(1.0)), (Kind::Rule, Some(0.0))]);
    let services: Vec<_> = seen.services.iter().map(|one| (one.name.as_str(), one.decisions)).collect();
    assert_eq!(services, [("notes", approved.plus(rejected))]);
    assert_eq!(seen.queue.waiting, 1, "what was taken back waits again");
    assert_eq!(seen.index.states, [IndexStateCount { state: IndexState::Indexed, memories: 1 }]);
    assert_eq!((seen.index.backlog, seen.index.retried), (0, 0));
    world.clock.advance(Duration::from_hours(24 * 40));
    assert_eq!(overview(&desk).await.kinds, [], "older than thirty days");
}

#[tokio::test]
async fn a_tenant_sees_only_its_own_numbers_and_those_who_do_not_review_see_none() {
    let world = World::new().await;
    world.consenting("mina").await;
    propose(&world, "notes", "likes green tea", Kind::Preference).await;
    let acme: TenantId = "acme".parse().expect("a name");
    world.admin(&TenantId::default_tenant()).add_tenant(&acme).await.expect("is new");
    let theirs = overview(&reviewer(&world, &acme).await).await;
    assert_eq!((theirs.queue.waiting, theirs.index.backlog), (0, 0));
    let mina = world.person("mina2").await;
    assert!(matches!(world.desks().reviewer(&world.actor(&mina)).await, Err(DeskError::Forbidden)));
}
