//! The sections, key by key. The doc comments are the documentation: `gieok config sample` prints them.

use super::section::{at_least, at_most};
use super::{Endpoint, Fault, PublicUrl};
use contract::services::LOCAL_EXTRACTOR;
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

section! {
    /// Where and how Gieok answers.
    Server = "server", check = check_server, {
        /// The address and port to listen on. Beyond loopback, put a proxy with TLS in front and set `public_url`.
        listen: SocketAddr = SocketAddr::from((Ipv4Addr::LOCALHOST, 3000)),
        /// The address that people's browsers use, for example `https://memory.example.org`. With https, cookies are
        /// bound to TLS (`__Host-`, Secure) and browsers are told to insist on it. Unset: plain http, as listened on.
        public_url: Option<PublicUrl> = None,
        /// The folder with the browser bundle and the static files.
        site: PathBuf = PathBuf::from("target/site"),
        /// Addresses or networks of proxies whose `X-Forwarded-For` is believed, for example `127.0.0.1/32`. Login
        /// limits count by that address; a proxy that is not named here shares one limit among all of its people.
        trusted_proxies: Vec<IpNet> = Vec::new(),
        /// The largest request body, in KiB.
        body_limit_kib: u32 = 1_024,
        /// Requests that take longer are refused with 503, in seconds.
        request_timeout_seconds: u32 = 30,
        /// How long a shutdown waits for requests under way, in seconds.
        shutdown_seconds: u32 = 5,
    }
}

section! {
    /// What Gieok stores.
    Data = "data", check = |_| Ok(()), {
        /// The folder with the database, the key ring and the search index. Back it up as a whole.
        dir: PathBuf = PathBuf::from(".data/gieok"),
    }
}

section! {
    /// The embedding model.
    Model = "model", check = check_model, {
        /// A BERT or XLM-RoBERTa folder: config.json, tokenizer.json, and model.gguf or model.safetensors.
        dir: PathBuf = PathBuf::from(".model/multilingual-e5-small"),
        /// How many texts may wait for the model; more are refused as "busy".
        queue: u32 = 256,
    }
}

section! {
    /// How passwords are hashed (argon2id). Raising a cost rehashes each password at its next sign-in.
    Passwords = "passwords", check = check_passwords, {
        /// Memory per hash, in KiB.
        memory_kib: u32 = 47_104,
        /// Passes over that memory.
        iterations: u32 = 2,
        /// Lanes per hash.
        parallelism: u32 = 1,
    }
}

section! {
    /// How often one may try to sign in.
    Login = "login", check = |_| Ok(()), {
        /// Attempts an address may make at once.
        burst_per_address: NonZeroU32 = count(3),
        /// Attempts an address gets back each minute.
        per_minute_per_address: NonZeroU32 = count(3),
        /// Attempts on one account each hour, from wherever they come.
        per_hour_per_account: NonZeroU32 = count(20),
    }
}

section! {
    /// How long a sign-in lasts: until it was idle for so long, and never longer than the absolute limit.
    Session = "session", check = check_session, {
        /// Idle limit of users, in minutes (14 days).
        user_idle_minutes: u32 = 14 * 24 * 60,
        /// Absolute limit of users, in minutes (30 days).
        user_absolute_minutes: u32 = 30 * 24 * 60,
        /// Idle limit of reviewers, admins and superadmins, in minutes.
        elevated_idle_minutes: u32 = 30,
        /// Absolute limit of reviewers, admins and superadmins, in minutes (8 hours).
        elevated_absolute_minutes: u32 = 8 * 60,
    }
}

section! {
    /// How recall ranks. The weights need not sum to 1.
    Recall = "recall", check = check_recall, {
        /// What closeness of meaning counts.
        semantic: f64 = 0.7,
        /// What shared words count.
        keyword: f64 = 0.3,
    }
}

section! {
    /// How candidates are reviewed.
    Review = "review", check = check_review, {
        /// How long a candidate waits for a reviewer, in hours (7 days). Then it is rejected by itself.
        candidate_hours: u32 = 7 * 24,
    }
}

section! {
    /// Where memories are extracted from conversations. The local extractor is always there and needs no network. What
    /// people say leaves this machine only to the endpoints that are named here.
    Extraction = "extraction", check = check_extraction, {
        /// Extractors over the network, each a table of its own: [[extraction.endpoints]] with `name`, `kind` ("openai" or
        /// "http"), `url`, `model` (of "openai") and `key_env`, the name of the environment variable that holds the key.
        /// docs/EXTRACTORS.md has examples, and what they are asked and have to answer.
        endpoints: Vec<Endpoint> = Vec::new(),
    }
}

