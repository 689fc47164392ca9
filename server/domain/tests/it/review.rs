//! The life of a candidate: proposed, approved or rejected, by those who may and only by them.

use crate::review_support::{Office, approval, code, proposal, rejection, reviewer};
use crate::support::{audited, correct_statement, rows};
use contract::review::{
    ApproveCandidate, BulkDecide, BulkDecision, DecisionKind, ListCandidates, Placement, ReconcileAction,
    RejectCandidate, RejectReason, RevealCandidate, RevealReason, ReviewerAction,
};
use contract::{
    Authority, ChosenMemory, ConsentSource, ErrorCode, IndexState, MemoryId, ProposedCandidate, Role, SaveMemory,
    SourceRef, Statement, Status,
};
use domain::desks::{DeskError, Idempotency};
use domain::kernel::{Actor, Principal};
use domain::testing::{ask_of, save_of};
use std::time::Duration;

async fn recalled(office: &Office, question: &str) -> Vec<String> {
    let answer = office.agent.recall(ask_of("mina", question)).await.expect("recalls").answer;
    answer.memories.into_iter().map(|memory| memory.statement).collect()
}

fn chosen(candidates: &[&ProposedCandidate]) -> Vec<ChosenMemory> {
    candidates.iter().map(|one| ChosenMemory { memory_id: one.memory_id.clone(), version: 1 }).collect()
}

#[tokio::test]
async fn a_candidate_waits_and_is_never_recalled() {
    let office = Office::new().await;
    let proposed = office.propose("likes tea in the morning").await;
    assert_eq!((proposed.status, proposed.duplicate), (Status::Candidate, false));
    assert!(recalled(&office, "likes tea in the morning").await.is_empty());
    let row = &office.queue().await[0];
    assert_eq!((row.version, row.confidence), (1, 0.8));
    assert_eq!((row.person.name.as_str(), row.consent), ("mina@default.example", true));
    assert_eq!(row.service.as_ref().map(|service| service.name.as_str()), Some("chat"));
    let passage = row.passage.as_ref().expect("was sent");
    assert_eq!((passage.before.as_str(), passage.span.as_str()), ("음, ", "likes tea in the morning"));
    let own = rows(&office.world.owner(&office.mina)).await;
    assert_eq!((own[0].status, own[0].index_state), (Status::Candidate, IndexState::Excluded));
    let again = office.propose("Likes tea in the morning.").await;
    assert!(again.duplicate && again.memory_id == proposed.memory_id);
}

#[tokio::test]
async fn what_reviewers_need_to_see_is_required() {
    let office = Office::new().await;
    let bare = save_of("mina", "likes tea");
    let Err(DeskError::Invalid(faults)) = office.agent.propose(bare).await else { panic!("is refused") };
    assert_eq!(faults.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), ["confidence", "source"]);
    let spanless = SaveMemory {
        source: Some(SourceRef::of("e".into(), contract::SourceRole::User)),
        ..proposal("mina", "likes tea")
    };
    let Err(DeskError::Invalid(faults)) = office.agent.propose(spanless).await else { panic!("is refused") };
    assert_eq!(faults[0].field, "source.span");
    assert_eq!(code(&office.agent.propose(proposal("nobody", "x")).await), Some(ErrorCode::ConsentRequired));
}

#[tokio::test]
async fn an_approved_candidate_is_recalled_and_a_rejected_one_is_not() {
    let office = Office::new().await;
    let (tea, rain) = (office.propose("likes tea").await, office.propose("it rains today").await);
    let approved = office.approve(&tea.memory_id).await.expect("is approved");
    assert_eq!((approved.status, approved.index_state, approved.version), (Status::Active, IndexState::Indexed, 2));
    let note = Some("said in passing".to_owned());
    let request = RejectCandidate { version: 1, reason: RejectReason::Passing, note };
    let rejected = office.desk.reject(&rain.memory_id, request, None).await.expect("is rejected");
    assert_eq!((rejected.status, rejected.index_state), (Status::Rejected, IndexState::Excluded));
    assert_eq!(recalled(&office, "likes tea, it rains today").await, ["likes tea"]);
    assert!(office.queue().await.is_empty());
    let detail = office.world.owner(&office.mina).open(&rain.memory_id).await.expect("opens");
    let outcome = detail.review.expect("was decided");
    assert_eq!((outcome.kind, outcome.reason), (DecisionKind::Reject, Some(RejectReason::Passing)));
    assert_eq!(outcome.note.as_deref(), Some("said in passing"));
    assert_eq!(
        audited(&office.world, "candidate.").await,
        [
            "candidate.propose ok",
            "candidate.propose ok",
            "candidate.approve ok version=1 action=insert",
            "candidate.reject ok version=1 reason=passing",
        ]
    );
}

