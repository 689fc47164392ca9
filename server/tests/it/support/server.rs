//! A real server in this process.

use super::{Anonymous, PASSWORD, Person, Service};
use contract::{Role, TenantId, UserId};
use domain::desks::{AdminDesk, NewUser};
use domain::kernel::{Actor, EmbedFailure, Embedded, Embedder, OsRng, Principal, TextRole};
use domain::testing::{Faults, MockClock};
use server::config::{Config, Login};
use server::embedder::LocalEmbedder;
use server::lifecycle::{Parts, Running, start};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tempfile::TempDir;

/// A running server with a data folder and a clock of its own.
pub struct TestServer {
    running: Running,
    clock: Arc<MockClock>,
    model: Arc<Breakable>,
    faults: Arc<Faults>,
    data: TempDir,
}

/// One entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Audited {
    /// What kind of actor.
    pub actor_kind: String,
    /// What was done.
    pub action: String,
    /// How it ended.
    pub outcome: String,
    /// To whose memories.
    pub subject_id: Option<String>,
    /// To which of them.
    pub object_id: Option<String>,
}

/// A number for a setting that must not be zero.
pub fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

/// The real model, loaded once for all tests of the process.
pub fn embedder() -> Arc<dyn Embedder> {
    static MODEL: OnceLock<Arc<LocalEmbedder>> = OnceLock::new();
    MODEL.get_or_init(|| Arc::new(LocalEmbedder::load(&model_dir(), 256).unwrap())).clone()
}

/// The folder of the real model.
pub fn model_dir() -> PathBuf {
    let ours = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.model/multilingual-e5-small");
    std::env::var_os("GIEOK_MODEL_DIR").map_or(ours, PathBuf::from)
}

/// The real model, until a test breaks it.
struct Breakable {
    model: Arc<dyn Embedder>,
    is_broken: AtomicBool,
}

impl Embedder for Breakable {
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
        if self.is_broken.load(Ordering::Relaxed) {
            return Box::pin(async { Err(EmbedFailure::Failed("broken by a test".to_owned())) });
        }
        self.model.embed(role, texts)
    }
}

/// A clock that tests move.
pub fn mock_clock() -> Arc<MockClock> {
    Arc::new(MockClock::default())
}

impl TestServer {
    /// A server as configured by default, but for hashes that are cheap and login limits that do not get in the way.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// The same, with further settings.
    pub async fn with(configure: impl FnOnce(&mut Config)) -> Self {
        Self::build(configure, false).await
    }

    /// A demo.
    pub async fn demo() -> Self {
        Self::build(|_| {}, true).await
    }

    async fn build(configure: impl FnOnce(&mut Config), is_demo: bool) -> Self {
        let data = TempDir::new().unwrap();
        let mut config = Config::default();
        config.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
        config.server.site = data.path().join("site");
        config.data.dir = data.path().join("data");
        config.passwords.memory_kib = 7_168;
        config.passwords.iterations = 1;
        let plenty = count(1_000);
        config.login =
            Login { burst_per_address: plenty, per_minute_per_address: plenty, per_hour_per_account: plenty };
        configure(&mut config);
        let clock = mock_clock();
        let model = Arc::new(Breakable { model: embedder(), is_broken: AtomicBool::new(false) });
        let faults = Arc::<Faults>::default();
        let (rng, index_writer) = (Arc::new(OsRng), faults.wrap());
        let parts = Parts { config, clock: clock.clone(), rng, embedder: model.clone(), index_writer, is_demo };
        let running = start(parts).await.unwrap();
        Self { running, clock, model, faults, data }
    }

    /// The entries of the audit log with that action, in order.
    pub async fn audited(&self, action: &str) -> Vec<Audited> {
        let file = self.data.path().join("data/gieok.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true);
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        let text =
            "SELECT actor_kind, action, outcome, subject_id, object_id FROM audit_log WHERE action = ? ORDER BY seq";
        let rows = sqlx::query_as(text).bind(action).fetch_all(&pool).await.unwrap();
        pool.close().await;
        rows
    }

    /// Stops it, as a service manager does.
    pub async fn stop(self) {
        self.running.stop().await;
    }

    /// Moves the clock.
    pub fn advance(&self, by: Duration) {
        self.clock.advance(by);
    }

    /// Makes every embedding fail from now on.
    pub fn break_model(&self) {
        self.model.is_broken.store(true, Ordering::Relaxed);
    }

    /// The faults before the index's writer.
    pub fn index(&self) -> &Faults {
        &self.faults
    }

    /// `127.0.0.1:PORT`.
    pub fn host(&self) -> String {
        self.running.address().to_string()
    }

    /// The running server.
    pub fn running(&self) -> &Running {
        &self.running
    }

    /// Somebody whom the server does not know.
    pub fn anonymous(&self) -> Anonymous {
        Anonymous::new(self.host())
    }

    /// The operator's desk in `tenant`; other tenants than `default` are made on the way.
    pub async fn admin(&self, tenant: &str) -> AdminDesk {
        let desk = |tenant: &TenantId| {
            let actor = Actor { tenant: tenant.clone(), principal: Principal::Operator };
            self.running.desks().admin(&actor).unwrap()
        };
        let tenant: TenantId = tenant.parse().unwrap();
        if tenant != TenantId::default_tenant() {
            // There already, after the first time.
            let _ = desk(&TenantId::default_tenant()).add_tenant(&tenant).await;
        }
        desk(&tenant)
    }

    /// Makes an account `NAME@example.com`, known to services as `NAME`.
    pub async fn account(&self, name: &str, role: Role, tenant: &str) -> UserId {
        let user = NewUser {
            email: format!("{name}@example.com"),
            password: PASSWORD.to_owned(),
            role,
            external_id: Some(name.to_owned()),
        };
        self.admin(tenant).await.add_user(user).await.unwrap()
    }

    /// A person with a new account, signed in.
    pub async fn person(&self, name: &str) -> Person {
        self.person_as(name, Role::User, "default").await
    }

    /// A person with a new account of that role and tenant, signed in.
    pub async fn person_as(&self, name: &str, role: Role, tenant: &str) -> Person {
        let id = self.account(name, role, tenant).await;
        Person::sign_in(self.host(), id, &format!("{name}@example.com")).await
    }

    /// A person who has switched memory on.
    pub async fn remembered(&self, name: &str) -> Person {
        let person = self.person(name).await;
        person.consent(true).await;
        person
    }

    /// A chat service of the default tenant, with a new key.
    pub async fn service(&self, name: &str) -> Service {
        self.service_in(name, "default").await
    }

    /// A chat service of `tenant`, with a new key.
    pub async fn service_in(&self, name: &str, tenant: &str) -> Service {
        let key = self.admin(tenant).await.create_key(name).await.unwrap();
        Service::new(self.host(), key)
    }
}
