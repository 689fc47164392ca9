//! The embedded default: no network, no language model. Each piece of what the person wrote is embedded, and small linear
//! heads say whether it is worth keeping and what sort of thing it is.

mod calendar;
mod heads;
mod kinds;
mod names;
mod surface;
mod validity;
mod when;

pub use heads::{Head, Heads};
pub use surface::surface;

use super::{Effort, ExtractFailure, Extracted, Extracting, Extractor, Message, Proposal, Turn, segments, signs};
use crate::kernel::{Embedder, TextRole};
use crate::memory::fact_in;
use contract::{Kind, Sensitivity, SourceRole, Timestamp};
use std::sync::Arc;
use validity::validity;

/// With a model that the heads were not trained on: how sure a plain rule is of what a person says of oneself, and of the
/// rest. On both sides of [`super::gate::LEAST_CONFIDENCE`].
const RULE_SURE: f64 = 0.6;
const RULE_UNSURE: f64 = 0.3;

/// See the module.
pub struct LocalExtractor {
    embedder: Arc<dyn Embedder>,
    heads: Heads,
}

impl LocalExtractor {
    /// With the heads that come with this program, as long as the model in use is the one that they were trained on; else
    /// with a plain rule.
    pub fn new(embedder: Arc<dyn Embedder>) -> Self {
        Self { embedder, heads: Heads::built_in() }
    }

    /// The heads, if they fit the model of this moment.
    fn heads(&self) -> Option<&Heads> {
        (*self.heads.model == *self.embedder.model_id()).then_some(&self.heads)
    }

    async fn propose(&self, turn: &Turn) -> Result<Extracted, ExtractFailure> {
        let pieces = own_pieces(&turn.messages);
        if pieces.is_empty() {
            return Ok(Extracted::default());
        }
        let Some(heads) = self.heads() else {
            let by_rule = pieces.into_iter().map(|(message, span)| {
                let confidence = if signs::is_first_person(span) { RULE_SURE } else { RULE_UNSURE };
                proposal(turn.occurred_at, message, span, Kind::Fact, confidence)
            });
            return Ok(Extracted { proposals: by_rule.collect(), effort: Effort::default() });
        };
        let texts: Vec<String> = pieces.iter().map(|(_, span)| (*span).to_owned()).collect();
        let embedded_tokens = texts.iter().map(|text| self.embedder.count_tokens(text) as u64).sum();
        let vectors = self.embedder.embed(TextRole::Passage, texts).await?;
        let judged = pieces.into_iter().zip(&vectors);
        let proposals = judged.map(|((message, span), vector)| {
            let (worth, kind) = heads.judge(span, vector);
            proposal(turn.occurred_at, message, span, kind, worth)
        });
        let proposals = proposals.collect();
        Ok(Extracted { proposals, effort: Effort { embedded_tokens, ..Effort::default() } })
    }
}

impl Extractor for LocalExtractor {
    fn id(&self) -> String {
        self.heads().map_or_else(|| "local-rule-1".to_owned(), |heads| format!("local-{}", heads.version))
    }

    fn extract<'a>(&'a self, turn: &'a Turn) -> Extracting<'a> {
        Box::pin(self.propose(turn))
    }
}

/// The pieces of what the person wrote, each with the place of its message.
fn own_pieces(turn: &[Message]) -> Vec<(usize, &str)> {
    let own = turn.iter().enumerate().filter(|(_, message)| message.role == SourceRole::User);
    own.flat_map(|(place, message)| segments(&message.text).into_iter().map(move |range| (place, &message.text[range])))
        .collect()
}

fn proposal(said_at: Timestamp, message: usize, span: &str, kind: Kind, confidence: f64) -> Proposal {
    let (valid_from, valid_to) = validity(span, said_at);
    let fact = fact_in(span);
    Proposal {
        message,
        span: span.to_owned(),
        // The person's own words say it best.
        statement: span.split_whitespace().collect::<Vec<_>>().join(" "),
        kind: kinds::kind_of(span, fact.as_ref()).unwrap_or(kind),
        fact,
        entities: names::entities_in(span),
        confidence,
        // The gate looks for what is sensitive in every proposal.
        sensitivity: Sensitivity::Normal,
        valid_from,
        valid_to,
        ends: signs::ends(span),
    }
}