#[tokio::test]
async fn only_people_whose_role_reviews_have_the_desk_and_trying_is_audited() {
    let office = Office::new().await;
    let desks = office.world.desks();
    let (key, tenant) = (office.world.key("chat").await, contract::TenantId::default_tenant());
    let service = desks.front().key_holder(&key.secret).await.expect("reads").expect("holds");
    let of = |principal| Actor { tenant: tenant.clone(), principal };
    let personal_key = Principal::PersonalKey { user: office.mina.clone(), key: key.id.clone() };
    let mina = office.world.actor(&office.mina);
    for actor in [service, of(personal_key), of(Principal::Operator), of(Principal::System), mina] {
        assert_eq!(code(&desks.reviewer(&actor).await), Some(ErrorCode::Forbidden), "{actor:?}");
    }
    assert_eq!(audited(&office.world, "access.denied").await, ["access.denied forbidden action=review"; 5]);
}

#[tokio::test]
async fn nobody_reviews_what_is_about_oneself() {
    let office = Office::new().await;
    let actor = office.world.staff("sora", Role::Admin).await;
    let Principal::Person { user, .. } = &actor.principal else { panic!("is a person") };
    office.world.owner(user).set_consent(true, ConsentSource::MyPage).await.expect("consents");
    let own = office.agent.propose(proposal("sora", "deserves a raise")).await.expect("is proposed");
    let desk = office.world.desks().reviewer(&actor).await.expect("reviews");
    assert!(desk.list(&ListCandidates::default()).await.expect("reads").items.is_empty());
    let id = &own.memory_id;
    let reveal = RevealCandidate { reason: RevealReason::Decide };
    assert_eq!(code(&desk.candidate(id).await), Some(ErrorCode::Forbidden));
    assert_eq!(code(&desk.claim(id).await), Some(ErrorCode::Forbidden));
    assert_eq!(code(&desk.reveal(id, reveal).await), Some(ErrorCode::Forbidden));
    assert_eq!(code(&desk.approve(id, approval(1), None).await), Some(ErrorCode::Forbidden));
    assert_eq!(code(&desk.reject(id, rejection(1), None).await), Some(ErrorCode::Forbidden));
    let bulk = BulkDecide { decision: BulkDecision::Approve, candidates: chosen(&[&own]), confirmed: false };
    let report = desk.bulk(bulk, None).await.expect("reports");
    assert_eq!(report.rows[0].error, Some(ErrorCode::Forbidden));
    assert!(audited(&office.world, "candidate.approve").await.iter().all(|row| row.ends_with("forbidden")));
    assert_eq!(office.queue().await.len(), 1, "somebody else sees it");
}

#[tokio::test]
async fn a_decision_on_another_version_is_a_conflict_that_says_who_decided_what() {
    let office = Office::new().await;
    let tea = office.propose("likes tea").await.memory_id;
    let other = reviewer(&office.world, "hana").await;
    office.reject(&tea).await.expect("is rejected");
    let Err(DeskError::Decided(decided)) = other.approve(&tea, approval(1), None).await else { panic!("a conflict") };
    assert_eq!((decided.kind, decided.is_you), (DecisionKind::Reject, false));
    assert_eq!(decided.by.as_deref(), Some("jiho@default.example"));
    // Changed by its owner, but decided by nobody: the version alone is stale.
    let walk = office.propose("walks to work").await.memory_id;
    correct_statement(&office.world.owner(&office.mina), &walk, "cycles to work").await.expect("corrects");
    assert_eq!(code(&office.approve(&walk).await), Some(ErrorCode::StaleVersion));
    office.desk.approve(&walk, approval(2), None).await.expect("is approved as it is now");
    assert_eq!(recalled(&office, "cycles to work").await, ["cycles to work"]);
}

