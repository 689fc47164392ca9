//! How well it is decided what to keep and how it goes together with what is known, on what people have labelled.

mod cases;
mod sequences;
mod turns;

pub use cases::{CaseReport, Outcome, judge_cases};
pub use sequences::{Sequence, SequenceReport, judge_sequences, sequences};
pub use turns::{LabelledTurn, TurnScores, judge_turns, read_turns};

use contract::Timestamp;
use domain::extraction::{Admitted, ExtractFailure, Extractor, Message, Turn, gate};

/// Labelled turns that nothing was trained on.
pub const HELD_OUT: &str = include_str!("../../evaluation/held-out.jsonl");
/// Labelled cases: what is to be kept of a turn and how, or why nothing is.
pub const CASES: &str = include_str!("../../evaluation/cases.jsonl");
/// Labelled sequences: what is known, what is said, and how it goes together.
pub const SEQUENCES: &str = include_str!("../../evaluation/sequences.jsonl");

fn rate(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// What is kept of a turn. When it was is of no matter to what these figures are about.
async fn kept(extractor: &dyn Extractor, messages: Vec<Message>) -> Result<(Turn, Vec<Admitted>), ExtractFailure> {
    let turn = Turn { messages, occurred_at: Timestamp::EPOCH };
    let extracted = extractor.extract(&turn).await?;
    let kept = gate::decide(&turn.messages, extracted.proposals).into_iter().flatten().collect();
    Ok((turn, kept))
}
