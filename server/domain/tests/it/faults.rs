//! Corrections and deletions when the index, or the store after it, fails: nothing changes, or everything is put back.

use crate::deletions::delete;
use crate::lifecycle::{let_time_heal, wait_for_empty_outbox};
use crate::review_support::Office;
use crate::support::{correct_statement, rows};
use contract::review::ReconcileAction;
use contract::{DeletionRow, ErrorCode, IndexState, MemoryId, MemoryRow, SaveMemory, Status, UserId};
use domain::desks::{AgentDesk, DeskError, NewKey, OwnerDesk};
use domain::testing::{World, ask_of, save_of};
use std::time::Duration;

struct Scene {
    world: World,
    mina: UserId,
    key: NewKey,
    agent: AgentDesk,
    memory: MemoryId,
}

impl Scene {
    async fn new() -> Self {
        let world = World::new().await;
        let mina = world.consenting("mina").await;
        let key = world.key("chat").await;
        let agent = world.agent(&key).await;
        let memory = agent.save(save_of("mina", "parks in B12")).await.expect("saves").memory_id;
        agent.save(save_of("mina", "walks to work")).await.expect("saves");
        Self { world, mina, key, agent, memory }
    }

    fn owner(&self) -> OwnerDesk {
        self.world.owner(&self.mina)
    }

    async fn row(&self) -> MemoryRow {
        rows(&self.owner()).await.into_iter().find(|row| row.memory_id == self.memory).expect("is listed")
    }

    async fn found(&self, question: &str) -> Vec<String> {
        let answer = self.agent.recall(ask_of("mina", question)).await.expect("recalls").answer;
        answer.memories.into_iter().map(|memory| memory.statement).collect()
    }

    /// The memory is as it was saved, for the list, the detail and recall, after whatever there is to heal.
    async fn is_unchanged(&self) {
        let_time_heal(&self.world).await;
        let row = self.row().await;
        assert_eq!((row.version, row.index_state), (1, IndexState::Indexed));
        assert_eq!(self.owner().open(&self.memory).await.expect("opens").memory.statement, "parks in B12");
        assert_eq!(self.found("parks in B12?").await[0], "parks in B12");
        assert!(!self.found("parks in C7?").await.contains(&"parks in C7".to_owned()));
    }
}

fn unavailable(row: &DeletionRow) -> bool {
    row.error == Some(ErrorCode::IndexUnavailable)
}

#[tokio::test]
async fn index_down_changes_nothing_and_says_so() {
    let scene = Scene::new().await;
    scene.world.faults.set_down(true);
    let before = scene.row().await;
    let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in C7").await;
    assert!(matches!(corrected, Err(DeskError::IndexUnavailable)), "{corrected:?}");
    assert!(unavailable(&delete(&scene.owner(), &scene.memory, 1).await.rows[0]));
    assert_eq!(scene.row().await, before, "to the last field, while the index is still down");
    scene.world.faults.set_down(false);
    scene.is_unchanged().await;
    let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in C7").await.expect("now it works");
    assert_eq!(corrected.version, 2);
}

#[tokio::test]
async fn index_slow_is_given_up_and_put_back_whenever_it_comes_about() {
    let scene = Scene::new().await;
    scene.world.faults.set_stuck(true);
    let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in C7").await;
    assert!(matches!(corrected, Err(DeskError::IndexUnavailable)), "{corrected:?}");
    assert_eq!(scene.world.faults.waiting(), 1, "the change is still under way");
    assert_eq!(scene.owner().open(&scene.memory).await.expect("opens").memory.statement, "parks in B12");
    assert_eq!(scene.found("parks in B12?").await[0], "parks in B12", "recall goes on meanwhile");
    scene.world.faults.set_stuck(false);
    scene.is_unchanged().await;
    scene.world.faults.set_stuck(true);
    assert!(unavailable(&delete(&scene.owner(), &scene.memory, 1).await.rows[0]));
    scene.world.faults.set_stuck(false);
    scene.is_unchanged().await;
}