#[tokio::test]
async fn two_reviewers_at_once_decide_once() {
    let office = Office::new().await;
    let other = reviewer(&office.world, "hana").await;
    for number in 0..8 {
        let id = office.propose(&format!("fact number {number}")).await.memory_id;
        let (first, second) = tokio::join!(office.approve(&id), other.reject(&id, rejection(1), None));
        assert!(first.is_ok() != second.is_ok(), "{number}: {first:?} {second:?}");
        assert_eq!(code(&first).or(code(&second)), Some(ErrorCode::StaleVersion));
    }
}

#[tokio::test]
async fn without_consent_a_candidate_can_only_be_rejected() {
    let office = Office::new().await;
    let (tea, walk) = (office.propose("likes tea").await, office.propose("walks to work").await);
    office.world.owner(&office.mina).set_consent(false, ConsentSource::MyPage).await.expect("withdraws");
    let queue = office.queue().await;
    assert_eq!((queue[0].consent, queue[0].allowed.as_slice()), (false, [ReviewerAction::Reject].as_slice()));
    assert_eq!(queue[0].statement, Statement::Masked, "nobody reads on without consent");
    assert_eq!(code(&office.approve(&tea.memory_id).await), Some(ErrorCode::ConsentRequired));
    office.reject(&walk.memory_id).await.expect("rejects");
}

#[tokio::test]
async fn sensitive_candidates_are_hidden_until_they_are_revealed_with_a_reason() {
    let office = Office::new().await;
    let secret = office.propose_as("전화번호는 010-1234-5678", "pii").await.memory_id;
    let row = &office.queue().await[0];
    assert_eq!(row.statement, Statement::Masked);
    assert!(row.passage.is_none() && row.characters.is_none());
    assert_eq!(row.allowed, [ReviewerAction::Reveal, ReviewerAction::Reject]);
    let shown = serde_json::to_string(&office.desk.claim(&secret).await.expect("opens")).expect("JSON");
    assert!(!shown.contains("010") && !shown.contains("전화"), "{shown}");
    assert_eq!(code(&office.approve(&secret).await), Some(ErrorCode::NeedsReveal));
    let request = RevealCandidate { reason: RevealReason::Decide };
    let revealed = office.desk.reveal(&secret, request).await.expect("reveals");
    assert_eq!(revealed.row.statement, Statement::Shown("전화번호는 010-1234-5678".into()));
    assert!(revealed.row.allowed.contains(&ReviewerAction::Approve) && revealed.memory.is_some());
    // Another reviewer has not seen it.
    let other = reviewer(&office.world, "hana").await;
    assert_eq!(code(&other.approve(&secret, approval(1), None).await), Some(ErrorCode::NeedsReveal));
    let approved = office.approve(&secret).await.expect("is approved");
    assert_eq!((approved.status, approved.index_state), (Status::Active, IndexState::Excluded));
    assert!(recalled(&office, "전화번호").await.is_empty());
    assert_eq!(audited(&office.world, "candidate.reveal").await, ["candidate.reveal ok version=1 reason=decide"]);
}

#[tokio::test]
async fn an_edit_is_the_reviewers_word_and_what_makes_no_sense_is_refused() {
    let office = Office::new().await;
    let id = office.propose("likes teeea").await.memory_id;
    let proposed = office.desk.claim(&id).await.expect("opens").memory.expect("is shown");
    let with = |statement: &str| {
        let memory = contract::EditableMemory { statement: statement.to_owned(), ..proposed.clone() };
        ApproveCandidate { memory: Some(memory), ..approval(1) }
    };
    for nothing in ["", "\u{200b}"] {
        assert_eq!(code(&office.desk.approve(&id, with(nothing), None).await), Some(ErrorCode::InvalidInput));
    }
    office.desk.approve(&id, with("likes tea"), None).await.expect("is approved");
    let detail = office.world.owner(&office.mina).open(&id).await.expect("opens");
    assert_eq!((detail.memory.statement.as_str(), detail.authority), ("likes tea", Authority::Reviewer));
    let log = audited(&office.world, "candidate.approve").await;
    assert_eq!(log.last().map(String::as_str), Some("candidate.approve ok version=1 action=insert fields=statement"));
    // What another memory says already.
    let other = office.propose("drinks tea").await.memory_id;
    let twice = ApproveCandidate { memory: Some(detail.memory.clone()), ..approval(1) };
    assert_eq!(code(&office.desk.approve(&other, twice, None).await), Some(ErrorCode::AlreadyExists));
}

