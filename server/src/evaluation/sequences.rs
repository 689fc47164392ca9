//! Per sequence: something is known, something is said; does it go together as people say it should?

use super::{CASES, SEQUENCES, rate};
use contract::review::ReconcileAction;
use contract::{Authority, Kind, NormalizedFact, SourceRole, Timestamp, Validity};
use domain::extraction::{Admitted, ExtractFailure, Extractor, Message, Turn, gate};
use domain::kernel::{Embedder, TextRole};
use domain::memory::{Content, Known, Newcomer, Reconciled, reconcile};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt;

/// What is known, what is said, and how it should go together.
pub struct Sequence {
    id: String,
    known: Vec<Statement>,
    said: Said,
    expected: Reconciled,
}

enum Said {
    /// In a turn: extractor and gate have their say.
    Turn(Turn),
    /// As a program proposes it.
    Statement(Statement),
}

#[expect(clippy::struct_field_names, reason = "the names are those of the file")]
#[derive(Clone, Deserialize)]
struct Statement {
    statement: String,
    kind: Kind,
    #[serde(default = "own_words")]
    authority: Authority,
    #[serde(default = "long_ago")]
    valid_from: Timestamp,
    valid_to: Option<Timestamp>,
    #[serde(default)]
    ends: bool,
    fact: Option<NormalizedFact>,
}

fn own_words() -> Authority {
    Authority::ExplicitUserStatement
}

fn long_ago() -> Timestamp {
    Timestamp::EPOCH
}

/// A line of the file of sequences.
#[derive(Deserialize)]
struct SequenceLine {
    id: String,
    known: Vec<Statement>,
    said: SaidLine,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SaidLine {
    Turn { at: Timestamp, text: String },
    Statement(Statement),
}

#[derive(Deserialize)]
struct Expected {
    action: ReconcileAction,
    target: Option<usize>,
    valid_to: Option<Timestamp>,
}

/// A line of the file of cases, of which some say what is known already.
#[derive(Deserialize)]
struct CaseLine {
    id: String,
    turn: CaseTurn,
    #[serde(default)]
    existing: Vec<Existing>,
    expect: Vec<ExpectedOfCase>,
}

#[derive(Deserialize)]
struct CaseTurn {
    messages: Vec<CaseMessage>,
}

#[derive(Deserialize)]
struct CaseMessage {
    role: SourceRole,
    text: String,
}

#[derive(Deserialize)]
struct Existing {
    id: String,
    #[serde(flatten)]
    statement: Statement,
}

#[derive(Deserialize)]
struct ExpectedOfCase {
    action: ReconcileAction,
    target: Option<String>,
}

/// All that we have: those of the file of sequences, and the cases that say what is known.
///
/// # Panics
/// If a file is not one of ours, which a test would find.
pub fn sequences() -> Vec<Sequence> {
    let lines = SEQUENCES.lines().map(|line| serde_json::from_str::<SequenceLine>(line).expect("a sequence a line"));
    let cases = CASES.lines().map(|line| serde_json::from_str::<CaseLine>(line).expect("a case a line"));
    lines.map(Sequence::of_line).chain(cases.filter_map(Sequence::of_case)).collect()
}

impl Sequence {
    fn of_line(line: SequenceLine) -> Self {
        let said = match line.said {
            SaidLine::Turn { at, text } => {
                Said::Turn(Turn { messages: vec![Message { role: SourceRole::User, text }], occurred_at: at })
            }
            SaidLine::Statement(statement) => Said::Statement(statement),
        };
        let Expected { action, target, valid_to } = line.expect;
        Self { id: line.id, known: line.known, said, expected: Reconciled { action, target, valid_to } }
    }

    /// A case that says what is known. When it was said is of no matter, but that it was later.
    fn of_case(case: CaseLine) -> Option<Self> {
        let expected = case.expect.first().filter(|_| !case.existing.is_empty())?;
        let place = |id: &String| case.existing.iter().position(|existing| existing.id == *id);
        let target = expected.target.as_ref().and_then(place);
        let expected = Reconciled { action: expected.action, target, valid_to: None };
        let messages = case.turn.messages.into_iter();
        let messages = messages.map(|message| Message { role: message.role, text: message.text }).collect();
        let occurred_at = Timestamp::EPOCH.plus(LATER);
        let known = case.existing.into_iter().map(|existing| existing.statement).collect();
        Some(Self { id: case.id, known, said: Said::Turn(Turn { messages, occurred_at }), expected })
    }
}

/// Some fifty years.
const LATER: std::time::Duration = std::time::Duration::from_hours(50 * 365 * 24);

/// What came of all sequences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SequenceReport {
    /// How many there are.
    pub sequences: usize,
    /// Of them, those that end just as expected: action, target, and end.
    pub right: usize,
    /// Of those of which something was kept, those that repeat something known.
    pub repeats: usize,
    /// Of these, those that ended up as a separate memory.
    pub doubled: usize,
    /// Of all, those that say more than something known, contradict it, or say that it has ended.
    pub superseding: usize,
    /// Of these, those that took the right one's place.
    pub superseded: usize,
    /// Of those of which something was kept, those that should stand beside what is known.
    pub beside: usize,
    /// Of these, those that took somebody's place.
    pub superseded_wrongly: usize,
    /// Of all, those of which nothing was kept.
    pub not_kept: usize,
    /// Those that do not end as expected, with how they end.
    pub wrong: Vec<String>,
}