#[tokio::test]
async fn an_index_that_changes_and_says_it_failed_is_put_back() {
    let scene = Scene::new().await;
    scene.world.faults.set_fails_after(true);
    assert!(unavailable(&delete(&scene.owner(), &scene.memory, 1).await.rows[0]));
    scene.world.faults.set_fails_after(false);
    scene.is_unchanged().await;
    scene.world.faults.set_fails_after(true);
    let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in C7").await;
    assert!(matches!(corrected, Err(DeskError::IndexUnavailable)));
    scene.world.faults.set_fails_after(false);
    let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in D1").await.expect("corrects");
    assert!(!corrected.removed, "doubt about the index is no reason to remove a memory");
}

#[tokio::test]
async fn a_batch_that_half_fails_is_told_row_by_row() {
    let scene = Scene::new().await;
    let pii = SaveMemory { sensitivity: Some("pii".into()), ..save_of("mina", "lives in Mapo") };
    let hidden = scene.agent.save(pii).await.expect("saves").memory_id;
    scene.world.faults.set_down(true);
    let chosen = [&hidden, &scene.memory].map(|id| contract::ChosenMemory { memory_id: id.clone(), version: 1 });
    let report = scene.owner().delete(contract::DeleteMemories::Chosen(chosen.to_vec())).await.expect("a report");
    assert_eq!(report.rows.iter().map(|row| row.error).collect::<Vec<_>>(), [None, Some(ErrorCode::IndexUnavailable)]);
}

#[tokio::test]
async fn without_consent_nothing_reaches_the_index() {
    let scene = Scene::new().await;
    scene.owner().set_consent(false, contract::ConsentSource::MyPage).await.expect("switches");
    scene.world.faults.set_stuck(true);
    let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in C7").await;
    assert!(matches!(corrected, Err(DeskError::ConsentRequired)), "{corrected:?}");
    assert_eq!(scene.world.faults.waiting(), 0);
    scene.world.faults.set_stuck(false);
}

#[tokio::test]
async fn without_an_index_only_what_it_never_held_can_change() {
    let mut scene = Scene::new().await;
    let pii = SaveMemory { sensitivity: Some("pii".into()), ..save_of("mina", "lives in Mapo") };
    let hidden = scene.agent.save(pii).await.expect("saves").memory_id;
    scene.world.close().await;
    std::fs::remove_dir_all(scene.world.dir().join("index")).expect("there is an index");
    std::fs::write(scene.world.dir().join("index"), "in the way").expect("writes");
    scene.world.open().await.expect("opens without an index");
    let owner = scene.owner();
    let corrected = correct_statement(&owner, &scene.memory, "parks in C7").await;
    assert!(matches!(corrected, Err(DeskError::IndexUnavailable)));
    assert!(unavailable(&delete(&owner, &scene.memory, 1).await.rows[0]));
    assert_eq!(correct_statement(&owner, &hidden, "lives in Jongno").await.expect("corrects").version, 2);
    assert_eq!(delete(&owner, &hidden, 2).await.deleted(), 1);
}

#[tokio::test]
async fn model_down_changes_nothing_that_it_is_needed_for() {
    let scene = Scene::new().await;
    scene.world.embedder.set_down(true);
    let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in C7").await;
    assert!(matches!(corrected, Err(DeskError::IndexUnavailable)));
    scene.world.embedder.set_down(false);
    scene.is_unchanged().await;
    scene.world.embedder.set_down(true);
    assert_eq!(delete(&scene.owner(), &scene.memory, 1).await.deleted(), 1, "deleting needs no model");
}