async fn approve_over(statement: &str, old: &str) -> (Office, MemoryId, MemoryId, ReconcileAction) {
    let office = Office::new().await;
    let old = office.agent.save(save_of("mina", old)).await.expect("saves").memory_id;
    office.world.clock.advance(std::time::Duration::from_hours(1));
    let new = office.propose(statement).await;
    let row = &office.queue().await[0];
    assert_eq!(row.proposal.similar.first().map(|one| &one.memory_id), Some(&old), "{row:?}");
    assert!(!row.proposal.similar[0].diff.is_empty());
    office.approve(&new.memory_id).await.expect("is approved");
    (office, old, new.memory_id, new.action.expect("is proposed"))
}

#[tokio::test]
async fn what_contradicts_takes_the_place_of_what_was_true_until_then() {
    let (office, old, new, action) = approve_over("parks in hall C7", "parks in hall B12").await;
    assert_eq!(action, ReconcileAction::Replace);
    assert_eq!(recalled(&office, "parks in hall").await, ["parks in hall C7"]);
    let owner = office.world.owner(&office.mina);
    let (before, now) = (owner.open(&old).await.expect("opens"), owner.open(&new).await.expect("opens"));
    assert_eq!((before.status, now.status), (Status::Superseded, Status::Active));
    assert_eq!(before.memory.valid_to, Some(now.memory.valid_from));
}

#[tokio::test]
async fn what_says_the_same_keeps_the_evidence_of_both() {
    let office = Office::new().await;
    let source = SourceRef::of("first".into(), contract::SourceRole::User);
    let first = SaveMemory { source: Some(source), ..save_of("mina", "parks in hall B12 every day") };
    let old = office.agent.save(first).await.expect("saves").memory_id;
    let new = office.propose("parks in hall B12").await;
    assert_eq!(new.action, Some(ReconcileAction::Merge));
    office.approve(&new.memory_id).await.expect("is approved");
    let owner = office.world.owner(&office.mina);
    let events: Vec<_> = owner.open(&new.memory_id).await.expect("opens").provenance;
    assert_eq!(events.iter().map(|one| one.event_id.as_str()).collect::<Vec<_>>(), ["first", "e-1"]);
    let kept = owner.open(&new.memory_id).await.expect("opens").memory.statement;
    assert_eq!(kept, "parks in hall B12 every day", "what was known stays known");
    assert_eq!(owner.open(&old).await.expect("opens").status, Status::Superseded);
}

#[tokio::test]
async fn what_it_would_replace_must_still_be_as_it_was_seen() {
    let office = Office::new().await;
    let old = office.agent.save(save_of("mina", "parks in hall B12")).await.expect("saves").memory_id;
    office.world.clock.advance(Duration::from_secs(1));
    let new = office.propose("parks in hall C7").await.memory_id;
    correct_statement(&office.world.owner(&office.mina), &old, "parks in hall D1").await.expect("corrects");
    assert_eq!(code(&office.approve(&new).await), Some(ErrorCode::TargetChanged));
    let beside = Placement { action: ReconcileAction::Insert, target: None };
    let request = ApproveCandidate { placement: Some(beside), ..approval(1) };
    office.desk.approve(&new, request, None).await.expect("stands beside it");
    assert_eq!(recalled(&office, "parks in hall").await.len(), 2);
    // Other people's memories take nobody's place.
    office.world.consenting("yuna").await;
    let hers = office.agent.save(save_of("yuna", "parks in hall E5")).await.expect("saves").memory_id;
    let next = office.propose("parks in hall F6").await.memory_id;
    let target = Some(ChosenMemory { memory_id: hers, version: 1 });
    let over_hers = Placement { action: ReconcileAction::Replace, target };
    let request = ApproveCandidate { placement: Some(over_hers), ..approval(1) };
    assert_eq!(code(&office.desk.approve(&next, request, None).await), Some(ErrorCode::TargetChanged));
}

