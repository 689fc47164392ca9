//! What the handlers share.

use crate::config::Config;
use crate::http::session::Limits;
use app::server::ServerInfo;
use axum::extract::FromRef;
use domain::desks::Desks;
use domain::kernel::{Clock, Rng};
use leptos::config::{Env, LeptosOptions};
use std::sync::Arc;
use tokio::sync::watch;

/// Everything that a request may need. Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// The settings.
    pub config: Arc<Config>,
    /// The domain's front.
    pub desks: Desks,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Makes nonces and request ids.
    pub rng: Arc<dyn Rng>,
    /// What the pages know of this server.
    pub info: ServerInfo,
    /// Whether this is a demo, whose passwords everybody knows.
    pub is_demo: bool,
    /// How long sessions last.
    pub limits: Limits,
    /// Turns true when the server stops: answers without an end of their own end then.
    pub stopping: watch::Receiver<bool>,
    /// Names and places of the browser bundle.
    pub leptos: LeptosOptions,
}

impl AppState {
    /// What Leptos needs to know of the browser bundle.
    pub fn leptos_options(config: &Config) -> LeptosOptions {
        // `cargo leptos watch` says by this variable that the bundle is the one that it has built.
        let is_watched = std::env::var_os("LEPTOS_WATCH").is_some();
        LeptosOptions::builder()
            .output_name("gieok")
            .site_root(config.server.site.display().to_string())
            .site_pkg_dir("pkg")
            .env(if is_watched { Env::DEV } else { Env::PROD })
            .site_addr(config.server.listen)
            .build()
    }

    /// 128 random bits in hexadecimal digits.
    pub fn random_hex(&self) -> String {
        let mut bytes = [0; 16];
        self.rng.fill(&mut bytes);
        format!("{:032x}", u128::from_be_bytes(bytes))
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos.clone()
    }
}
