//! Turns become memories: once, in the background, under consent and by the service's revision.

use crate::support::{audited, refused_with, rows};
use contract::{
    ApprovalPolicy, ConsentSource, CostBearer, DeployRevision, ErrorCode, IngestTurn, RevisionSettings, Role,
    SaveRevision, Sensitivity, ServiceDetail, ServiceId, SourceRole, Status, SystemSettings, TurnMessage, TurnState,
    UserId,
};
use domain::desks::{AgentDesk, Due, NewKey};
use domain::extraction::{Effort, ExtractFailure, Extracted, Extracting, Extractor, Proposal, Turn};
use domain::kernel::{Actor, Principal};
use domain::testing::{World, save_of};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// A world with Mina, who has consented, and a service whose saves and turns are remembered at once.
struct Chat {
    world: World,
    mina: UserId,
    key: NewKey,
    agent: AgentDesk,
}

impl Chat {
    async fn new() -> Self {
        Self::in_world(World::new().await).await
    }

    async fn in_world(world: World) -> Self {
        let mina = world.consenting("mina").await;
        let key = world.key("chat").await;
        let agent = world.agent(&key).await;
        Self { world, mina, key, agent }
    }

    async fn says(&self, turn: &str, text: &str) -> TurnState {
        self.agent.ingest(said(turn, text)).await.expect("is taken in").state
    }

    async fn statements(&self) -> Vec<String> {
        let rows = rows(&self.world.owner(&self.mina)).await;
        let mut said: Vec<String> = Vec::new();
        for row in rows {
            said.push(self.world.owner(&self.mina).open(&row.memory_id).await.expect("opens").memory.statement);
        }
        said.sort();
        said
    }

    /// Saves and deploys these settings.
    async fn deploy(&self, settings: RevisionSettings) -> ServiceDetail {
        deploy(&self.world, &self.key.service, settings).await
    }

    async fn set(&self, change: impl FnOnce(&mut SystemSettings)) {
        let actor = Actor { tenant: contract::TenantId::default_tenant(), principal: Principal::Operator };
        let desk = self.world.desks().system(&actor).await.expect("an operator settles");
        let view = desk.settings().await.expect("reads");
        let mut settings = view.settings;
        change(&mut settings);
        desk.change(&contract::ChangeSettings { settings, version: view.version }).await.expect("changes");
        self.world.seen_to(Due::Settings).await;
    }
}

async fn deploy(world: &World, service: &ServiceId, settings: RevisionSettings) -> ServiceDetail {
    let actor = Actor { tenant: contract::TenantId::default_tenant(), principal: Principal::Operator };
    let desk = world.desks().services(&actor).await.expect("an operator manages");
    let before = desk.service(service).await.expect("is there");
    let request = SaveRevision { settings, based_on: before.latest, note: None };
    let saved = desk.save_revision(service, &request).await.expect("saves");
    let request = DeployRevision { revision: saved.latest, seen_deployed: saved.deployed };
    desk.deploy(service, request).await.expect("deploys")
}

fn said(turn: &str, text: &str) -> IngestTurn {
    let message = |role, text: &str| TurnMessage { role, text: text.to_owned() };
    IngestTurn {
        subject: "mina".to_owned(),
        conversation_id: "c-1".to_owned(),
        turn_id: turn.to_owned(),
        messages: vec![message(SourceRole::User, text), message(SourceRole::Assistant, "I like that. Noted.")],
        occurred_at: None,
        scope: None,
    }
}

/// What needs no reviewer.
fn at_once() -> RevisionSettings {
    RevisionSettings { approval: ApprovalPolicy::None, ..RevisionSettings::default() }
}

