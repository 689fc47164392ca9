//! Per turn: is anything worth keeping?

use super::{kept, rate};
use contract::SourceRole;
use domain::extraction::{ExtractFailure, Extractor, Message};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt;

/// A turn and whether people found something in it worth keeping.
#[derive(Debug, Clone, Deserialize)]
pub struct LabelledTurn {
    /// What was said.
    pub text: String,
    /// What people wrote down from it; empty if nothing is worth keeping.
    #[serde(alias = "keep")]
    pub facts: Vec<Value>,
}

/// Counts of decisions against labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TurnScores {
    /// Kept, and rightly so.
    pub hits: usize,
    /// Kept for nothing.
    pub false_alarms: usize,
    /// Not kept, though it was worth it.
    pub misses: usize,
    /// Rightly not kept.
    pub passed: usize,
}

impl TurnScores {
    /// Adds one decision.
    pub fn count(&mut self, is_kept: bool, is_worth: bool) {
        let place = match (is_kept, is_worth) {
            (true, true) => &mut self.hits,
            (true, false) => &mut self.false_alarms,
            (false, true) => &mut self.misses,
            (false, false) => &mut self.passed,
        };
        *place += 1;
    }

    /// How many turns there were.
    pub fn turns(&self) -> usize {
        self.hits + self.false_alarms + self.misses + self.passed
    }

    /// Of what was kept, the share that was worth it; 0 if nothing was kept.
    pub fn precision(&self) -> f64 {
        rate(self.hits, self.hits + self.false_alarms)
    }

    /// Of what was worth it, the share that was kept.
    pub fn recall(&self) -> f64 {
        rate(self.hits, self.hits + self.misses)
    }

    /// Their harmonic mean.
    pub fn f1(&self) -> f64 {
        rate(2 * self.hits, 2 * self.hits + self.false_alarms + self.misses)
    }

    /// The same turns, if every one of them were kept.
    #[must_use]
    pub fn keep_all(&self) -> Self {
        Self { hits: self.hits + self.misses, false_alarms: self.false_alarms + self.passed, misses: 0, passed: 0 }
    }

    /// The same turns, if none were kept.
    #[must_use]
    pub fn keep_none(&self) -> Self {
        Self { hits: 0, false_alarms: 0, misses: self.hits + self.misses, passed: self.false_alarms + self.passed }
    }

    /// The figures as JSON.
    pub fn to_json(&self) -> Value {
        json!({ "turns": self.turns(), "precision": self.precision(), "recall": self.recall(), "f1": self.f1() })
    }
}

impl fmt::Display for TurnScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (precision, recall, f1) = (self.precision(), self.recall(), self.f1());
        write!(f, "precision {precision:.3}  recall {recall:.3}  F1 {f1:.3}  ({} turns)", self.turns())
    }
}

/// The turns of a file, one JSON object a line.
///
/// # Errors
/// The number of the first line that is none, and why.
pub fn read_turns(text: &str) -> Result<Vec<LabelledTurn>, (usize, serde_json::Error)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(place, line)| serde_json::from_str(line).map_err(|error| (place + 1, error))).collect()
}

/// Lets the extractor and the gate decide on each turn. `progress` hears of each one that is done.
///
/// # Errors
/// [`ExtractFailure`].
pub async fn judge_turns(
    extractor: &dyn Extractor,
    turns: &[LabelledTurn],
    mut progress: impl FnMut(),
) -> Result<TurnScores, ExtractFailure> {
    let mut scores = TurnScores::default();
    for turn in turns {
        let message = Message { role: SourceRole::User, text: turn.text.clone() };
        let (_, kept) = kept(extractor, vec![message]).await?;
        let is_kept = !kept.is_empty();
        scores.count(is_kept, !turn.facts.is_empty());
        progress();
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_textbook() {
        let mut scores = TurnScores::default();
        for (is_kept, is_worth) in [(true, true), (true, true), (true, false), (false, true), (false, false)] {
            scores.count(is_kept, is_worth);
        }
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(
            near(scores.precision(), 2.0 / 3.0) && near(scores.recall(), 2.0 / 3.0) && near(scores.f1(), 2.0 / 3.0)
        );
        assert!(near(scores.keep_all().f1(), 0.75) && near(scores.keep_none().f1(), 0.0));
    }
}
