//! What goes over the wire, whichever protocol carries it: a turn goes out, proposals come back.
//!
//! An answer is taken as a whole or not at all. One proposal that breaks the contract says that the other side is not what
//! the operator takes it to be.

mod proposed;
mod read;

pub use proposed::{Proposed, proposals};
pub use read::read;

use contract::{SourceRole, Timestamp};
use domain::extraction::{Effort, Turn};
use serde::{Deserialize, Serialize};

/// The version of the contract in docs/EXTRACTORS.md.
pub const VERSION: u32 = 1;
/// More proposals of one turn say that something is wrong with whoever makes them.
pub const MAX_PROPOSALS: usize = 64;

/// A turn, as an extractor sees it: what was said and when, not by whom.
#[derive(Serialize)]
pub struct AskedTurn<'a> {
    version: u32,
    occurred_at: Timestamp,
    messages: Vec<AskedMessage<'a>>,
}

#[derive(Serialize)]
struct AskedMessage<'a> {
    /// The number that a proposal names it by.
    message: usize,
    role: SourceRole,
    text: &'a str,
}

impl<'a> AskedTurn<'a> {
    /// The turn, to be sent.
    pub fn of(turn: &'a Turn) -> Self {
        let messages = turn.messages.iter().enumerate();
        let messages = messages.map(|(message, said)| AskedMessage { message, role: said.role, text: &said.text });
        Self { version: VERSION, occurred_at: turn.occurred_at, messages: messages.collect() }
    }
}

/// What an answer cost, as the other side counts it. Servers of language models tell more than these two.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Usage {
    prompt_tokens: u64,
    completion_tokens: u64,
}

impl Usage {
    /// The same, with the calls that it took.
    pub fn effort(&self, calls: u64) -> Effort {
        let Self { prompt_tokens, completion_tokens } = *self;
        Effort { calls, prompt_tokens, completion_tokens, ..Effort::default() }
    }
}
