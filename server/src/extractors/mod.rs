//! What proposes memories: the local extractor, and those over the network that the operator has configured.
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
use contract::services::LOCAL_EXTRACTOR;
use domain::extraction::{Extractor, Extractors, LocalExtractor};
use domain::kernel::{Embedder, Rng};
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

/// The extractors that a revision may name.
pub struct ConfiguredExtractors {
    by_name: Vec<(String, Arc<dyn Extractor>)>,
}

impl ConfiguredExtractors {
    /// The local one over `embedder`, and one for each endpoint of the settings.
    ///
    /// # Errors
    /// [`ExtractorError`], for the first that cannot be set up. Nobody is asked yet whether one answers.
    pub fn new(
        settings: &Extraction,
        embedder: Arc<dyn Embedder>,
        around: &Surroundings,
    ) -> Result<Self, ExtractorError> {
        let local: Arc<dyn Extractor> = Arc::new(LocalExtractor::new(embedder));
        let mut by_name = vec![(LOCAL_EXTRACTOR.to_owned(), local)];
        for endpoint in &settings.endpoints {
            by_name.push((endpoint.name.clone(), over_network(endpoint, around)?));
        }
        Ok(Self { by_name })
    }
}

fn over_network(endpoint: &Endpoint, around: &Surroundings) -> Result<Arc<dyn Extractor>, ExtractorError> {
    let channel = Channel::to(endpoint, around)?;
    Ok(match endpoint.kind {
        EndpointKind::OpenAi => Arc::new(OpenAiExtractor::new(endpoint, channel)),
        EndpointKind::Http => Arc::new(HttpExtractor::new(endpoint, channel)),
    })
}

impl Extractors for ConfiguredExtractors {
    fn names(&self) -> Vec<String> {
        self.by_name.iter().map(|(name, _)| name.clone()).collect()
    }

    fn get(&self, name: &str) -> Option<Arc<dyn Extractor>> {
        self.by_name.iter().find(|(known, _)| known == name).map(|(_, extractor)| Arc::clone(extractor))
    }
}
