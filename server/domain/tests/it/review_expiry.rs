//! Candidates that nobody decides on in time.

use crate::review_support::{Office, approval, code, proposal};
use crate::support::audited;
use contract::review::DecisionKind;
use contract::{ErrorCode, MemoryId, Status, Timestamp};
use domain::desks::{DeskError, Due};
use std::time::Duration;

const WEEK: Duration = Duration::from_hours(7 * 24);

/// Where the person's memory is in its life, once what is due has been seen to.
async fn status_in_time(office: &Office, memory: &MemoryId) -> Status {
    office.world.seen_to(Due::Candidates).await;
    office.world.owner(&office.mina).open(memory).await.expect("opens").status
}

#[tokio::test]
async fn after_seven_days_the_system_rejects_and_the_person_sees_why() {
    let office = Office::new().await;
    let proposed = office.propose("likes tea").await;
    let start = Timestamp::from_micros(1_784_176_200_000_000).expect("in range");
    assert_eq!(proposed.expires_at, Some(start.plus(WEEK)));
    let kept = office.propose("walks to work").await.memory_id;
    office.approve(&kept).await.expect("approves");
    office.world.clock.advance(WEEK.saturating_sub(Duration::from_micros(1)));
    assert_eq!(office.queue().await.len(), 1, "a microsecond before its time it still waits");
    office.world.clock.advance(Duration::from_micros(1));
    assert!(office.queue().await.is_empty(), "whether the scheduler has come to it or not");
    assert_eq!(status_in_time(&office, &proposed.memory_id).await, Status::Rejected);
    let owner = office.world.owner(&office.mina);
    let detail = owner.open(&proposed.memory_id).await.expect("opens");
    assert_eq!(detail.review.map(|review| review.kind), Some(DecisionKind::Expire));
    assert_eq!(audited(&office.world, "candidate.reject").await, ["candidate.reject expired"]);
    office.world.clock.advance(52 * WEEK);
    assert_eq!(owner.open(&kept).await.expect("opens").status, Status::Active, "what was approved stays");
}

#[tokio::test]
async fn whoever_comes_too_late_is_told_so() {
    let office = Office::new().await;
    let id = office.propose("likes tea").await.memory_id;
    office.world.clock.advance(WEEK);
    let Err(DeskError::Decided(decided)) = office.approve(&id).await else { panic!("is over") };
    assert_eq!((decided.kind, decided.by), (DecisionKind::Expire, None));
    assert_eq!(audited(&office.world, "candidate.reject").await, ["candidate.reject expired"]);
    let found = office.desk.reject(&id, crate::review_support::rejection(1), None).await;
    assert_eq!(code(&found), Some(ErrorCode::StaleVersion));
}

#[tokio::test]
async fn what_became_due_while_nothing_ran_is_rejected_at_the_next_start() {
    let mut office = Office::new().await;
    let id = office.propose("likes tea").await.memory_id;
    office.world.close().await;
    office.world.clock.advance(30 * WEEK);
    office.world.open().await.expect("opens again");
    assert_eq!(status_in_time(&office, &id).await, Status::Rejected);
}

#[tokio::test]
async fn two_processes_reject_each_candidate_once() {
    let office = Office::new().await;
    let other = office.world.beside().await;
    for number in 0..120 {
        office.propose(&format!("fact number {number}")).await;
    }
    office.world.clock.advance(WEEK);
    tokio::join!(office.world.seen_to(Due::Candidates), other.seen_to(Due::Candidates));
    assert_eq!(audited(&office.world, "candidate.reject").await.len(), 120);
    other.close().await;
}

#[tokio::test]
async fn seven_days_are_a_hundred_and_sixty_eight_hours_whatever_the_calendar_does() {
    // Before a change to daylight-saving time in New York, and before a leap day.
    for start in ["2027-03-13T23:30:00-05:00", "2028-02-25T12:00:00Z", "2027-12-28T23:59:59Z"] {
        let office = Office::new().await;
        let start: Timestamp = start.parse().expect("a time");
        let now = Timestamp::from_micros(1_784_176_200_000_000).expect("in range");
        office.world.clock.advance(start.since(now));
        // The claim of consent was made before: it still holds.
        let proposed = office.agent.propose(proposal("mina", "likes tea")).await.expect("proposes");
        assert_eq!(proposed.expires_at, Some(start.plus(WEEK)));
        office.world.clock.advance(WEEK.saturating_sub(Duration::from_secs(1)));
        assert_eq!(office.queue().await.len(), 1, "{start}");
        office.world.clock.advance(Duration::from_secs(1));
        assert!(office.queue().await.is_empty(), "{start}");
        let late = office.desk.approve(&proposed.memory_id, approval(1), None).await;
        assert_eq!(code(&late), Some(ErrorCode::StaleVersion));
    }
}