#[tokio::test]
async fn what_a_person_says_is_remembered_once_with_its_source() {
    let chat = Chat::new().await;
    assert_eq!(chat.says("t-1", "I like green tea. Is it raining?").await, TurnState::Waiting);
    chat.world.seen_to(Due::Turns).await;
    assert_eq!(chat.statements().await, ["I like green tea."]);
    let again = chat.agent.ingest(said("t-1", "I like green tea. Is it raining?")).await.expect("is known");
    assert!(again.duplicate);
    assert_eq!(again.state, TurnState::Extracted);
    chat.world.seen_to(Due::Turns).await;
    assert_eq!(chat.statements().await.len(), 1);
    let row = rows(&chat.world.owner(&chat.mina)).await.remove(0);
    let detail = chat.world.owner(&chat.mina).open(&row.memory_id).await.expect("opens");
    let source = &detail.provenance[0];
    assert_eq!((source.event_id.as_str(), source.conversation_id.as_deref()), ("t-1", Some("c-1")));
    assert_eq!(source.span.as_deref(), Some("I like green tea."));
    assert_eq!(source.role, SourceRole::User);
    let extracted = audited(&chat.world, "turn.extract").await;
    assert_eq!(extracted, ["turn.extract ok kept=1 refused=1"]);
}

#[tokio::test]
async fn the_same_ids_with_other_words_are_refused_and_nothing_is_lost() {
    let chat = Chat::new().await;
    chat.says("t-1", "I like green tea.").await;
    let other = chat.agent.ingest(said("t-1", "I like black tea.")).await;
    assert!(refused_with(ErrorCode::IdempotencyKeyReused, &other));
    chat.world.seen_to(Due::Turns).await;
    assert_eq!(chat.statements().await, ["I like green tea."]);
}

#[tokio::test]
async fn without_consent_or_memory_no_text_is_kept() {
    let chat = Chat::new().await;
    chat.world.person("jin").await;
    let turn = IngestTurn { subject: "jin".into(), ..said("t-1", "I like green tea.") };
    assert!(refused_with(ErrorCode::ConsentRequired, &chat.agent.ingest(turn).await));
    let turn = IngestTurn { subject: "nobody".into(), ..said("t-1", "I like green tea.") };
    assert!(refused_with(ErrorCode::ConsentRequired, &chat.agent.ingest(turn).await));
    chat.deploy(RevisionSettings { memory: false, ..at_once() }).await;
    for refused in [
        chat.agent.ingest(said("t-2", "I like green tea.")).await.map(|_| ()),
        chat.agent.save(save_of("mina", "likes tea")).await.map(|_| ()),
        chat.agent.recall(domain::testing::ask_of("mina", "tea?")).await.map(|_| ()),
    ] {
        assert!(refused_with(ErrorCode::MemoryOff, &refused));
    }
    assert_eq!(kept_texts(&chat.world).await, (0, 0));
}

/// How many turns there are, and how many of them have a text.
async fn kept_texts(world: &World) -> (i64, i64) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(world.dir().join("gieok.db"));
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("opens");
    sqlx::query_as("SELECT count(*), count(content) FROM turn").fetch_one(&pool).await.expect("reads")
}

#[tokio::test]
async fn withdrawing_consent_or_deleting_everything_takes_what_waits() {
    let chat = Chat::new().await;
    chat.deploy(RevisionSettings { per_turn: false, ..at_once() }).await;
    let owner = chat.world.owner(&chat.mina);
    assert_eq!(chat.says("t-1", "I like green tea.").await, TurnState::Held);
    owner.set_consent(false, ConsentSource::MyPage).await.expect("withdraws");
    assert_eq!(kept_texts(&chat.world).await, (1, 0));
    owner.set_consent(true, ConsentSource::MyPage).await.expect("consents");
    chat.says("t-2", "I like black tea.").await;
    owner.delete_everything("delete everything", "a long enough password").await.expect("deletes");
    assert_eq!(kept_texts(&chat.world).await, (2, 0));
    chat.world.clock.advance(Duration::from_hours(24));
    chat.world.seen_to(Due::Nights).await;
    chat.world.seen_to(Due::Turns).await;
    assert!(chat.statements().await.is_empty());
}

