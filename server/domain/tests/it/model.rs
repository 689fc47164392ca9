//! Random sequences of save, correct, delete, consent and index faults against a naive model: store and index never
//! disagree in a way that a recall or a list could show, and no other person's row is ever touched.

use crate::lifecycle::let_time_heal;
use crate::support::{correction, rows};
use contract::{
    ChosenMemory, ConsentSource, DeleteMemories, IndexState, ListMemories, MemoryId, MemoryRow, SaveMemory,
    Sensitivity, Statement, UserId,
};
use domain::desks::{AgentDesk, DeskError};
use domain::testing::{World, ask_of, save_of};
use proptest::prelude::*;
use std::collections::BTreeMap;

const WORDS: [&str; 6] = ["apple", "banjo", "cello", "dune", "ember", "fjord"];

#[derive(Debug, Clone)]
enum Step {
    Save { word: usize, sensitivity: Sensitivity },
    Correct { which: usize, word: usize, sensitivity: Sensitivity },
    Delete { which: usize },
    Consent(bool),
    IndexDown(bool),
    IndexLies(bool),
    ModelDown(bool),
    Lose { which: usize },
    Restart,
}

fn step() -> impl Strategy<Value = Step> {
    let word = 0..WORDS.len();
    let sensitivity = prop_oneof![3 => Just(Sensitivity::Normal), 1 => Just(Sensitivity::Pii)];
    prop_oneof![
        5 => (word.clone(), sensitivity.clone()).prop_map(|(word, sensitivity)| Step::Save { word, sensitivity }),
        5 => (0..9_usize, word, sensitivity)
            .prop_map(|(which, word, sensitivity)| Step::Correct { which, word, sensitivity }),
        3 => (0..9_usize).prop_map(|which| Step::Delete { which }),
        1 => any::<bool>().prop_map(Step::Consent),
        2 => any::<bool>().prop_map(Step::IndexDown),
        1 => any::<bool>().prop_map(Step::IndexLies),
        1 => any::<bool>().prop_map(Step::ModelDown),
        1 => (0..9_usize).prop_map(|which| Step::Lose { which }),
        1 => Just(Step::Restart),
    ]
}

/// What a memory should be.
#[derive(Debug, Clone, PartialEq)]
struct Expected {
    word: usize,
    sensitivity: Sensitivity,
    version: i64,
}

struct Run {
    world: World,
    mina: UserId,
    jin: UserId,
    key: domain::desks::NewKey,
    expected: BTreeMap<MemoryId, Expected>,
    consent: bool,
    jins: Vec<MemoryRow>,
}

fn statement(word: usize) -> String {
    format!("keeps the word {}", WORDS[word])
}

impl Run {
    async fn new() -> Self {
        let world = World::new().await;
        let (mina, jin) = (world.consenting("mina").await, world.consenting("jin").await);
        let key = world.key("chat").await;
        let agent = world.agent(&key).await;
        for word in 0..WORDS.len() {
            agent.save(save_of("jin", &statement(word))).await.expect("saves");
        }
        let jins = rows(&world.owner(&jin)).await;
        Self { world, mina, jin, key, expected: BTreeMap::new(), consent: true, jins }
    }

    async fn agent(&self) -> AgentDesk {
        self.world.agent(&self.key).await
    }

    fn nth(&self, which: usize) -> Option<MemoryId> {
        self.expected.keys().nth(which % self.expected.len().max(1)).cloned()
    }

    async fn take(&mut self, step: &Step) {
        match step {
            Step::Save { word, sensitivity } => self.save(*word, *sensitivity).await,
            Step::Correct { which, word, sensitivity } => self.correct(*which, *word, *sensitivity).await,
            Step::Delete { which } => self.delete(*which).await,
            Step::Consent(on) => {
                let owner = self.world.owner(&self.mina);
                self.consent = owner.set_consent(*on, ConsentSource::MyPage).await.expect("switches").granted;
            }
            Step::IndexDown(down) => self.world.faults.set_down(*down),
            Step::IndexLies(lies) => self.world.faults.set_fails_after(*lies),
            Step::ModelDown(down) => self.world.embedder.set_down(*down),
            Step::Lose { which } => {
                if let Some(id) = self.nth(*which) {
                    self.world.faults.lose(&id);
                }
            }
            Step::Restart => self.world.restart().await,
        }
    }

