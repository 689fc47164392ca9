//! An extractor that speaks our own contract: a turn goes out as JSON, proposals come back.

use super::channel::Channel;
use super::wire::{self, AskedTurn, Proposed, Usage};
use crate::config::Endpoint;
use domain::extraction::{ExtractFailure, Extracted, Extracting, Extractor, Turn};
use serde::Deserialize;

/// What it answers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    proposals: Vec<Proposed>,
    #[serde(default)]
    usage: Option<Usage>,
}

/// See the module.
pub struct HttpExtractor {
    id: String,
    channel: Channel,
}

impl HttpExtractor {
    /// The one at the end of `channel`.
    pub fn new(endpoint: &Endpoint, channel: Channel) -> Self {
        Self { id: format!("{}/http-{}", endpoint.name, wire::VERSION), channel }
    }

    async fn propose(&self, turn: &Turn) -> Result<Extracted, ExtractFailure> {
        let came = self.channel.post(&AskedTurn::of(turn)).await?;
        let answer: Answer = wire::read(&came.body)?;
        let proposals = wire::proposals(answer.proposals, turn)?;
        Ok(Extracted { proposals, effort: answer.usage.unwrap_or_default().effort(came.calls) })
    }
}

impl Extractor for HttpExtractor {
    fn id(&self) -> String {
        self.id.clone()
    }

    fn extract<'a>(&'a self, turn: &'a Turn) -> Extracting<'a> {
        Box::pin(self.propose(turn))
    }
}