#[tokio::test]
async fn the_night_takes_up_what_was_held_and_never_twice() {
    let chat = Chat::new().await;
    chat.deploy(RevisionSettings { per_turn: false, ..at_once() }).await;
    assert_eq!(chat.says("t-1", "I like green tea.").await, TurnState::Held);
    chat.world.seen_to(Due::Turns).await;
    assert!(chat.statements().await.is_empty(), "not before the night");
    // The clock stands at 13:30 in Seoul; half past three is fourteen hours later.
    chat.world.clock.advance(Duration::from_hours(13));
    chat.world.seen_to(Due::Nights).await;
    chat.world.seen_to(Due::Turns).await;
    assert!(chat.statements().await.is_empty(), "the night has not begun");
    let other = chat.world.beside().await;
    chat.world.clock.advance(Duration::from_hours(1));
    tokio::join!(chat.world.seen_to(Due::Nights), other.seen_to(Due::Nights));
    tokio::join!(chat.world.seen_to(Due::Turns), other.seen_to(Due::Turns));
    other.close().await;
    assert_eq!(chat.statements().await, ["I like green tea."]);
    assert_eq!(audited(&chat.world, "service.nightly").await, ["service.nightly ok turns=1"], "one process has it");
}

#[tokio::test]
async fn both_the_system_and_the_revision_have_to_allow_each_turn() {
    let chat = Chat::new().await;
    chat.set(|settings| settings.per_turn_extraction = false).await;
    assert_eq!(chat.says("t-1", "I like green tea.").await, TurnState::Held);
    chat.set(|settings| settings.per_turn_extraction = true).await;
    assert_eq!(chat.says("t-2", "I like black tea.").await, TurnState::Waiting);
    chat.deploy(RevisionSettings { per_turn: false, nightly: None, ..at_once() }).await;
    assert_eq!(chat.says("t-3", "I like white tea.").await, TurnState::Skipped);
    chat.world.seen_to(Due::Turns).await;
    assert_eq!(chat.statements().await, ["I like black tea."]);
    assert_eq!(kept_texts(&chat.world).await, (3, 1), "of the one that waits for the night");
}

#[tokio::test]
async fn too_many_that_wait_are_refused_and_the_rest_is_kept() {
    let chat = Chat::new().await;
    chat.deploy(RevisionSettings { per_turn: false, ..at_once() }).await;
    chat.set(|settings| settings.waiting_turns = 2).await;
    for turn in ["t-1", "t-2"] {
        chat.says(turn, "I like green tea.").await;
    }
    assert!(refused_with(ErrorCode::Backlog, &chat.agent.ingest(said("t-3", "I like tea.")).await));
    let known = chat.agent.ingest(said("t-2", "I like green tea.")).await.expect("one that is there is no more");
    assert!(known.duplicate);
    chat.set(|settings| settings.calls_per_minute = 1).await;
    assert!(chat.agent.recall(domain::testing::ask_of("mina", "tea?")).await.is_ok());
    let refused = chat.agent.recall(domain::testing::ask_of("mina", "tea?")).await;
    assert!(refused_with(ErrorCode::RateLimited, &refused.map(|_| ())));
}

#[tokio::test]
async fn under_review_what_is_said_waits_and_what_contradicts_names_its_target() {
    let chat = Chat::new().await;
    chat.says("t-1", "I live in Seoul with my cat.").await;
    chat.world.seen_to(Due::Turns).await;
    chat.deploy(RevisionSettings { approval: ApprovalPolicy::All, ..at_once() }).await;
    chat.world.clock.advance(Duration::from_hours(1));
    chat.says("t-2", "I live in Busan with my cat.").await;
    chat.world.seen_to(Due::Turns).await;
    let rows = rows(&chat.world.owner(&chat.mina)).await;
    let of = |status| rows.iter().filter(|row| row.status == status).count();
    assert_eq!((of(Status::Active), of(Status::Candidate)), (1, 1));
    let jiho = chat.world.staff("jiho", Role::Reviewer).await;
    let desk = chat.world.desks().reviewer(&jiho).await.expect("reviews");
    let queue = desk.list(&contract::review::ListCandidates::default()).await.expect("reads").items;
    assert_eq!(queue[0].proposal.action, contract::review::ReconcileAction::Replace);
}

