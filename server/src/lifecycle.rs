//! Brings the server up and down: settings → model → store and index → listener, and back in the other order.

use crate::config::{self, Config};
use crate::demo::{self, DemoError};
use crate::embedder::{LocalEmbedder, ModelFolders};
use crate::extractors::{self, ExtractorError, Surroundings};
use crate::http::session::Limits;
use crate::http::{AppState, router};
use app::server::ServerInfo;
use domain::desks::{Desks, LoginLimits, OpenError, Options, PasswordCost, Runtime};
use domain::index::WriterWrap;
use domain::kernel::{Clock, Embedder, OsRng, Rng, SystemClock};
use inference::LoadError;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

/// Why the server did not come up: one line, with a remedy.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The model folder cannot be used.
    #[error(transparent)]
    Model(#[from] LoadError),
    /// The data folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// An extractor over the network cannot be used.
    #[error(transparent)]
    Extractors(#[from] ExtractorError),
    /// The address is in use or not ours.
    #[error("cannot listen on {address}: {source}; free the port, or choose another with --listen")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the operating system says.
        source: io::Error,
    },
    /// The demo refuses to run like this.
    #[error(transparent)]
    Demo(#[from] DemoError),
    /// The set-up token could not be made.
    #[error("cannot read the accounts: {0}")]
    Accounts(#[from] domain::desks::DeskError),
}

/// What a server is made of; tests bring a clock of their own.
pub struct Parts {
    /// The settings.
    pub config: Config,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// The source of randomness.
    pub rng: Arc<dyn Rng>,
    /// The embedding model.
    pub embedder: Arc<dyn Embedder>,
    /// What stands before the index's writer: nothing, but for tests.
    pub index_writer: WriterWrap,
    /// Whether this is a demo.
    pub is_demo: bool,
}

impl Parts {
    /// The parts of a real server: the machine's clock and randomness, and the model that the settings name.
    ///
    /// # Errors
    /// [`StartError::Model`].
    pub fn real(config: Config, is_demo: bool) -> Result<Self, StartError> {
        let embedder = LocalEmbedder::load(&config.model.dir, config.model.queue as usize)?;
        let (clock, rng) = (Arc::new(SystemClock), Arc::new(OsRng));
        Ok(Self { config, clock, rng, embedder: Arc::new(embedder), index_writer: WriterWrap::default(), is_demo })
    }
}

/// A server that answers.
pub struct Running {
    address: SocketAddr,
    config: Arc<Config>,
    runtime: Runtime,
    stop: oneshot::Sender<()>,
    stopping: watch::Sender<bool>,
    serving: JoinHandle<io::Result<()>>,
}

/// Opens the store for a command, with or without a model. What is due in the background is left to servers.
///
/// # Errors
/// [`StartError::Open`].
pub async fn open_runtime(
    config: &Config,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<Runtime, StartError> {
    let options = Options { has_background_work: false, ..options(config) };
    Ok(Runtime::open(options, clock, rng, embedder).await?)
}

fn options(config: &Config) -> Options {
    let config::Passwords { memory_kib, iterations, parallelism } = config.passwords;
    let config::Login { burst_per_address, per_minute_per_address, per_hour_per_account } = config.login;
    Options {
        passwords: PasswordCost { memory_kib, iterations, parallelism },
        login: LoginLimits { burst_per_address, per_minute_per_address, per_hour_per_account },
        candidate_lifetime: Duration::from_hours(config.review.candidate_hours.into()),
        models: Some(Arc::new(ModelFolders::new(config.model.dir.clone(), config.model.queue as usize))),
        ..Options::in_dir(&config.data.dir)
    }
}

/// Starts a server; when this returns, it answers.
///
/// # Errors
/// [`StartError`]; then nothing is left running.
pub async fn start(parts: Parts) -> Result<Running, StartError> {
    let Parts { config, clock, rng, embedder, index_writer, is_demo } = parts;
    demo::check_mode(&config, is_demo)?;
    // Before anything is written: a taken port must not leave a half-made data folder behind.
    let address = config.server.listen;
    let listening = TcpListener::bind(address).await.and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = listening.map_err(|source| StartError::Listen { address, source })?;
    let config = Arc::new(config);
    let surroundings = Surroundings::real(Arc::clone(&rng));
    let extractors = extractors::configured(&config.extraction, &surroundings)?;
    let options = Options { index_writer, extractors, ..options(&config) };
    if is_demo {
        demo::fill(options.clone(), Arc::clone(&clock), Arc::clone(&rng), Arc::clone(&embedder)).await?;
    }
    let runtime = Runtime::open(options, Arc::clone(&clock), Arc::clone(&rng), Some(embedder)).await?;
    let (stopping, is_stopping) = watch::channel(false);
    let state = AppState {
        stopping: is_stopping,
        desks: runtime.desks(),
        limits: Limits::new(&config.session),
        leptos: AppState::leptos_options(&config),
        info: ServerInfo { demo: is_demo.then(demo::accounts), secure_cookies: config.server.is_tls() },
        config: Arc::clone(&config),
        clock,
        rng,
        is_demo,
    };
    if let Err(error) = prepare_accounts(&state, address).await {
        runtime.close().await;
        return Err(error);
    }
    let (stop, stopped) = oneshot::channel();
    let serving = tokio::spawn(serve(listener, state, stopped));
    Ok(Running { address, config, runtime, stop, stopping, serving })
}

async fn prepare_accounts(state: &AppState, address: SocketAddr) -> Result<(), StartError> {
    if let Some(token) = state.desks.front().setup_token().await? {
        let url = url(&state.config, address);
        eprintln!("There is no account yet. Open {url}/setup and enter this one-time token:\n\n    {token}\n");
    }
    Ok(())
}

async fn serve(listener: TcpListener, state: AppState, stopped: oneshot::Receiver<()>) -> io::Result<()> {
    let service = router(&state).into_make_service_with_connect_info::<SocketAddr>();
    let shutdown = async move {
        // A sender that was dropped means the same as a message.
        let _ = stopped.await;
    };
    axum::serve(listener, service).with_graceful_shutdown(shutdown).await
}

fn url(config: &Config, address: SocketAddr) -> String {
    config.server.public_url.as_ref().map_or_else(|| format!("http://{address}"), ToString::to_string)
}

impl Running {
    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser.
    pub fn url(&self) -> String {
        url(&self.config, self.address)
    }

    /// The domain behind it.
    pub fn desks(&self) -> Desks {
        self.runtime.desks()
    }

    /// Refuses new connections, lets requests under way finish for a while, then closes the store.
    pub async fn stop(self) {
        let Self { config, runtime, stop, stopping, mut serving, .. } = self;
        stopping.send_replace(true);
        let _ = stop.send(());
        if tokio::time::timeout(config.server.shutdown(), &mut serving).await.is_err() {
            tracing::warn!("requests under way did not finish in time and were cut off");
            serving.abort();
        }
        runtime.close().await;
    }

    /// Serves until `signal`, or until the listener fails.
    ///
    /// # Errors
    /// What the operating system says of the listener.
    pub async fn until(mut self, signal: impl Future<Output = ()>) -> io::Result<()> {
        let failed = tokio::select! {
            () = signal => None,
            ended = &mut self.serving => Some(ended),
        };
        match failed {
            None => {
                self.stop().await;
                Ok(())
            }
            Some(ended) => {
                self.runtime.close().await;
                ended.unwrap_or_else(|error| Err(io::Error::other(error)))
            }
        }
    }
}

/// Resolves at SIGTERM or SIGINT.
pub async fn shutdown_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        tracing::error!("cannot listen for signals; only a kill ends this process");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("shutting down");
}
