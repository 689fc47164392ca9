//! What proposes memories over the network, as the operator has configured it.
//!
//! Here, and nowhere else, what people say leaves the machine; and only for an address in the operator's settings, as a
//! revision of a service names an extractor, never an address. Nothing is followed elsewhere: no redirect, no proxy from
//! the environment. What comes back is checked for its form here, and for everything else by the gate.
//!
//! `docs/EXTRACTORS.md` is for whoever runs or writes one.

mod channel;
mod http;
mod openai;
mod wire;

use self::channel::Channel;
use self::http::HttpExtractor;
use self::openai::OpenAiExtractor;
use crate::config::{Endpoint, EndpointKind, Extraction};
use domain::extraction::{Extractor, NamedExtractor};
use domain::kernel::Rng;
use std::sync::Arc;
use std::time::Duration;

/// Why the extractors cannot be set up: one line, with a remedy.
#[derive(Debug, thiserror::Error)]
pub enum ExtractorError {
    /// The key is not where the settings say.
    #[error("extractor \"{extractor}\": the environment variable {variable} holds no key that can be sent; set it")]
    Key {
        /// The extractor.
        extractor: String,
        /// The variable.
        variable: String,
    },
    /// There is no way to talk to it.
    #[error("extractor \"{extractor}\": cannot prepare connections: {why}; for https, install ca-certificates")]
    Client {
        /// The extractor.
        extractor: String,
        /// What the library says.
        why: String,
    },
}

/// What extractors over the network take from the world around them; tests bring their own.
pub struct Surroundings {
    /// Spreads attempts out.
    pub rng: Arc<dyn Rng>,
    /// The pause before a second attempt; each further one is twice as long.
    pub first_pause: Duration,
    /// Reads an environment variable.
    pub variable: fn(&str) -> Option<String>,
}

impl Surroundings {
    /// Those of a real server.
    pub fn real(rng: Arc<dyn Rng>) -> Self {
        Self { rng, first_pause: Duration::from_millis(500), variable: |name| std::env::var(name).ok() }
    }
}

/// An extractor for each endpoint of the settings, by the name that revisions know it by.
///
/// # Errors
/// [`ExtractorError`], for the first that cannot be set up. Nobody is asked yet whether one answers.
pub fn configured(settings: &Extraction, around: &Surroundings) -> Result<Vec<NamedExtractor>, ExtractorError> {
    let endpoints = settings.endpoints.iter();
    endpoints.map(|endpoint| Ok((endpoint.name.clone(), over_network(endpoint, around)?))).collect()
}

fn over_network(endpoint: &Endpoint, around: &Surroundings) -> Result<Arc<dyn Extractor>, ExtractorError> {
    let channel = Channel::to(endpoint, around)?;
    Ok(match endpoint.kind {
        EndpointKind::OpenAi => Arc::new(OpenAiExtractor::new(endpoint, channel)),
        EndpointKind::Http => Arc::new(HttpExtractor::new(endpoint, channel)),
    })
}
