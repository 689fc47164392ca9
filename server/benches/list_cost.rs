//! What My Page costs with many memories: `cargo bench -p server --bench list_cost`.
//!
//! A person with 100 memories and one with 10,000 open the first page of their lists in turn, rendered by a real server
//! and asked for over HTTP, under every filter and every order. Each filter has a small person of its own, all of whose
//! memories match it, so that both pages show equally many rows (or none): what differs is how many others there are.
//! Prints medians and, for each address, the ratio of the two in the same run: the ratios are the figure; the times
//! depend on the machine. Search by text decrypts row by row and is told apart.

use contract::{
    ConsentSource, IndexState, Kind, ListMemories, Role, SaveMemory, Scope, Sensitivity, SortBy, SortOrder, Standing,
    Tab, TenantId, UserId,
};
use domain::desks::{AdminDesk, Desks, ImportMemory, ImportOutcome, NewKey, NewUser};
use domain::index::WriterWrap;
use domain::kernel::{Actor, Embedder, OsRng, Principal, SystemClock};
use domain::testing::BigramEmbedder;
use server::config::Config;
use server::lifecycle::{Parts, Running, start};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

const FEW: usize = 100;
const MANY: usize = 10_000;
const ROUNDS: usize = 31;
const BATCH: usize = 500;
const PASSWORD: &str = "measured on this machine";

/// Somebody signed in.
struct Person {
    cookie: String,
}

/// What all memories of a person have in common; what is not said is spread evenly.
#[derive(Clone, Copy, Default)]
struct Alike {
    kind: Option<Kind>,
    sensitivity: Option<Sensitivity>,
    tab: Option<Tab>,
}

impl Alike {
    /// Memories that all match the request, if any memory of this bench can.
    fn matching(request: &ListMemories) -> Self {
        let by_index = request.index_state.and_then(|state| match state {
            IndexState::Indexed => Some(Sensitivity::Normal),
            IndexState::Excluded => Some(Sensitivity::Pii),
            _ => None,
        });
        Self { kind: request.kind, sensitivity: request.sensitivity.or(by_index), tab: Some(request.tab) }
    }

    /// How many of this many memories belong to a service.
    fn of_service(self, count: usize) -> usize {
        match self.tab {
            Some(Tab::Personal) => 0,
            Some(Tab::Service) => count,
            Some(Tab::All) | None => count / 50,
        }
    }
}

fn memory(subject: &str, number: usize, alike: Alike) -> ImportMemory {
    let spread = Sensitivity::ALL[number % Sensitivity::ALL.len()];
    ImportMemory {
        subject: subject.to_owned(),
        statement: format!("기억 {number}: the {number}th thing worth keeping about a person who says many things"),
        kind: alike.kind.unwrap_or(Kind::ALL[number % Kind::ALL.len()]),
        sensitivity: Some(alike.sensitivity.unwrap_or(spread).to_string()),
        recorded_at: None,
        sources: vec![format!("event-{number}")],
    }
}

async fn fill(desks: &Desks, admin: &AdminDesk, key: &NewKey, name: &str, count: usize, alike: Alike) {
    let user = NewUser {
        email: format!("{name}@example.com"),
        password: PASSWORD.to_owned(),
        role: Role::User,
        external_id: Some(name.to_owned()),
    };
    let user: UserId = admin.add_user(user).await.expect("is new");
    let actor = Actor { tenant: TenantId::default_tenant(), principal: Principal::Person { user, role: Role::User } };
    let owner = desks.owner(&actor).expect("a person");
    owner.set_consent(true, ConsentSource::Rest).await.expect("switches");
    let of_service = alike.of_service(count);
    for start in (of_service..count).step_by(BATCH) {
        let batch = (start..count.min(start + BATCH)).map(|number| memory(name, number, alike)).collect();
        let outcomes = admin.import(batch).await.expect("imports");
        assert!(outcomes.iter().all(|outcome| matches!(outcome, ImportOutcome::Stored(_))));
    }
    let service = desks.front().key_holder(&key.secret).await.expect("reads").expect("holds");
    let agent = desks.agent(&service).expect("a service");
    for number in 0..of_service {
        let ImportMemory { subject, statement, kind, .. } = memory(name, number, alike);
        let mut save: SaveMemory =
            serde_json::from_value(serde_json::json!({ "subject": subject, "statement": statement, "kind": kind }))
                .expect("a save");
        save.scope = Some(Scope::Service(key.service.clone()));
        agent.save(save).await.expect("saves");
    }
    while admin.index_backlog().await.expect("reads") > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn sign_in(http: &reqwest::Client, server: &str, name: &str) -> Person {
    let body = format!("email={name}%40example.com&password={}", PASSWORD.replace(' ', "+"));
    let request = http
        .post(format!("{server}/ui/sign-in"))
        .header("sec-fetch-site", "same-origin")
        .header("accept", "application/json")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body);
    let answer = request.send().await.expect("answers");
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").split(';').next().expect("a pair").to_owned();
    Person { cookie }
}