    async fn save(&mut self, word: usize, sensitivity: Sensitivity) {
        let asked = SaveMemory {
            sensitivity: Some(sensitivity.to_string()),
            requested_by_user: true,
            ..save_of("mina", &statement(word))
        };
        match self.agent().await.save(asked).await {
            Ok(saved) if saved.duplicate => {
                let expected = self.expected.get_mut(&saved.memory_id).expect("a duplicate of what is there");
                if saved.sensitivity != expected.sensitivity {
                    (expected.sensitivity, expected.version) = (saved.sensitivity, expected.version + 1);
                }
            }
            Ok(saved) => {
                self.expected.insert(saved.memory_id, Expected { word, sensitivity, version: 1 });
            }
            Err(DeskError::ConsentRequired) => assert!(!self.consent),
            Err(error) => panic!("{error}"),
        }
    }

    async fn correct(&mut self, which: usize, word: usize, sensitivity: Sensitivity) {
        let Some(id) = self.nth(which) else { return };
        let owner = self.world.owner(&self.mina);
        let detail = owner.open(&id).await.expect("opens");
        let wanted = correction(&detail, |memory| {
            (memory.statement, memory.sensitivity) = (statement(word), sensitivity);
        });
        match owner.correct(&id, wanted).await {
            Ok(corrected) if corrected.removed => {
                self.expected.remove(&id);
            }
            Ok(corrected) => {
                self.expected.insert(id, Expected { word, sensitivity, version: corrected.version });
            }
            Err(DeskError::ConsentRequired) => assert!(!self.consent),
            Err(DeskError::AlreadyExists | DeskError::IndexUnavailable) => {}
            Err(error) => panic!("{error}"),
        }
    }

    async fn delete(&mut self, which: usize) {
        let Some(id) = self.nth(which) else { return };
        let chosen = ChosenMemory { memory_id: id.clone(), version: self.expected[&id].version };
        let report = self.world.owner(&self.mina).delete(DeleteMemories::Chosen(vec![chosen])).await.expect("answers");
        if report.rows[0].error.is_none() {
            self.expected.remove(&id);
        }
    }

    /// What can be seen at any moment, faults or not.
    async fn check_list(&self) {
        let listed: BTreeMap<MemoryId, MemoryRow> =
            rows(&self.world.owner(&self.mina)).await.into_iter().map(|row| (row.memory_id.clone(), row)).collect();
        assert_eq!(listed.keys().collect::<Vec<_>>(), self.expected.keys().collect::<Vec<_>>());
        for (id, expected) in &self.expected {
            let row = &listed[id];
            let shown = match expected.sensitivity {
                Sensitivity::Normal => Statement::Shown(statement(expected.word)),
                _ => Statement::Masked,
            };
            assert_eq!((&row.statement, row.version), (&shown, expected.version));
        }
    }

    /// A recall shows nothing but what the store has in force, whatever state the index is in.
    async fn check_recall(&self) {
        for word in 0..WORDS.len() {
            match self.agent().await.recall(ask_of("mina", &statement(word))).await {
                Err(DeskError::ConsentRequired) => assert!(!self.consent),
                Err(error) => panic!("{error}"),
                Ok(outcome) => {
                    for memory in outcome.answer.memories {
                        let expected = self.expected.get(&memory.memory_id).expect("is not deleted");
                        assert_eq!(memory.statement, statement(expected.word));
                        assert_eq!(expected.sensitivity, Sensitivity::Normal);
                    }
                }
            }
        }
    }

    /// When all faults are over, the index holds exactly what the store says it holds.
    async fn settle_and_check(&mut self) {
        self.world.faults.set_down(false);
        self.world.faults.set_fails_after(false);
        self.world.embedder.set_down(false);
        let_time_heal(&self.world).await;
        self.check_list().await;
        let owner = self.world.owner(&self.mina);
        self.consent = owner.set_consent(true, ConsentSource::MyPage).await.expect("switches").granted;
        let searchable = |row: &MemoryRow| matches!(row.statement, Statement::Shown(_));
        for row in owner.list(&ListMemories::default()).await.expect("reads").items {
            let state = if searchable(&row) { IndexState::Indexed } else { IndexState::Excluded };
            assert_eq!(row.index_state, state);
        }
        self.check_recall().await;
        assert_eq!(rows(&self.world.owner(&self.jin)).await, self.jins, "nobody touched Jin's");
        for word in 0..WORDS.len() {
            let answer = self.agent().await.recall(ask_of("jin", &statement(word))).await.expect("recalls").answer;
            assert_eq!(answer.memories[0].statement, statement(word));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn store_and_index_never_disagree_visibly(steps in proptest::collection::vec(step(), 1..24)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let mut run = Run::new().await;
            for step in &steps {
                run.take(step).await;
                run.check_list().await;
                run.check_recall().await;
            }
            run.settle_and_check().await;
        });
    }
}