#[tokio::test]
async fn what_is_said_anew_takes_the_place_of_what_was_said() {
    let chat = Chat::new().await;
    chat.says("t-1", "I live in Seoul with my cat.").await;
    chat.world.seen_to(Due::Turns).await;
    chat.world.clock.advance(Duration::from_hours(1));
    chat.says("t-2", "I live in Busan with my cat.").await;
    chat.says("t-3", "I live in Busan with my cat.").await;
    chat.world.seen_to(Due::Turns).await;
    let owner = chat.world.owner(&chat.mina);
    let active: Vec<_> = rows(&owner).await.into_iter().filter(|row| row.status == Status::Active).collect();
    assert_eq!(active.len(), 1);
    let detail = owner.open(&active[0].memory_id).await.expect("opens");
    assert_eq!(detail.memory.statement, "I live in Busan with my cat.");
    let events: Vec<_> = detail.provenance.iter().map(|source| source.event_id.as_str()).collect();
    assert_eq!(events, ["t-2", "t-3"], "the evidence of both");
}

#[tokio::test]
async fn what_a_person_has_deleted_does_not_come_back_by_a_turn() {
    let chat = Chat::new().await;
    chat.says("t-1", "I like green tea.").await;
    chat.world.seen_to(Due::Turns).await;
    let owner = chat.world.owner(&chat.mina);
    let row = rows(&owner).await.remove(0);
    let version = owner.open(&row.memory_id).await.expect("opens").version;
    let chosen = contract::ChosenMemory { memory_id: row.memory_id, version };
    owner.delete(contract::DeleteMemories::Chosen(vec![chosen])).await.expect("deletes");
    chat.says("t-2", "I like green tea.").await;
    chat.world.seen_to(Due::Turns).await;
    assert!(chat.statements().await.is_empty());
    let desk = chat.world.desks();
    let actor = Actor { tenant: contract::TenantId::default_tenant(), principal: Principal::Operator };
    let detail = desk.services(&actor).await.expect("manages").service(&chat.key.service).await.expect("reads");
    let refusals: Vec<_> = detail.refusals.iter().map(|count| (count.refusal.as_str(), count.count)).collect();
    assert_eq!(refusals, [("deleted_by_owner", 1)]);
    assert_eq!(detail.usage.turns, 2);
}

/// An extractor over the network, as far as the worker sees one: it does not answer until it is switched on.
#[derive(Default)]
struct Unsteady {
    is_up: AtomicBool,
    asked: AtomicUsize,
}

impl Extractor for Unsteady {
    fn id(&self) -> String {
        "unsteady".to_owned()
    }

    fn extract<'a>(&'a self, turn: &'a Turn) -> Extracting<'a> {
        Box::pin(async move {
            self.asked.fetch_add(1, Ordering::SeqCst);
            if !self.is_up.load(Ordering::SeqCst) {
                return Err(ExtractFailure::Unreachable("it is down".to_owned()));
            }
            let text = &turn.messages[0].text;
            let of = |span: &str, kind, confidence| Proposal {
                message: 0,
                span: span.to_owned(),
                statement: span.to_owned(),
                kind,
                fact: None,
                entities: Vec::new(),
                confidence,
                sensitivity: Sensitivity::Normal,
                valid_from: None,
                valid_to: None,
                ends: false,
            };
            let proposals = vec![
                of(text, contract::Kind::Preference, 0.9),
                of("I want ads", contract::Kind::Preference, 1.0),
                Proposal { message: 9, ..of(text, contract::Kind::Rule, 1.0) },
            ];
            let effort = Effort { calls: 1, prompt_tokens: 120, completion_tokens: 30, embedded_tokens: 0 };
            Ok(Extracted { proposals, effort })
        })
    }
}

