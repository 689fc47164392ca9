//! One proposal as it comes over the wire, and what its form has to be. Whether it is true to the turn is the gate's
//! question.

use super::MAX_PROPOSALS;
use contract::details::{MAX_ENTRIES, PHRASE_MAX_BYTES};
use contract::text::{self, STATEMENT_MAX_BYTES};
use contract::{Entity, Kind, NormalizedFact, Sensitivity, Timestamp};
use domain::extraction::{ExtractFailure, Proposal, Turn};
use serde::Deserialize;

/// See [`Proposal`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposed {
    message: usize,
    span: String,
    statement: String,
    kind: Kind,
    #[serde(default)]
    predicate: Option<String>,
    #[serde(default)]
    object: Option<String>,
    #[serde(default)]
    entities: Vec<Entity>,
    confidence: f64,
    sensitivity: Sensitivity,
    #[serde(default)]
    valid_from: Option<Timestamp>,
    #[serde(default)]
    valid_to: Option<Timestamp>,
    #[serde(default)]
    ends: bool,
}

/// Takes what came back for `turn`, all of it or nothing.
///
/// # Errors
/// [`ExtractFailure::Unusable`], with the first thing that breaks the contract.
pub fn proposals(proposed: Vec<Proposed>, turn: &Turn) -> Result<Vec<Proposal>, ExtractFailure> {
    if proposed.len() > MAX_PROPOSALS {
        return Err(ExtractFailure::Unusable(format!("it has more than {MAX_PROPOSALS} proposals")));
    }
    let unusable = |place, why| ExtractFailure::Unusable(format!("proposals[{place}]: {why}"));
    let checked = proposed.into_iter().enumerate();
    checked
        .map(|(place, one)| match one.fault(turn) {
            Some(why) => Err(unusable(place, why)),
            None => Ok(one.into_proposal()),
        })
        .collect()
}

impl Proposed {
    fn fault(&self, turn: &Turn) -> Option<String> {
        let rules = [
            (self.message < turn.messages.len(), "message is not the number of one"),
            // What was said may hold what a text of ours may not.
            (self.span.len() <= STATEMENT_MAX_BYTES, "span is too long"),
            (self.predicate.is_some() == self.object.is_some(), "predicate and object need each other"),
            (self.entities.len() <= MAX_ENTRIES, "entities are too many"),
            ((0.0..=1.0).contains(&self.confidence), "confidence must be between 0.0 and 1.0"),
            (self.is_in_order(), "valid_to must be later than valid_from"),
        ];
        let broken = rules.iter().find_map(|(holds, why)| (!holds).then(|| (*why).to_owned()));
        broken.or_else(|| self.text_fault())
    }

    fn is_in_order(&self) -> bool {
        self.valid_from.zip(self.valid_to).is_none_or(|(from, to)| from < to)
    }

    fn text_fault(&self) -> Option<String> {
        let statement = [("statement", self.statement.as_str(), STATEMENT_MAX_BYTES)];
        let fact = [("predicate", &self.predicate), ("object", &self.object)];
        let fact = fact.into_iter().filter_map(|(field, text)| Some((field, text.as_deref()?)));
        let names = self.entities.iter().map(|entity| ("name", entity.name.as_str()));
        let types = self.entities.iter().filter_map(|entity| Some(("type", entity.entity_type.as_deref()?)));
        let phrases = fact.chain(names).chain(types).map(|(field, text)| (field, text, PHRASE_MAX_BYTES));
        statement
            .into_iter()
            .chain(phrases)
            .find_map(|(field, text, most)| text::check(text, most).err().map(|fault| format!("{field} {fault}")))
    }

    fn into_proposal(self) -> Proposal {
        let fact = self.predicate.zip(self.object);
        Proposal {
            message: self.message,
            span: self.span,
            statement: self.statement,
            kind: self.kind,
            fact: fact.map(|(predicate, object)| NormalizedFact { predicate, object }),
            entities: self.entities,
            confidence: self.confidence,
            sensitivity: self.sensitivity,
            valid_from: self.valid_from,
            valid_to: self.valid_to,
            ends: self.ends,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractors::wire::read;
    use contract::SourceRole;
    use domain::extraction::Message;
    use serde_json::{Value, json};

    fn turn() -> Turn {
        let message = Message { role: SourceRole::User, text: "I like green tea.".into() };
        Turn { messages: vec![message], occurred_at: Timestamp::EPOCH }
    }

    fn taken(changes: &Value) -> Result<Vec<Proposal>, ExtractFailure> {
        let mut proposal = json!({
            "message": 0, "span": "I like green tea.", "statement": "I like green tea.", "kind": "PREFERENCE",
            "confidence": 0.9, "sensitivity": "normal",
        });
        for (field, value) in changes.as_object().expect("an object") {
            proposal[field] = value.clone();
        }
        proposals(vec![read(proposal.to_string().as_bytes())?], &turn())
    }

    #[test]
    fn everything_that_an_extractor_may_say_arrives() {
        let proposal = taken(&json!({
            "predicate": "likes", "object": "green tea", "entities": [{ "name": "green tea", "type": "drink" }],
            "valid_from": "2026-07-01T09:00:00+09:00", "valid_to": "2026-08-01T00:00:00Z", "ends": true, "kind": "preference",
        }));
        let proposal = proposal.expect("fine").remove(0);
        assert_eq!(proposal.fact.expect("a fact").object, "green tea");
        assert_eq!(proposal.entities[0].entity_type.as_deref(), Some("drink"));
        assert_eq!(proposal.valid_from.map(|from| from.to_string()).as_deref(), Some("2026-07-01T00:00:00Z"));
        assert!(proposal.ends);
        let plain = taken(&json!({ "predicate": null, "object": null, "valid_from": null, "valid_to": null }));
        assert!(plain.is_ok_and(|plain| plain[0].fact.is_none() && !plain[0].ends));
    }

    #[test]
    fn what_breaks_the_form_is_named() {
        let long = "x".repeat(STATEMENT_MAX_BYTES + 1);
        let phrase = "x".repeat(PHRASE_MAX_BYTES + 1);
        let many = vec![json!({ "name": "a" }); MAX_ENTRIES + 1];
        for (changes, why) in [
            (json!({ "message": 1 }), "message is not the number of one"),
            (json!({ "span": long }), "span is too long"),
            (json!({ "statement": long }), "statement must be at most 4096 bytes long"),
            (json!({ "statement": " " }), "statement must not be empty"),
            (json!({ "statement": "a\u{0}" }), "statement must not contain control characters"),
            (json!({ "predicate": "likes" }), "predicate and object need each other"),
            (json!({ "predicate": phrase, "object": "a" }), "predicate must be at most 500 bytes long"),
            (json!({ "entities": many }), "entities are too many"),
            (json!({ "entities": [{ "name": "" }] }), "name must not be empty"),
            (json!({ "entities": [{ "name": "a", "type": "" }] }), "type must not be empty"),
            (json!({ "confidence": 1.01 }), "confidence must be between 0.0 and 1.0"),
            (json!({ "confidence": -0.1 }), "confidence must be between 0.0 and 1.0"),
            (
                json!({ "valid_from": "2026-07-01T00:00:00Z", "valid_to": "2026-07-01T00:00:00Z" }),
                "valid_to must be later than valid_from",
            ),
        ] {
            assert_eq!(taken(&changes), Err(ExtractFailure::Unusable(format!("proposals[0]: {why}"))));
        }
    }
}