section! {
    /// What Gieok writes to standard error. Contents, queries, keys and tokens are never logged, at no level.
    Log = "log", check = check_log, {
        /// Levels, as in "info" or "warn,server=debug". The default leaves out that a session has expired.
        filter: String = "info,tower_sessions_core=error".to_owned(),
        /// "text" for people, "json" for collectors.
        format: LogFormat = LogFormat::Text,
    }
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One readable line an event.
    Text,
    /// One JSON object an event.
    Json,
}

impl Server {
    /// Whether people's browsers come over TLS.
    pub fn is_tls(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }

    /// The largest request body, in bytes.
    pub fn body_limit(&self) -> usize {
        self.body_limit_kib as usize * 1024
    }

    /// See the setting.
    pub fn request_timeout(&self) -> Duration {
        Duration::from_secs(self.request_timeout_seconds.into())
    }

    /// See the setting.
    pub fn shutdown(&self) -> Duration {
        Duration::from_secs(self.shutdown_seconds.into())
    }
}

/// The defaults below are not zero; the compiler wants to hear it anyway.
fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

fn check_server(server: &Server) -> Result<(), Fault> {
    // A correction of full length must fit, each byte written as `%XX` in a form.
    at_least("body_limit_kib", server.body_limit_kib, 768)?;
    at_most("body_limit_kib", server.body_limit_kib, 16 * 1024)?;
    at_least("request_timeout_seconds", server.request_timeout_seconds, 1)
}

fn check_model(model: &Model) -> Result<(), Fault> {
    at_least("queue", model.queue, 1)
}

fn check_passwords(passwords: &Passwords) -> Result<(), Fault> {
    // The least memory that OWASP names for argon2id; a mistyped unit must not become a weak hash.
    at_least("memory_kib", passwords.memory_kib, 7_168)?;
    at_most("memory_kib", passwords.memory_kib, 2 * 1024 * 1024)?;
    at_least("iterations", passwords.iterations, 1)?;
    at_most("iterations", passwords.iterations, 32)?;
    at_least("parallelism", passwords.parallelism, 1)?;
    at_most("parallelism", passwords.parallelism, 16)
}

fn check_session(session: &Session) -> Result<(), Fault> {
    at_least("user_idle_minutes", session.user_idle_minutes, 1)?;
    at_least("elevated_idle_minutes", session.elevated_idle_minutes, 1)?;
    at_least("user_absolute_minutes", session.user_absolute_minutes, session.user_idle_minutes)?;
    at_least("elevated_absolute_minutes", session.elevated_absolute_minutes, session.elevated_idle_minutes)
}

fn check_recall(recall: &Recall) -> Result<(), Fault> {
    for (key, weight) in [("semantic", recall.semantic), ("keyword", recall.keyword)] {
        if !weight.is_finite() || weight < 0.0 {
            return Err(Fault::new(key, "must be a number, 0.0 or more"));
        }
    }
    if recall.semantic + recall.keyword > 0.0 {
        Ok(())
    } else {
        Err(Fault::new("semantic", "and keyword must not both be 0"))
    }
}

fn check_review(review: &Review) -> Result<(), Fault> {
    at_least("candidate_hours", review.candidate_hours, 1)?;
    at_most("candidate_hours", review.candidate_hours, 366 * 24)
}

fn check_extraction(extraction: &Extraction) -> Result<(), Fault> {
    let mut names = HashSet::from([LOCAL_EXTRACTOR]);
    for endpoint in &extraction.endpoints {
        let fault =
            |key: &str, message: &str| Fault::new("endpoints", format!("{key} of \"{}\" {message}", endpoint.name));
        endpoint.validate().map_err(|wrong| fault(wrong.key, &wrong.message))?;
        if !names.insert(&endpoint.name) {
            return Err(fault("name", "must be its own: another extractor has it"));
        }
    }
    Ok(())
}

fn check_log(log: &Log) -> Result<(), Fault> {
    tracing_subscriber::EnvFilter::try_new(&log.filter)
        .map(|_| ())
        .map_err(|error| Fault::new("filter", format!("is not a log filter: {error}")))
}