#[tokio::test]
async fn a_repeated_request_is_answered_as_the_first_one_was() {
    let office = Office::new().await;
    let id = office.propose("likes tea").await.memory_id;
    let key = || Some(Idempotency("k-1".to_owned()));
    let first = office.desk.approve(&id, approval(1), key()).await.expect("is approved");
    let second = office.desk.approve(&id, approval(1), key()).await.expect("is answered again");
    assert_eq!(first, second);
    let other = office.desk.reject(&id, rejection(1), key()).await;
    assert_eq!(code(&other), Some(ErrorCode::IdempotencyKeyReused));
    let long = Some(Idempotency("k".repeat(201)));
    assert_eq!(code(&office.desk.approve(&id, approval(1), long).await), Some(ErrorCode::InvalidInput));
    let (tea, walk) = (office.propose("drinks tea").await, office.propose("walks").await);
    let bulk = || BulkDecide { decision: BulkDecision::Approve, candidates: chosen(&[&tea, &walk]), confirmed: false };
    let before = office.desk.bulk(bulk(), key()).await.expect("reports");
    crate::lifecycle::wait_for_empty_outbox(&office.world).await;
    let after = office.desk.bulk(bulk(), key()).await.expect("reports");
    let ids = |report: &contract::review::BulkReport| {
        report.rows.iter().map(|row| row.decided.clone().expect("is decided").decision_id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&before), ids(&after));
}

#[tokio::test]
async fn many_are_decided_each_for_itself() {
    let office = Office::new().await;
    let (tea, walk, run) =
        (office.propose("likes tea").await, office.propose("walks").await, office.propose("runs").await);
    let secret = office.propose_as("계좌는 1234", "restricted").await;
    let other = reviewer(&office.world, "hana").await;
    other.claim(&run.memory_id).await.expect("claims");
    office.reject(&walk.memory_id).await.expect("rejects");
    let all = [&tea, &walk, &run, &secret, &tea];
    let bulk = BulkDecide { decision: BulkDecision::Approve, candidates: chosen(&all), confirmed: false };
    let report = office.desk.bulk(bulk, None).await.expect("reports");
    let outcomes: Vec<_> = report.rows.iter().map(|row| row.error).collect();
    let stale = Some(ErrorCode::StaleVersion);
    assert_eq!(outcomes, [None, stale, Some(ErrorCode::Claimed), Some(ErrorCode::NeedsReveal)], "each named once");
    // Rejecting reveals nothing, so sensitive ones may be among them.
    let reason = RejectReason::TooPrivate;
    let decision = BulkDecision::Reject { reason, note: None };
    let bulk = BulkDecide { decision, candidates: chosen(&[&secret]), confirmed: false };
    assert_eq!(office.desk.bulk(bulk, None).await.expect("reports").rows[0].error, None);
}

#[tokio::test]
async fn a_claim_is_seen_by_others_and_ends_by_itself() {
    let office = Office::new().await;
    let id = office.propose("likes tea").await.memory_id;
    let other = reviewer(&office.world, "hana").await;
    let claim = office.desk.claim(&id).await.expect("claims").row.claim.expect("is there");
    assert!(claim.is_you);
    let seen = other.claim(&id).await.expect("opens all the same").row.claim.expect("is there");
    assert_eq!((seen.by.as_str(), seen.is_you), ("jiho@default.example", false));
    office.world.clock.advance(std::time::Duration::from_mins(15));
    assert!(other.candidate(&id).await.expect("opens").row.claim.is_none());
    assert!(other.claim(&id).await.expect("claims").row.claim.expect("is there").is_you);
    other.release(&id).await.expect("releases");
    assert!(office.desk.candidate(&id).await.expect("opens").row.claim.is_none());
}

#[tokio::test]
async fn deleting_a_candidate_takes_the_notes_about_it_along() {
    let office = Office::new().await;
    let id = office.propose("likes tea").await.memory_id;
    let note = Some("tea is mentioned in jest".to_owned());
    let request = RejectCandidate { note, ..rejection(1) };
    office.desk.reject(&id, request, None).await.expect("rejects");
    let report = crate::deletions::delete(&office.world.owner(&office.mina), &id, 2).await;
    assert_eq!(report.deleted(), 1);
    let found = office.desk.candidate(&id).await;
    assert_eq!(code(&found), Some(ErrorCode::NotFound));
}