async fn page(http: &reqwest::Client, address: &str, person: &Person) -> Duration {
    let started = Instant::now();
    let answer = http.get(address).header("cookie", &person.cookie).send().await.expect("answers");
    assert_eq!(answer.status(), 200, "{address}");
    let body = answer.text().await.expect("a page");
    let took = started.elapsed();
    assert!(body.contains("</html>"), "{address}");
    took
}

/// The first page under every filter and every order.
fn requests() -> Vec<ListMemories> {
    let list = ListMemories::default;
    let mut requests = vec![list()];
    requests.extend(Tab::ALL.iter().map(|&tab| ListMemories { tab, ..list() }));
    requests.extend(Kind::ALL.iter().map(|&kind| ListMemories { kind: Some(kind), ..list() }));
    requests.extend(Standing::ALL.iter().map(|&standing| ListMemories { standing: Some(standing), ..list() }));
    requests.extend(IndexState::ALL.iter().map(|&state| ListMemories { index_state: Some(state), ..list() }));
    requests.extend(Sensitivity::ALL.iter().map(|&degree| ListMemories { sensitivity: Some(degree), ..list() }));
    for &sort in SortBy::ALL {
        requests.extend(SortOrder::ALL.iter().map(|&order| ListMemories { sort, order, ..list() }));
    }
    requests
}

fn address(request: &ListMemories) -> String {
    let value = serde_json::to_value(request).expect("JSON");
    let fields = value.as_object().expect("an object").iter();
    let told = fields.filter_map(|(name, value)| Some(format!("{name}={}", value.as_str()?)));
    format!("/me?{}", told.collect::<Vec<_>>().join("&"))
}

fn median(mut durations: Vec<Duration>) -> Duration {
    durations.sort_unstable();
    durations[durations.len() / 2]
}

/// The medians for few and for many, asked in turn.
async fn compare(http: &reqwest::Client, server: &str, path: &str, people: [&Person; 2]) -> [Duration; 2] {
    let address = format!("{server}{path}");
    let mut took = [Vec::new(), Vec::new()];
    for round in 0..=ROUNDS {
        for (person, took) in people.iter().zip(&mut took) {
            let duration = page(http, &address, person).await;
            // The first of each warms what can be warmed.
            if round > 0 {
                took.push(duration);
            }
        }
    }
    took.map(median)
}

async fn start_server(dir: &std::path::Path) -> Running {
    let mut config = Config::default();
    config.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    config.server.site = dir.join("site");
    config.data.dir = dir.join("data");
    config.login.burst_per_address = NonZeroU32::MAX;
    config.passwords.memory_kib = 7_168;
    config.passwords.iterations = 1;
    let embedder: Arc<dyn Embedder> = Arc::new(BigramEmbedder);
    let parts = Parts {
        config,
        clock: Arc::new(SystemClock),
        rng: Arc::new(OsRng),
        embedder,
        is_demo: false,
        index_writer: WriterWrap::default(),
    };
    start(parts).await.expect("starts")
}

async fn run() {
    let dir = tempfile::tempdir().expect("a folder for temporary files");
    let running = start_server(dir.path()).await;
    let desks = running.desks();
    let operator = Actor { tenant: TenantId::default_tenant(), principal: Principal::Operator };
    let admin = desks.admin(&operator).expect("an operator administers");
    let key = admin.create_key("bench").await.expect("a key");
    fill(&desks, &admin, &key, "many", MANY, Alike::default()).await;
    let (http, server) = (reqwest::Client::new(), running.url());
    let many = sign_in(&http, &server, "many").await;
    let mut worst = (0.0_f64, Duration::ZERO);
    println!("{:<60} {:>10} {:>10} {:>6}", "first page", FEW, MANY, "ratio");
    for (number, request) in requests().iter().enumerate() {
        let name = format!("few-{number}");
        fill(&desks, &admin, &key, &name, FEW, Alike::matching(request)).await;
        let (few, path) = (sign_in(&http, &server, &name).await, address(request));
        let [with_few, with_many] = compare(&http, &server, &path, [&few, &many]).await;
        let ratio = with_many.as_secs_f64() / with_few.as_secs_f64();
        worst = (worst.0.max(ratio), worst.1.max(with_many));
        println!("{path:<60} {with_few:>10.2?} {with_many:>10.2?} {ratio:>6.2}");
    }
    println!("worst ratio {:.2}, slowest median with {MANY} memories {:.2?}", worst.0, worst.1);
    fill(&desks, &admin, &key, "few", FEW, Alike::default()).await;
    let few = sign_in(&http, &server, "few").await;
    for words in ["기억", "nowhere to be found"] {
        let path = format!("/me?q={}", words.replace(' ', "+"));
        let [with_few, with_many] = compare(&http, &server, &path, [&few, &many]).await;
        println!("search for {words:?}: {with_few:.2?} with {FEW}, {with_many:.2?} with {MANY}");
    }
    running.stop().await;
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(run());
}
