//! Per case: was the right thing kept, of the right kind, and nothing else?

use super::{kept, rate};
use contract::{Kind, Sensitivity, SourceRole};
use domain::extraction::{Admitted, ExtractFailure, Extractor, Message};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Deserialize)]
struct Case {
    id: String,
    category: String,
    turn: Turn,
    expect: Vec<Expected>,
}

#[derive(Deserialize)]
struct Turn {
    messages: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    role: SourceRole,
    text: String,
}

#[derive(Deserialize)]
struct Expected {
    span: String,
    kind: Kind,
    sensitivity: Sensitivity,
}

/// How a case ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// How many cases.
    pub cases: usize,
    /// Cases in which all that was to be kept was kept, and nothing else.
    pub right: usize,
    /// Cases in which something was kept that was not to be.
    pub kept_wrongly: usize,
}

/// What came of all cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaseReport {
    /// By category.
    pub categories: BTreeMap<String, Outcome>,
    /// What was kept and was to be.
    pub found: usize,
    /// Of it, what was taken for another kind.
    pub wrong_kind: usize,
    /// Of it, what was taken for less sensitive than it is.
    pub too_open: usize,
    /// All that was kept.
    pub kept: usize,
    /// Of it, what says something that the person's words do not.
    pub unsupported: usize,
    /// Of it, what is kept of a case of secrets with something in it that looks like a key.
    pub with_secret: usize,
    /// Of it, what names its message, the place in it, and whose words they are.
    pub with_provenance: usize,
    /// The cases that did not end well.
    pub wrong: Vec<String>,
}

/// Lets the extractor and the gate decide on each case.
///
/// # Errors
/// [`ExtractFailure`].
///
/// # Panics
/// If `text` is no file of cases.
pub async fn judge_cases(extractor: &dyn Extractor, text: &str) -> Result<CaseReport, ExtractFailure> {
    let mut report = CaseReport::default();
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).expect("a case a line");
        let messages = case.turn.messages.iter();
        let messages = messages.map(|said| Message { role: said.role, text: said.text.clone() }).collect();
        let (turn, kept) = kept(extractor, messages).await?;
        report.add(&case, &turn.messages, &kept);
    }
    Ok(report)
}

impl CaseReport {
    fn add(&mut self, case: &Case, turn: &[Message], kept: &[Admitted]) {
        let is_expected = |admitted: &Admitted| case.expect.iter().find(|expected| meets(admitted, expected));
        let is_found = |expected: &Expected| kept.iter().any(|admitted| meets(admitted, expected));
        let outcome = self.categories.entry(case.category.clone()).or_default();
        let is_wrong = kept.iter().any(|admitted| is_expected(admitted).is_none());
        let is_right = !is_wrong && case.expect.iter().all(is_found);
        outcome.cases += 1;
        outcome.kept_wrongly += usize::from(is_wrong);
        outcome.right += usize::from(is_right);
        if !is_right {
            self.wrong.push(case.id.clone());
        }
        for admitted in kept {
            let proposal = &admitted.proposal;
            let message = turn.get(proposal.message);
            let has_place =
                message.is_some_and(|message| message.text.get(admitted.at.clone()) == Some(&proposal.span));
            self.kept += 1;
            self.with_provenance += usize::from(has_place);
            self.with_secret += usize::from(case.category == "secret" && has_token(&proposal.statement));
            self.unsupported += usize::from(admitted.scores.verifiability < 1.0);
            if let Some(expected) = is_expected(admitted) {
                self.found += 1;
                self.wrong_kind += usize::from(proposal.kind != expected.kind);
                self.too_open += usize::from(proposal.sensitivity < expected.sensitivity);
            }
        }
    }

    /// Cases that ended well, of all.
    pub fn right(&self) -> (usize, usize) {
        let sum = |count: fn(&Outcome) -> usize| self.categories.values().map(count).sum();
        (sum(|outcome| outcome.right), sum(|outcome| outcome.cases))
    }

    /// The figures as JSON.
    pub fn to_json(&self) -> Value {
        let categories: BTreeMap<_, _> = self
            .categories
            .iter()
            .map(|(name, outcome)| {
                let figures =
                    json!({ "cases": outcome.cases, "right": outcome.right, "kept_wrongly": outcome.kept_wrongly });
                (name, figures)
            })
            .collect();
        json!({
            "categories": categories,
            "wrong_kind_rate": rate(self.wrong_kind, self.found),
            "too_open_rate": rate(self.too_open, self.found),
            "unsupported_rate": rate(self.unsupported, self.kept),
            "provenance_complete_rate": rate(self.with_provenance, self.kept),
        })
    }
}

impl fmt::Display for CaseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (right, all) = self.right();
        writeln!(f, "cases right {right} of {all}")?;
        for (name, outcome) in &self.categories {
            let Outcome { cases, right, kept_wrongly } = outcome;
            writeln!(f, "  {name:<10} {right} of {cases}, something kept wrongly in {kept_wrongly}")?;
        }
        writeln!(f, "  wrong kind {:.3}", rate(self.wrong_kind, self.found))?;
        writeln!(f, "  less sensitive than it is {:.3}", rate(self.too_open, self.found))?;
        writeln!(f, "  unsupported {:.3}", rate(self.unsupported, self.kept))?;
        write!(f, "  provenance complete {:.3}", rate(self.with_provenance, self.kept))
    }
}

/// Whether what was kept is what was to be: the words of one stand in the other.
fn meets(admitted: &Admitted, expected: &Expected) -> bool {
    let (ours, theirs) = (admitted.proposal.span.as_str(), expected.span.as_str());
    ours.contains(theirs) || theirs.contains(ours)
}

/// Whether a word is long and has letters and digits, as keys have and words have not.
fn has_token(statement: &str) -> bool {
    let is_token = |word: &str| {
        let has = |kind: fn(&char) -> bool| word.chars().any(|c| kind(&c));
        word.len() >= 12 && has(char::is_ascii_digit) && has(char::is_ascii_alphabetic)
    };
    statement.split_whitespace().any(is_token)
}
