//! What a recall costs in a large install: `cargo bench -p server --bench recall_cost`.
//!
//! One person with 1,000 memories in a store of 100,000 asks 200 questions through the real path. The others' vectors are
//! random (seeded); the measured person's are the model's. Prints medians and the ratio of search and re-check to the
//! embedding in the same run: that ratio is the figure; the times depend on the machine.

use contract::{Kind, RecallRequest, TenantId};
use domain::desks::{AdminDesk, ImportMemory, ImportOutcome, Options, Runtime};
use domain::kernel::{Actor, Embedded, Embedder, Embedding, OsRng, Principal, SystemClock, TextRole};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use server::embedder::LocalEmbedder;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const OTHERS: usize = 99;
const MEMORIES_EACH: usize = 1_000;
const QUESTIONS: usize = 200;
const BATCH: usize = 500;
/// Marks statements that get a random vector.
const FILLER: &str = "Filler:";

const WHO: [&str; 10] = ["지민", "Alex", "팀장님", "my sister", "김대리", "the vendor", "Mina", "동료", "Jin", "고객"];
const DOES: [&str; 10] = [
    "월요일 회의를 선호한다",
    "prefers short answers",
    "서울역 근처에서 일한다",
    "reviews code in the morning",
    "보고서를 금요일까지 낸다",
    "likes jasmine tea",
    "출장을 자주 간다",
    "uses Python for scripts",
    "점심을 늦게 먹는다",
    "keeps notes in markdown",
];

/// The model, but random vectors for filler.
struct BenchEmbedder {
    model: LocalEmbedder,
    random: Mutex<ChaCha8Rng>,
}

impl BenchEmbedder {
    fn random_vector(&self) -> Embedding {
        let mut rng = self.random.lock().expect("one thread");
        let raw: Vec<f32> =
            (0..self.model.dimensions()).map(|_| (rng.next_u32() as f32 / u32::MAX as f32) - 0.5).collect();
        let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
        Embedding { model: self.model_id(), values: raw.iter().map(|x| x / length).collect() }
    }
}

impl Embedder for BenchEmbedder {
    fn model_id(&self) -> Arc<str> {
        self.model.model_id()
    }

    fn dimensions(&self) -> usize {
        self.model.dimensions()
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.model.count_tokens(text)
    }

    fn embed(&self, role: TextRole, texts: Vec<String>) -> Embedded<'_> {
        if texts.iter().all(|text| text.starts_with(FILLER)) {
            return Box::pin(async move { Ok(texts.iter().map(|_| self.random_vector()).collect()) });
        }
        self.model.embed(role, texts)
    }
}

fn memory(subject: &str, statement: String) -> ImportMemory {
    ImportMemory {
        subject: subject.to_owned(),
        statement,
        kind: Kind::Fact,
        sensitivity: Some("normal".to_owned()),
        recorded_at: None,
        sources: Vec::new(),
    }
}

async fn store(admin: &AdminDesk, subject: &str, prefix: &str) {
    let statement = |n: usize| format!("{prefix}{} {} ({n})", WHO[n % 10], DOES[(n / 10) % 10]);
    for start in (0..MEMORIES_EACH).step_by(BATCH) {
        let batch = (start..start + BATCH).map(|n| memory(subject, statement(n))).collect();
        let outcomes = admin.import(batch).await.expect("imports");
        assert!(outcomes.iter().all(|outcome| matches!(outcome, ImportOutcome::Stored(_))));
    }
}

async fn settle(admin: &AdminDesk) {
    while admin.index_backlog().await.expect("reads") > 0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn median(mut durations: Vec<Duration>) -> Duration {
    durations.sort_unstable();
    durations[durations.len() / 2]
}

fn resident_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

fn print_resident(when: &str) {
    if let Some(megabytes) = resident_mb() {
        println!("resident memory {when}: {megabytes} MB");
    }
}

fn model_dir() -> PathBuf {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.model/multilingual-e5-small"));
    std::env::var_os("GIEOK_MODEL_DIR").map_or_else(default, PathBuf::from)
}

fn open_embedder() -> Arc<dyn Embedder> {
    let model = LocalEmbedder::load(&model_dir(), 64).expect("the model loads: run `make model`");
    Arc::new(BenchEmbedder { model, random: Mutex::new(ChaCha8Rng::seed_from_u64(7)) })
}

async fn open(dir: &std::path::Path) -> Runtime {
    Runtime::open(Options::in_dir(dir), Arc::new(SystemClock), Arc::new(OsRng), Some(open_embedder()))
        .await
        .expect("opens")
}

async fn fill(dir: &std::path::Path) -> String {
    let runtime = open(dir).await;
    let operator = Actor { tenant: TenantId::default_tenant(), principal: Principal::Operator };
    let admin = runtime.desks().admin(&operator).expect("an operator administers");
    let started = Instant::now();
    store(&admin, "measured", "").await;
    settle(&admin).await;
    for other in 0..OTHERS {
        store(&admin, &format!("other-{other}"), FILLER).await;
    }
    settle(&admin).await;
    println!("stored and indexed {} memories in {:.0?}", (OTHERS + 1) * MEMORIES_EACH, started.elapsed());
    let secret = admin.create_key("bench").await.expect("a key").secret;
    runtime.close().await;
    secret
}

async fn measure(dir: &std::path::Path, secret: &str) {
    let runtime = open(dir).await;
    print_resident("with 100,000 memories, just opened");
    let actor = runtime.desks().front().key_holder(secret).await.expect("reads").expect("the key holds");
    let agent = runtime.desks().agent(&actor).expect("a service serves");
    let (mut embed, mut search, mut recheck, mut total) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for n in 0..QUESTIONS {
        let query = format!("{} 언제 무엇을 선호하나요? what about {n}", WHO[n % 10]);
        let request =
            RecallRequest { subject: "measured".to_owned(), query, scopes: None, top_k: Some(8), threshold: None };
        let outcome = agent.recall(request).await.expect("recalls");
        assert_eq!(outcome.answer.memories.len(), 8);
        embed.push(outcome.timings.embed);
        search.push(outcome.timings.search);
        recheck.push(outcome.timings.recheck);
        total.push(outcome.timings.total);
    }
    let [embed, search, recheck, total] = [embed, search, recheck, total].map(median);
    println!(
        "median of {QUESTIONS} recalls: embed {embed:.2?}, search {search:.2?}, re-check {recheck:.2?}, total {total:.2?}"
    );
    let ratio = (search + recheck).as_secs_f64() / embed.as_secs_f64();
    println!("(search + re-check) / embed = {ratio:.2}");
    print_resident("after the questions");
    runtime.close().await;
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let dir = tempfile::tempdir().expect("a folder for temporary files");
    runtime.block_on(async {
        let secret = fill(dir.path()).await;
        measure(dir.path(), &secret).await;
    });
}
