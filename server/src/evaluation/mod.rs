//! How well extractor and gate decide what to keep, on turns that people have labelled.

mod cases;
mod turns;

pub use cases::{CaseReport, Outcome, judge_cases};
pub use turns::{LabelledTurn, TurnScores, judge_turns, read_turns};

use domain::extraction::{Admitted, ExtractFailure, Extractor, Message, gate};

/// Labelled turns that nothing was trained on.
pub const HELD_OUT: &str = include_str!("../../evaluation/held-out.jsonl");
/// Labelled cases: what is to be kept of a turn and how, or why nothing is.
pub const CASES: &str = include_str!("../../evaluation/cases.jsonl");

/// What is kept of a turn.
async fn kept(extractor: &dyn Extractor, turn: &[Message]) -> Result<Vec<Admitted>, ExtractFailure> {
    let proposals = extractor.extract(turn).await?;
    Ok(gate::decide(turn, proposals).into_iter().flatten().collect())
}
