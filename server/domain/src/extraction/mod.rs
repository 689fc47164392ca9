//! Turns become proposals, and the gate decides which of them may become memories.
//!
//! An [`Extractor`] proposes; it may be wrong, or be talked into something by what it reads. The [`gate`] is ours: it looks
//! at the turn itself and lets only through what the person said about oneself, in words that are literally there.

mod documents;
pub mod gate;
mod local;
mod personal_data;
mod secrets;
mod segments;
mod signs;

pub use gate::{Admitted, GATE_VERSION, Scores, Verdict};
pub use local::{Head, Heads, LocalExtractor, surface};
pub use personal_data::sensitivity_of;
pub use segments::segments;

use crate::kernel::EmbedFailure;
use contract::services::LOCAL_EXTRACTOR;
use contract::{Entity, Kind, NormalizedFact, Sensitivity, SourceRole, Timestamp, Validity};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// One message of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Whose words they are.
    pub role: SourceRole,
    /// What was said.
    pub text: String,
}

/// What a person and an assistant said to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// In order.
    pub messages: Vec<Message>,
    /// When it ended: "since last year" is meant from there.
    pub occurred_at: Timestamp,
}

/// What an extractor would keep of a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The message that it is drawn from, by its place in the turn.
    pub message: usize,
    /// The words that it is drawn from, as they stand in the message.
    pub span: String,
    /// What is to be remembered, in the language that the person used.
    pub statement: String,
    /// What sort of thing it is.
    pub kind: Kind,
    /// The same as predicate and object, where that is clear.
    pub fact: Option<NormalizedFact>,
    /// Whom and what it mentions.
    pub entities: Vec<Entity>,
    /// How sure the extractor is that it is worth keeping, 0.0 to 1.0.
    pub confidence: f64,
    /// How sensitive the extractor takes it to be; the gate may find more.
    pub sensitivity: Sensitivity,
    /// True from then on, if the words say so; from when they were said if absent.
    pub valid_from: Option<Timestamp>,
    /// True until then, if the words say so.
    pub valid_to: Option<Timestamp>,
    /// Whether it says that something has come to its end.
    pub ends: bool,
}

impl Proposal {
    /// When it is true, if it was said at `said_at`. Of what is over by then, and no beginning is said, nothing is known but
    /// its last moment.
    pub fn validity(&self, said_at: Timestamp) -> Validity {
        let last_moment = self.valid_to.filter(|end| *end <= said_at).map(|end| end.minus(Duration::from_micros(1)));
        Validity { from: self.valid_from.or(last_moment).unwrap_or(said_at), to: self.valid_to }
    }
}

/// What it took to look at a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Calls over the network.
    pub calls: u64,
    /// Tokens sent to a language model, as it counts them.
    pub prompt_tokens: u64,
    /// Tokens that came back from it.
    pub completion_tokens: u64,
    /// Tokens that the embedding model read.
    pub embedded_tokens: u64,
}

/// What an extractor found in a turn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Extracted {
    /// In order.
    pub proposals: Vec<Proposal>,
    /// What it took.
    pub effort: Effort,
}

/// Why there are no proposals. Its text never holds what was said, nor what came back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExtractFailure {
    /// The embedding model does not answer.
    #[error("the embedding model does not answer: {0}")]
    Model(#[from] EmbedFailure),
    /// An extractor over the network does not answer, or not in time.
    #[error("the extractor does not answer: {0}")]
    Unreachable(String),
    /// It answers, but not with proposals.
    #[error("the extractor's answer cannot be used: {0}")]
    Unusable(String),
}

/// The answer of an extractor, when it comes.
pub type Extracting<'a> = Pin<Box<dyn Future<Output = Result<Extracted, ExtractFailure>> + Send + 'a>>;

/// Proposes what to keep of a turn.
pub trait Extractor: Send + Sync {
    /// Names it and its version; kept with what it proposes.
    fn id(&self) -> String;

    /// What it would keep of the turn.
    fn extract<'a>(&'a self, turn: &'a Turn) -> Extracting<'a>;
}

/// An extractor by the name that revisions know it by.
pub type NamedExtractor = (String, Arc<dyn Extractor>);

/// The extractors that a revision may name.
#[derive(Clone)]
pub struct Extractors {
    by_name: Vec<NamedExtractor>,
}

impl Extractors {
    /// The local one, where there is a model, and those that the operator has configured.
    pub fn new(local: Option<LocalExtractor>, configured: Vec<NamedExtractor>) -> Self {
        let local = local.map(|local| (LOCAL_EXTRACTOR.to_owned(), Arc::new(local) as Arc<dyn Extractor>));
        Self { by_name: local.into_iter().chain(configured).collect() }
    }

    /// Their names, the local one first.
    pub fn names(&self) -> Vec<String> {
        self.by_name.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The one of that name, if it is still configured.
    pub fn get(&self, name: &str) -> Option<Arc<dyn Extractor>> {
        self.by_name.iter().find(|(known, _)| known == name).map(|(_, extractor)| Arc::clone(extractor))
    }
}