#[tokio::test]
async fn what_the_index_lost_is_removed_with_a_warning() {
    for correct in [true, false] {
        let scene = Scene::new().await;
        scene.world.faults.lose(&scene.memory);
        scene.agent.save(save_of("mina", "any other change")).await.expect("saves");
        assert_eq!(scene.row().await.index_state, IndexState::Indexed, "the store does not know yet");
        if correct {
            let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in C7").await.expect("answers");
            assert!(corrected.removed);
            let again = scene.agent.save(save_of("mina", "parks in B12")).await;
            assert!(again.is_ok_and(|saved| !saved.duplicate), "the person deleted nothing");
        } else {
            let report = delete(&scene.owner(), &scene.memory, 1).await;
            assert!(report.deleted() == 1 && report.rows[0].was_missing_in_index);
        }
        wait_for_empty_outbox(&scene.world).await;
        assert!(matches!(scene.owner().open(&scene.memory).await, Err(DeskError::NotFound)));
        assert!(!scene.found("parks in C7?").await.contains(&"parks in C7".to_owned()));
    }
}

/// Makes every commit that changes a memory's version or status fail, for real: a deferred foreign key is checked then.
async fn poison_commits(scene: &Scene, is_on: bool) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(scene.world.dir().join("gieok.db"));
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("opens");
    let statements: &[&str] = if is_on {
        &[
            "CREATE TABLE poison (tenant TEXT REFERENCES tenant (id) DEFERRABLE INITIALLY DEFERRED)",
            "CREATE TRIGGER poison AFTER UPDATE OF version, status ON memory BEGIN INSERT INTO poison VALUES ('nobody'); END",
        ]
    } else {
        &["DROP TRIGGER poison", "DROP TABLE poison"]
    };
    for statement in statements {
        sqlx::query(*statement).execute(&pool).await.expect("executes");
    }
    pool.close().await;
}

#[tokio::test]
async fn a_commit_that_fails_after_the_index_changed_puts_the_index_back() {
    let scene = Scene::new().await;
    poison_commits(&scene, true).await;
    let corrected = correct_statement(&scene.owner(), &scene.memory, "parks in C7").await;
    assert!(matches!(corrected, Err(DeskError::Store(_))), "{corrected:?}");
    scene.is_unchanged().await;
    assert_eq!(delete(&scene.owner(), &scene.memory, 1).await.rows[0].error, Some(ErrorCode::Internal));
    scene.is_unchanged().await;
    poison_commits(&scene, false).await;
    assert_eq!(delete(&scene.owner(), &scene.memory, 1).await.deleted(), 1);
}

#[tokio::test]
async fn a_process_that_dies_between_index_and_store_leaves_nothing_apart() {
    let mut scene = Scene::new().await;
    scene.world.faults.set_stuck(true);
    let owner = scene.owner();
    let memory = scene.memory.clone();
    let under_way = tokio::spawn(async move { correct_statement(&owner, &memory, "parks in C7").await });
    let announced = async {
        while scene.world.faults.waiting() == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), announced).await.expect("the change reaches the index");
    under_way.abort();
    scene.world.faults.set_stuck(false);
    scene.world.restart().await;
    scene.agent = scene.world.agent(&scene.key).await;
    scene.is_unchanged().await;
}

#[tokio::test]
async fn candidates_need_neither_index_nor_model_to_be_proposed_and_decided() {
    let office = Office::new().await;
    office.agent.save(save_of("mina", "parks in hall B12")).await.expect("saves");
    office.world.embedder.set_down(true);
    let blind = office.propose("parks in hall C7").await;
    assert_eq!(blind.action, Some(ReconcileAction::Insert), "it cannot be compared");
    assert!(!office.queue().await[0].proposal.compared);
    office.world.embedder.set_down(false);
    office.world.faults.set_down(true);
    let approved = office.approve(&blind.memory_id).await.expect("the store decides");
    assert_eq!((approved.status, approved.index_state), (Status::Active, IndexState::Pending));
    office.world.faults.set_down(false);
    let_time_heal(&office.world).await;
    let answer = office.agent.recall(ask_of("mina", "parks in hall C7")).await.expect("recalls").answer;
    assert_eq!(answer.memories[0].memory_id, blind.memory_id);
}