/// Lets extractor, gate and reconciliation decide on each sequence. What is known is compared closest first, as the
/// embedding has it.
///
/// # Errors
/// [`ExtractFailure`].
pub async fn judge_sequences(
    extractor: &dyn Extractor,
    embedder: &dyn Embedder,
    sequences: &[Sequence],
) -> Result<SequenceReport, ExtractFailure> {
    let mut report = SequenceReport::default();
    for sequence in sequences {
        let mut ends = Vec::new();
        for newcomer in arrivals(extractor, sequence).await? {
            ends.push(put(embedder, &newcomer, &sequence.known).await?);
        }
        report.add(sequence, &ends);
    }
    Ok(report)
}

/// What of the sequence is about to be remembered.
async fn arrivals(extractor: &dyn Extractor, sequence: &Sequence) -> Result<Vec<Statement>, ExtractFailure> {
    let turn = match &sequence.said {
        Said::Turn(turn) => turn,
        Said::Statement(statement) => return Ok(vec![statement.clone()]),
    };
    let extracted = extractor.extract(turn).await?;
    let kept = gate::decide(&turn.messages, extracted.proposals).into_iter().flatten();
    let statement = |Admitted { proposal, authority, .. }: Admitted| {
        let Validity { from, to } = proposal.validity(turn.occurred_at);
        let (kind, ends, fact) = (proposal.kind, proposal.ends, proposal.fact);
        Statement { statement: proposal.statement, kind, authority, valid_from: from, valid_to: to, ends, fact }
    };
    Ok(kept.map(statement).collect())
}

/// How a newcomer goes together with what is known.
async fn put(embedder: &dyn Embedder, newcomer: &Statement, known: &[Statement]) -> Result<Reconciled, ExtractFailure> {
    let texts = std::iter::once(newcomer).chain(known).map(|statement| statement.statement.clone()).collect();
    let vectors = embedder.embed(TextRole::Passage, texts).await?;
    let closeness =
        |place: usize| -> f32 { vectors[0].values.iter().zip(&vectors[place + 1].values).map(|(a, b)| a * b).sum() };
    let mut places: Vec<usize> = (0..known.len()).collect();
    places.sort_by(|a, b| closeness(*b).total_cmp(&closeness(*a)));
    let contents: Vec<Content> = places.iter().map(|place| known[*place].content()).collect();
    let compared: Vec<Known<'_>> = places
        .iter()
        .zip(&contents)
        .map(|(place, content)| {
            let Statement { kind, authority, .. } = known[*place];
            Known { kind, content, authority, validity: known[*place].validity() }
        })
        .collect();
    let content = newcomer.content();
    let (kind, authority, validity) = (newcomer.kind, newcomer.authority, newcomer.validity());
    let found = reconcile(&Newcomer { kind, content: &content, authority, validity, ends: newcomer.ends }, &compared);
    Ok(Reconciled { target: found.target.map(|place| places[place]), ..found })
}

impl Statement {
    fn content(&self) -> Content {
        let mut content = Content::of(self.statement.clone(), Vec::new());
        content.normalized_fact.clone_from(&self.fact);
        content
    }

    fn validity(&self) -> Validity {
        Validity { from: self.valid_from, to: self.valid_to }
    }
}

impl SequenceReport {
    fn add(&mut self, sequence: &Sequence, ends: &[Reconciled]) {
        use ReconcileAction::{Conflict, Expire, Insert, Merge, Replace, Update};
        let expected = sequence.expected;
        let some = |actions: &[ReconcileAction]| ends.iter().any(|end| actions.contains(&end.action));
        let takes_place = |end: &Reconciled| matches!(end.action, Update | Replace | Expire);
        self.sequences += 1;
        self.not_kept += usize::from(ends.is_empty());
        match expected.action {
            Merge => {
                self.repeats += usize::from(!ends.is_empty());
                self.doubled += usize::from(some(&[Insert, Conflict]));
            }
            Update | Replace | Expire => {
                let is_right = |end: &Reconciled| takes_place(end) && end.target == expected.target;
                self.superseding += 1;
                self.superseded += usize::from(ends.iter().any(is_right));
            }
            Insert | Conflict => {
                self.beside += usize::from(!ends.is_empty());
                self.superseded_wrongly += usize::from(some(&[Merge, Update, Replace, Expire]));
            }
        }
        if ends.contains(&expected) {
            self.right += 1;
        } else {
            let actions: Vec<&str> = ends.iter().map(|end| end.action.as_str()).collect();
            self.wrong.push(format!("{} {}≠{}", sequence.id, actions.join("+"), expected.action));
        }
    }

    /// Of what was kept and repeats something known, the share that ended up as a separate memory.
    pub fn duplicate_rate(&self) -> f64 {
        rate(self.doubled, self.repeats)
    }

    /// Of what says more than something known, contradicts it or ends it, the share that took the right one's place. What
    /// was not kept took nobody's.
    pub fn supersession_rate(&self) -> f64 {
        rate(self.superseded, self.superseding)
    }

    /// Of what was kept and should stand beside what is known, the share that took somebody's place.
    pub fn wrong_supersession_rate(&self) -> f64 {
        rate(self.superseded_wrongly, self.beside)
    }

    /// The figures as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "sequences": self.sequences,
            "right": self.right,
            "not_kept": self.not_kept,
            "duplicate_rate": self.duplicate_rate(),
            "supersession_rate": self.supersession_rate(),
            "wrong_supersession_rate": self.wrong_supersession_rate(),
        })
    }
}

impl fmt::Display for SequenceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sequences right {} of {}, not kept {}", self.right, self.sequences, self.not_kept)?;
        writeln!(f, "  duplicate {:.3} of {}", self.duplicate_rate(), self.repeats)?;
        writeln!(f, "  supersession {:.3} of {}", self.supersession_rate(), self.superseding)?;
        write!(f, "  took a place wrongly {:.3} of {}", self.wrong_supersession_rate(), self.beside)
    }
}
