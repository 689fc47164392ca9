//! An install for a test.

use super::{Faults, SwitchedEmbedder, TestModels};
use crate::desks::{AdminDesk, AgentDesk, Due};
use crate::desks::{Desks, NewKey, NewUser, OpenError, Options, OwnerDesk, PasswordCost, Runtime};
use crate::extraction::NamedExtractor;
use crate::kernel::{Actor, Clock, Principal, Rng};
use contract::{ConsentSource, Kind, RecallRequest, Role, SaveMemory, TenantId, Timestamp, UserId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// 2026-07-16T04:30:00Z.
const START: i64 = 1_784_176_200_000_000;

/// A clock that stands still until it is moved.
pub struct MockClock(AtomicI64);

impl Default for MockClock {
    fn default() -> Self {
        Self(AtomicI64::new(START))
    }
}

impl MockClock {
    /// Moves the clock on.
    pub fn advance(&self, duration: Duration) {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        self.0.fetch_add(micros, Ordering::SeqCst);
    }
}

impl Clock for MockClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.0.load(Ordering::SeqCst)).expect("tests stay within the years 0 to 9999")
    }
}

/// Randomness that repeats from its seed.
pub struct SeededRng(Mutex<ChaCha8Rng>);

impl SeededRng {
    /// The sequence of that seed.
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(ChaCha8Rng::seed_from_u64(seed)))
    }
}

impl Rng for SeededRng {
    fn fill(&self, bytes: &mut [u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(bytes);
    }
}

/// An install with its moving parts in hand.
pub struct World {
    /// The clock.
    pub clock: Arc<MockClock>,
    /// The model.
    pub embedder: Arc<SwitchedEmbedder>,
    /// What goes wrong between the desks and the index.
    pub faults: Arc<Faults>,
    extractors: Vec<NamedExtractor>,
    rng: Arc<SeededRng>,
    runtime: Option<Runtime>,
    folder: TempDir,
}

impl World {
    /// A new install.
    ///
    /// # Panics
    /// If it does not open.
    pub async fn new() -> Self {
        Self::with_extractors(Vec::new()).await
    }

    /// A new install with these extractors beside the local one.
    ///
    /// # Panics
    /// If it does not open.
    pub async fn with_extractors(extractors: Vec<NamedExtractor>) -> Self {
        let mut world = Self {
            extractors,
            clock: Arc::default(),
            embedder: Arc::default(),
            faults: Arc::default(),
            rng: Arc::new(SeededRng::new(1)),
            runtime: None,
            folder: tempfile::tempdir().expect("a folder for temporary files"),
        };
        world.open().await.expect("a new install opens");
        world
    }

    /// What the install is opened with: cheap password hashes, little patience, faults before the index; the rest as by
    /// default.
    pub fn options(&self) -> Options {
        Options {
            passwords: PasswordCost { memory_kib: 64, iterations: 1, parallelism: 1 },
            patience: Duration::from_secs(2),
            extractors: self.extractors.clone(),
            models: Some(Arc::new(TestModels)),
            index_writer: self.faults.wrap(),
            ..Options::in_dir(self.dir())
        }
    }

    /// The data folder.
    pub fn dir(&self) -> &Path {
        self.folder.path()
    }

    /// A second process on the same folder.
    ///
    /// # Panics
    /// If it does not open.
    pub async fn beside(&self) -> Runtime {
        self.open_runtime().await.expect("a second process opens the folder")
    }

    async fn open_runtime(&self) -> Result<Runtime, OpenError> {
        let clock = Arc::clone(&self.clock) as Arc<dyn Clock>;
        let rng = Arc::clone(&self.rng) as Arc<dyn Rng>;
        let embedder = Arc::clone(&self.embedder) as Arc<dyn crate::kernel::Embedder>;
        Runtime::open(self.options(), clock, rng, Some(embedder)).await
    }

    /// Closes the install, as a clean stop does.
    pub async fn close(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.close().await;
        }
    }

    /// Opens the install again.
    ///
    /// # Errors
    /// [`OpenError`].
    pub async fn open(&mut self) -> Result<(), OpenError> {
        let runtime = self.open_runtime().await?;
        self.runtime = Some(runtime);
        Ok(())
    }

    /// Closes and opens.
    ///
    /// # Panics
    /// If it does not open.
    pub async fn restart(&mut self) {
        self.close().await;
        self.open().await.expect("the install opens again");
    }