#[tokio::test]
async fn what_has_been_decided_is_not_for_reviewers_to_read_on() {
    let office = Office::new().await;
    let id = office.propose("moves because of work").await.memory_id;
    office.approve(&id).await.expect("approves");
    let owner = office.world.owner(&office.mina);
    correct_statement(&owner, &id, "moves because of a divorce").await.expect("corrects");
    let shown = serde_json::to_string(&office.desk.candidate(&id).await.expect("is there")).expect("JSON");
    assert!(!shown.contains("moves"), "{shown}");
}

#[tokio::test]
async fn what_the_person_has_deleted_does_not_come_back_by_a_reviewer() {
    let office = Office::new().await;
    let gone = office.agent.save(save_of("mina", "parks in hall B12")).await.expect("saves").memory_id;
    let waiting = office.propose("walks to work").await.memory_id;
    crate::deletions::delete(&office.world.owner(&office.mina), &gone, 1).await;
    let proposed = office.desk.claim(&waiting).await.expect("opens").memory.expect("is shown");
    let memory = contract::EditableMemory { statement: "Parks in hall B12.".to_owned(), ..proposed };
    let request = ApproveCandidate { memory: Some(memory), ..approval(1) };
    assert_eq!(code(&office.desk.approve(&waiting, request, None).await), Some(ErrorCode::DeletedByOwner));
}

#[tokio::test]
async fn the_persons_own_word_is_not_replaced_in_passing() {
    let office = Office::new().await;
    let old = office.agent.save(save_of("mina", "parks in hall B12")).await.expect("saves").memory_id;
    correct_statement(&office.world.owner(&office.mina), &old, "parks in hall D1").await.expect("corrects");
    let new = office.propose("parks in hall C7").await;
    assert_eq!(
        new.action,
        Some(ReconcileAction::Conflict),
        "a weaker word takes nobody's place, however late it comes"
    );
    let bulk = BulkDecide { decision: BulkDecision::Approve, candidates: chosen(&[&new]), confirmed: false };
    let report = office.desk.bulk(bulk, None).await.expect("reports");
    assert_eq!(report.rows[0].error, Some(ErrorCode::Outranked));
    office.approve(&new.memory_id).await.expect("somebody has looked at it");
}

#[tokio::test]
async fn what_will_be_contradicted_holds_until_then() {
    let office = Office::new().await;
    let old = office.agent.save(save_of("mina", "works on floor three")).await.expect("saves").memory_id;
    let later = Some("2027-06-01T00:00:00Z".parse().expect("a time"));
    let request = SaveMemory { valid_from: later, ..proposal("mina", "works on floor five") };
    let new = office.agent.propose(request).await.expect("proposes");
    assert_eq!(new.action, Some(ReconcileAction::Replace));
    office.approve(&new.memory_id).await.expect("approves");
    crate::lifecycle::wait_for_empty_outbox(&office.world).await;
    assert_eq!(recalled(&office, "works on floor").await, ["works on floor three"]);
    let kept = office.world.owner(&office.mina).open(&old).await.expect("opens");
    assert_eq!((kept.status, kept.memory.valid_to), (Status::Active, later));
}

#[tokio::test]
async fn who_reviews_no_more_decides_no_more_whatever_desk_is_still_at_hand() {
    let office = Office::new().await;
    let id = office.propose("likes tea").await.memory_id;
    let rejected = office.reject(&office.propose("walks").await.memory_id).await.expect("rejects");
    let root = office.world.staff("root", Role::Superadmin).await;
    let found = office.world.desks().users(&root).await.expect("manages");
    let jiho = found.list(&contract::ListUsers::default()).await.expect("reads").items;
    let jiho = jiho.into_iter().find(|row| row.role == Role::Reviewer).expect("is there");
    let change = contract::ChangeRole { seen_role: Role::Reviewer, role: Role::User };
    found.change_role(&jiho.user_id, change).await.expect("changes");
    let reveal = RevealCandidate { reason: RevealReason::Decide };
    assert_eq!(code(&office.approve(&id).await), Some(ErrorCode::Forbidden));
    assert_eq!(code(&office.reject(&id).await), Some(ErrorCode::Forbidden));
    assert_eq!(code(&office.desk.reveal(&id, reveal).await), Some(ErrorCode::Forbidden));
    assert_eq!(code(&office.desk.undo(&rejected.decision_id).await), Some(ErrorCode::Forbidden));
}
