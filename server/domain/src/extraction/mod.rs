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
pub use segments::segments;

use crate::kernel::EmbedFailure;
use contract::{Entity, Kind, NormalizedFact, Sensitivity, SourceRole};
use std::future::Future;
use std::pin::Pin;

/// One message of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Whose words they are.
    pub role: SourceRole,
    /// What was said.
    pub text: String,
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
}

/// Why there are no proposals: the extractor does not answer now. It may later.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the extractor does not answer: {0}")]
pub struct ExtractFailure(pub EmbedFailure);

/// The answer of an extractor, when it comes.
pub type Extracting<'a> = Pin<Box<dyn Future<Output = Result<Vec<Proposal>, ExtractFailure>> + Send + 'a>>;

/// Proposes what to keep of a turn.
pub trait Extractor: Send + Sync {
    /// Names it and its version; kept with what it proposes.
    fn id(&self) -> &str;

    /// What it would keep of the turn, in order.
    fn extract<'a>(&'a self, turn: &'a [Message]) -> Extracting<'a>;
}
