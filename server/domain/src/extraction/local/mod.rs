//! The embedded default: no network, no language model. Each piece of what the person wrote is embedded, and small linear
//! heads say whether it is worth keeping and what sort of thing it is.

mod facts;
mod heads;
mod surface;

pub use heads::{Head, Heads};
pub use surface::surface;

use super::{Effort, ExtractFailure, Extracted, Extracting, Extractor, Message, Proposal, Turn, segments, signs};
use crate::kernel::{Embedder, Embedding, TextRole};
use contract::{Kind, Sensitivity, SourceRole};
use std::sync::Arc;

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
            let proposals = pieces.into_iter().map(|(message, span)| by_rule(message, span)).collect();
            return Ok(Extracted { proposals, effort: Effort::default() });
        };
        let texts: Vec<String> = pieces.iter().map(|(_, span)| (*span).to_owned()).collect();
        let embedded_tokens = texts.iter().map(|text| self.embedder.count_tokens(text) as u64).sum();
        let vectors = self.embedder.embed(TextRole::Passage, texts).await?;
        let judged = pieces.into_iter().zip(&vectors);
        let proposals = judged.map(|((message, span), vector)| by_heads(heads, message, span, vector)).collect();
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

fn by_heads(heads: &Heads, message: usize, span: &str, vector: &Embedding) -> Proposal {
    let (worth, kind) = heads.judge(span, vector);
    proposal(message, span, kind, worth)
}

fn by_rule(message: usize, span: &str) -> Proposal {
    let confidence = if signs::is_first_person(span) { RULE_SURE } else { RULE_UNSURE };
    proposal(message, span, Kind::Fact, confidence)
}

fn proposal(message: usize, span: &str, kind: Kind, confidence: f64) -> Proposal {
    Proposal {
        message,
        span: span.to_owned(),
        // The person's own words say it best.
        statement: span.split_whitespace().collect::<Vec<_>>().join(" "),
        kind,
        fact: facts::fact_in(span),
        entities: facts::entities_in(span),
        confidence,
        // The gate looks for what is sensitive in every proposal.
        sensitivity: Sensitivity::Normal,
        valid_from: None,
        valid_to: None,
        ends: false,
    }
}
