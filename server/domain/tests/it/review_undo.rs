//! Decisions that are taken back.

use crate::lifecycle::wait_for_empty_outbox;
use crate::review_support::{Office, approval, code, reviewer};
use crate::support::{audited, correct_statement};
use contract::review::{ApproveCandidate, DecisionKind, ReconcileAction};
use contract::{DecisionId, EditableMemory, ErrorCode, IndexState, PrefixedId, Status};
use domain::testing::{ask_of, save_of};
use std::time::Duration;

#[tokio::test]
async fn an_undone_rejection_waits_again_and_both_records_stay() {
    let office = Office::new().await;
    let id = office.propose("likes tea").await.memory_id;
    let rejected = office.reject(&id).await.expect("rejects");
    office.world.clock.advance(Duration::from_secs(1));
    let undone = office.desk.undo(&rejected.decision_id).await.expect("undoes");
    assert_eq!((undone.status, undone.version), (Status::Candidate, 3));
    assert_eq!(office.queue().await[0].version, 3);
    let decisions = office.desk.candidate(&id).await.expect("opens").decisions;
    let kinds: Vec<_> = decisions.iter().map(|one| (one.kind, one.undoes.clone())).collect();
    assert_eq!(kinds, [(DecisionKind::Undo, Some(rejected.decision_id.clone())), (DecisionKind::Reject, None)]);
    assert_eq!(code(&office.desk.undo(&rejected.decision_id).await), Some(ErrorCode::UndoOver));
    assert!(office.world.owner(&office.mina).open(&id).await.expect("opens").review.is_none());
    let id = format!("candidate.undo ok version=2 undoes={}", rejected.decision_id);
    assert_eq!(audited(&office.world, "candidate.undo").await[0], id);
}

#[tokio::test]
async fn an_undone_approval_leaves_recall_and_gives_back_what_it_had_replaced() {
    let office = Office::new().await;
    let old = office.agent.save(save_of("mina", "parks in hall B12")).await.expect("saves").memory_id;
    office.world.clock.advance(Duration::from_secs(1));
    let new = office.propose("parks in hall C7").await;
    assert_eq!(new.action, Some(ReconcileAction::Replace));
    let proposed = office.desk.claim(&new.memory_id).await.expect("opens").memory.expect("is shown");
    let memory = Some(EditableMemory { statement: "parks in hall C8".into(), ..proposed });
    let request = ApproveCandidate { memory, ..approval(1) };
    let approved = office.desk.approve(&new.memory_id, request, None).await.expect("approves");
    office.desk.undo(&approved.decision_id).await.expect("undoes");
    wait_for_empty_outbox(&office.world).await;
    let answer = office.agent.recall(ask_of("mina", "parks in hall")).await.expect("recalls").answer;
    let found: Vec<_> = answer.memories.iter().map(|memory| memory.statement.as_str()).collect();
    assert_eq!(found, ["parks in hall B12"]);
    let back = office.desk.claim(&new.memory_id).await.expect("opens");
    assert_eq!(back.memory.expect("is shown").statement, "parks in hall C7", "as it was proposed");
    let owner = office.world.owner(&office.mina);
    let old = owner.open(&old).await.expect("opens");
    assert_eq!((old.status, old.index_state, old.memory.valid_to), (Status::Active, IndexState::Indexed, None));
    // And it can be decided anew, as it was proposed.
    let again = office.desk.approve(&new.memory_id, approval(3), None).await.expect("approves");
    assert_eq!(again.status, Status::Active);
}

#[tokio::test]
async fn only_ones_own_decision_and_only_for_a_while_and_only_if_nothing_has_changed_since() {
    let office = Office::new().await;
    let other = reviewer(&office.world, "hana").await;
    let (tea, walk) = (office.propose("likes tea").await.memory_id, office.propose("walks").await.memory_id);
    let rejected = office.reject(&tea).await.expect("rejects");
    let approved = office.approve(&walk).await.expect("approves");
    assert_eq!(code(&other.undo(&rejected.decision_id).await), Some(ErrorCode::NotFound));
    assert_eq!(code(&office.desk.undo(&DecisionId::from_bytes([7; 16])).await), Some(ErrorCode::NotFound));
    correct_statement(&office.world.owner(&office.mina), &walk, "walks to work").await.expect("corrects");
    assert_eq!(code(&office.desk.undo(&approved.decision_id).await), Some(ErrorCode::StaleVersion));
    office.world.clock.advance(Duration::from_secs(10 * 60 + 1));
    assert_eq!(code(&office.desk.undo(&rejected.decision_id).await), Some(ErrorCode::UndoOver));
}

#[tokio::test]
async fn an_undo_makes_no_twin_of_what_was_said_again_meanwhile() {
    let office = Office::new().await;
    office.agent.save(save_of("mina", "parks in hall B12")).await.expect("saves");
    let new = office.propose("parks in hall C7").await.memory_id;
    let approved = office.approve(&new).await.expect("approves");
    office.agent.save(save_of("mina", "parks in hall B12")).await.expect("says it again");
    office.desk.undo(&approved.decision_id).await.expect("undoes");
    wait_for_empty_outbox(&office.world).await;
    let answer = office.agent.recall(ask_of("mina", "parks in hall")).await.expect("recalls").answer;
    assert_eq!(answer.memories.len(), 1);
}