    /// Waits until the background work has seen to what is due now.
    pub async fn seen_to(&self, due: Due) {
        if let Some(runtime) = &self.runtime {
            runtime.seen_to(due).await;
        }
    }

    /// The desks of the open install.
    ///
    /// # Panics
    /// If it is closed.
    pub fn desks(&self) -> Desks {
        self.runtime.as_ref().expect("the install is open").desks()
    }

    /// The operator's desk for a tenant.
    ///
    /// # Panics
    /// Never: an operator has this desk.
    pub fn admin(&self, tenant: &TenantId) -> AdminDesk {
        let actor = Actor { tenant: tenant.clone(), principal: Principal::Operator };
        self.desks().admin(&actor).expect("an operator administers")
    }

    /// Makes a person of the default tenant; the external id is the name.
    ///
    /// # Panics
    /// If the person exists.
    pub async fn person(&self, name: &str) -> UserId {
        self.person_of(&TenantId::default_tenant(), name).await
    }

    /// Makes a person of a tenant; the external id is the name.
    ///
    /// # Panics
    /// If the person exists, or the tenant does not.
    pub async fn person_of(&self, tenant: &TenantId, name: &str) -> UserId {
        let user = NewUser {
            email: format!("{name}@{tenant}.example"),
            password: "a long enough password".to_owned(),
            role: Role::User,
            external_id: Some(name.to_owned()),
        };
        self.admin(tenant).add_user(user).await.expect("the person is new")
    }

    /// Makes an account of the default tenant with that role, and signs it in at a browser.
    ///
    /// # Panics
    /// If the account exists.
    pub async fn staff(&self, name: &str, role: Role) -> Actor {
        let tenant = TenantId::default_tenant();
        let user = NewUser {
            email: format!("{name}@{tenant}.example"),
            password: "a long enough password".to_owned(),
            role,
            external_id: Some(name.to_owned()),
        };
        let user = self.admin(&tenant).add_user(user).await.expect("the account is new");
        Actor { tenant, principal: Principal::Person { user, role } }
    }

    /// A person at a browser.
    pub fn actor(&self, user: &UserId) -> Actor {
        let principal = Principal::Person { user: user.clone(), role: Role::User };
        Actor { tenant: TenantId::default_tenant(), principal }
    }

    /// A person's own desk.
    ///
    /// # Panics
    /// Never: a person has this desk.
    pub fn owner(&self, user: &UserId) -> OwnerDesk {
        self.desks().owner(&self.actor(user)).expect("a person owns memories")
    }

    /// Makes a person of the default tenant who has consented.
    ///
    /// # Panics
    /// If the person exists.
    pub async fn consenting(&self, name: &str) -> UserId {
        let user = self.person(name).await;
        self.owner(&user).set_consent(true, ConsentSource::MyPage).await.expect("consent is stored");
        user
    }

    /// Makes a key for a service of the default tenant, and the service if it is new.
    ///
    /// # Panics
    /// If the key cannot be made.
    pub async fn key(&self, service: &str) -> NewKey {
        self.admin(&TenantId::default_tenant()).create_key(service).await.expect("the key is made")
    }

    /// The desk of the holder of a key.
    ///
    /// # Panics
    /// If the key proves nothing.
    pub async fn agent(&self, key: &NewKey) -> AgentDesk {
        let actor =
            self.desks().front().key_holder(&key.secret).await.expect("the store answers").expect("the key holds");
        self.desks().agent(&actor).expect("a service serves")
    }
}

/// A save of that statement about that person, everything else by default.
pub fn save_of(subject: &str, statement: &str) -> SaveMemory {
    SaveMemory {
        subject: subject.to_owned(),
        statement: statement.to_owned(),
        kind: Kind::Fact,
        scope: None,
        sensitivity: Some("normal".to_owned()),
        confidence: None,
        valid_from: None,
        valid_to: None,
        source: None,
        raw_content: None,
        normalized_fact: None,
        keywords: Vec::new(),
        entities: Vec::new(),
        memory_subtype: None,
        requested_by_user: false,
    }
}

/// That question about that person, everything else by default.
pub fn ask_of(subject: &str, query: &str) -> RecallRequest {
    RecallRequest { subject: subject.to_owned(), query: query.to_owned(), scopes: None, top_k: None, threshold: None }
}