#[tokio::test]
async fn an_extractor_that_is_down_puts_a_turn_off_and_the_night_tries_again() {
    let far = Arc::new(Unsteady::default());
    let chat =
        Chat::in_world(World::with_extractors(vec![("far".to_owned(), Arc::clone(&far) as Arc<dyn Extractor>)]).await)
            .await;
    chat.deploy(RevisionSettings { extractor: "far".into(), cost: CostBearer::User, ..at_once() }).await;
    chat.says("t-1", "I like green tea.").await;
    for _ in 0..8 {
        chat.world.seen_to(Due::Turns).await;
        chat.world.clock.advance(Duration::from_mins(10));
    }
    assert_eq!(far.asked.load(Ordering::SeqCst), 5, "then it is left to the night");
    assert_eq!(audited(&chat.world, "turn.extract").await, ["turn.extract failed"]);
    far.is_up.store(true, Ordering::SeqCst);
    chat.world.clock.advance(Duration::from_hours(24));
    chat.world.seen_to(Due::Nights).await;
    chat.world.seen_to(Due::Turns).await;
    assert_eq!(chat.statements().await, ["I like green tea."]);
    let actor = Actor { tenant: contract::TenantId::default_tenant(), principal: Principal::Operator };
    let desk = chat.world.desks().services(&actor).await.expect("manages");
    let detail = desk.service(&chat.key.service).await.expect("reads");
    let refused: Vec<_> = detail.refusals.iter().map(|count| (count.refusal, count.count)).collect();
    assert_eq!(refused, [(contract::Refusal::NotLiteral, 2)], "invented words, and a message that is not there");
    assert_eq!((detail.usage.calls, detail.usage.prompt_tokens), (1, 120));
    let mine = &detail.usage_by_person[0];
    assert_eq!((mine.user_id.as_ref(), mine.usage.completion_tokens), (Some(&chat.mina), 30), "as the revision says");
}

/// An extractor that takes all that is said to be sensitive once it is asked a second time, and counts wildly.
#[derive(Default)]
struct Careful {
    asked: AtomicUsize,
}

impl Extractor for Careful {
    fn id(&self) -> String {
        "careful".to_owned()
    }

    fn extract<'a>(&'a self, turn: &'a Turn) -> Extracting<'a> {
        Box::pin(async move {
            let is_first = self.asked.fetch_add(1, Ordering::SeqCst) == 0;
            let text = &turn.messages[0].text;
            let proposals = vec![Proposal {
                message: 0,
                span: text.clone(),
                statement: text.clone(),
                kind: contract::Kind::Profile,
                fact: None,
                entities: Vec::new(),
                confidence: 0.9,
                sensitivity: if is_first { Sensitivity::Normal } else { Sensitivity::Restricted },
                valid_from: None,
                valid_to: None,
                ends: false,
            }];
            Ok(Extracted { proposals, effort: Effort { calls: 1, prompt_tokens: u64::MAX, ..Effort::default() } })
        })
    }
}

#[tokio::test]
async fn what_is_said_again_as_sensitive_is_hidden_also_in_other_words_and_no_count_breaks_the_sums() {
    let careful = Arc::new(Careful::default()) as Arc<dyn Extractor>;
    let chat = Chat::in_world(World::with_extractors(vec![("careful".to_owned(), careful)]).await).await;
    chat.deploy(RevisionSettings { extractor: "careful".into(), ..at_once() }).await;
    chat.says("t-1", "I'm vegetarian.").await;
    chat.world.seen_to(Due::Turns).await;
    let owner = chat.world.owner(&chat.mina);
    assert_eq!(rows(&owner).await[0].sensitivity, Sensitivity::Normal);
    chat.world.clock.advance(Duration::from_hours(1));
    chat.says("t-2", "I'm a vegetarian.").await;
    chat.world.seen_to(Due::Turns).await;
    let found = rows(&owner).await;
    assert_eq!(found.len(), 1, "it joined");
    assert_eq!(found[0].sensitivity, Sensitivity::Restricted);
    let actor = Actor { tenant: contract::TenantId::default_tenant(), principal: Principal::Operator };
    let desk = chat.world.desks().services(&actor).await.expect("manages");
    let usage = desk.service(&chat.key.service).await.expect("reads").usage;
    assert_eq!((usage.turns, usage.calls), (2, 2));
}
