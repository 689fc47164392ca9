//! What a person has typed in the form: texts, as they stand in the fields, whether they are valid or not.

use super::moment::MomentDraft;
use contract::{
    EditableMemory, Entity, Evidence, Fault, FieldError, NormalizedFact, Sensitivity, SourceRole, Timestamp,
};
use serde::Serialize;

/// An entity being typed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EntityDraft {
    pub name: String,
    pub entity_type: String,
}

/// A piece of evidence being typed.
#[derive(Debug, Clone, PartialEq)]
pub struct EvidenceDraft {
    pub event_id: String,
    pub conversation_id: String,
    pub span: String,
    pub role: SourceRole,
}

impl Default for EvidenceDraft {
    fn default() -> Self {
        Self { event_id: String::new(), conversation_id: String::new(), span: String::new(), role: SourceRole::User }
    }
}

/// The form as it is being typed.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    pub statement: String,
    pub raw_content: String,
    pub predicate: String,
    pub object: String,
    /// One a line.
    pub keywords: String,
    pub entities: Vec<EntityDraft>,
    pub memory_subtype: String,
    pub sensitivity: Sensitivity,
    pub confidence: String,
    pub valid_from: MomentDraft,
    pub valid_to: MomentDraft,
    pub evidence: Vec<EvidenceDraft>,
}

impl Draft {
    /// The form for a memory as it is.
    pub fn of(memory: &EditableMemory) -> Self {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let fact = memory.normalized_fact.clone();
        let (predicate, object) = fact.map(|fact| (fact.predicate, fact.object)).unwrap_or_default();
        let entity =
            |entity: &Entity| EntityDraft { name: entity.name.clone(), entity_type: text(&entity.entity_type) };
        let evidence = |evidence: &Evidence| EvidenceDraft {
            event_id: evidence.event_id.clone(),
            conversation_id: text(&evidence.conversation_id),
            span: text(&evidence.span),
            role: evidence.role,
        };
        Self {
            statement: memory.statement.clone(),
            raw_content: text(&memory.raw_content),
            predicate,
            object,
            keywords: memory.keywords.join("\n"),
            entities: memory.entities.iter().map(entity).collect(),
            memory_subtype: text(&memory.memory_subtype),
            sensitivity: memory.sensitivity,
            confidence: memory.confidence.to_string(),
            valid_from: MomentDraft::of(Some(memory.valid_from)),
            valid_to: MomentDraft::of(memory.valid_to),
            evidence: memory.evidence.iter().map(evidence).collect(),
        }
    }

    /// The memory that the form describes.
    ///
    /// # Errors
    /// Everything that is wrong, field by field.
    pub fn memory(&self) -> Result<EditableMemory, Vec<FieldError>> {
        let mut faults = Vec::new();
        let mut fault = |kind, field| faults.push(FieldError::of(kind, field, "is not valid"));
        let confidence = self.confidence.trim().parse::<f64>().unwrap_or_else(|_| {
            fault(if self.confidence.trim().is_empty() { Fault::Required } else { Fault::WrongType }, "confidence");
            0.0
        });
        let valid_to = self.valid_to.moment().unwrap_or_else(|_| {
            fault(Fault::WrongType, "valid_to");
            None
        });
        let valid_from = match self.valid_from.moment() {
            Ok(Some(moment)) => Some(moment),
            Ok(None) => {
                fault(Fault::Required, "valid_from");
                None
            }
            Err(_) => {
                fault(Fault::WrongType, "valid_from");
                None
            }
        };
        let Some(valid_from) = valid_from else { return Err(faults) };
        let memory = EditableMemory {
            statement: self.statement.clone(),
            raw_content: optional(&self.raw_content),
            normalized_fact: self.fact(),
            keywords: self.keyword_list(),
            entities: self.entity_list(),
            memory_subtype: optional(&self.memory_subtype),
            sensitivity: self.sensitivity,
            confidence,
            valid_from,
            valid_to,
            evidence: self.evidence_list(),
        };
        faults.extend(memory.faults());
        if faults.is_empty() { Ok(memory) } else { Err(faults) }
    }

    /// The form as JSON, also while it is not valid: what is no number or time stands there as it was typed.
    pub fn json(&self) -> String {
        let confidence = self.confidence.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let written = Written {
            statement: &self.statement,
            raw_content: optional(&self.raw_content),
            normalized_fact: self.fact(),
            keywords: self.keyword_list(),
            entities: self.entity_list(),
            memory_subtype: optional(&self.memory_subtype),
            sensitivity: self.sensitivity,
            confidence: confidence.ok_or(&self.confidence).into(),
            valid_from: self.valid_from.moment().map_err(|_| &self.valid_from.text).into(),
            valid_to: self.valid_to.moment().map_err(|_| &self.valid_to.text).into(),
            evidence: self.evidence_list(),
        };
        leptos::serde_json::to_string_pretty(&written).unwrap_or_default()
    }

    /// The form for a JSON text that has the right shape; its values may still be out of their limits.
    pub fn from_json(json: &str) -> Option<Self> {
        leptos::serde_json::from_slice::<EditableMemory>(json.as_bytes()).ok().map(|memory| Self::of(&memory))
    }

    fn fact(&self) -> Option<NormalizedFact> {
        let (predicate, object) = (self.predicate.clone(), self.object.clone());
        (!predicate.is_empty() || !object.is_empty()).then_some(NormalizedFact { predicate, object })
    }

    fn keyword_list(&self) -> Vec<String> {
        self.keywords.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    fn entity_list(&self) -> Vec<Entity> {
        let entity =
            |draft: &EntityDraft| Entity { name: draft.name.clone(), entity_type: optional(&draft.entity_type) };
        self.entities.iter().map(entity).collect()
    }

    fn evidence_list(&self) -> Vec<Evidence> {
        let evidence = |draft: &EvidenceDraft| Evidence {
            event_id: draft.event_id.clone(),
            conversation_id: optional(&draft.conversation_id),
            span: optional(&draft.span),
            role: draft.role,
        };
        self.evidence.iter().map(evidence).collect()
    }
}

/// The form as it stands in JSON. All that is written there is written in one way, which the bundle then holds once.
#[derive(Serialize)]
struct Written<'a> {
    statement: &'a str,
    raw_content: Option<String>,
    normalized_fact: Option<NormalizedFact>,
    keywords: Vec<String>,
    entities: Vec<Entity>,
    memory_subtype: Option<String>,
    sensitivity: Sensitivity,
    confidence: Typed<'a, f64>,
    valid_from: Typed<'a, Option<Timestamp>>,
    valid_to: Typed<'a, Option<Timestamp>>,
    evidence: Vec<Evidence>,
}

/// What was typed.
#[derive(Serialize)]
#[serde(untagged)]
enum Typed<'a, T> {
    Value(T),
    /// It is no value.
    Text(&'a str),
}

impl<'a, T> From<Result<T, &'a String>> for Typed<'a, T> {
    fn from(typed: Result<T, &'a String>) -> Self {
        typed.map_or_else(|text| Self::Text(text), Self::Value)
    }
}

/// An empty field is no value.
fn optional(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> EditableMemory {
        let json = r#"{"statement":"likes tea","raw_content":"I like tea","normalized_fact":{"predicate":"likes","object":"tea"},
            "keywords":["tea","green"],"entities":[{"name":"tea","type":"drink"},{"name":"Mina"}],"memory_subtype":"taste",
            "sensitivity":"normal","confidence":0.85,"valid_from":"2026-01-01T00:00:01.5Z","valid_to":"2027-01-01T00:00:00Z",
            "evidence":[{"event_id":"m-1","conversation_id":"c-1","span":"I like tea","role":"user"}]}"#;
        EditableMemory::from_json(json).expect("reads")
    }

    #[test]
    fn both_modes_keep_every_field_to_the_microsecond() {
        let draft = Draft::of(&memory());
        assert_eq!(draft.memory(), Ok(memory()));
        assert_eq!(EditableMemory::from_json(&draft.json()), Ok(memory()));
        assert_eq!(Draft::from_json(&draft.json()), Some(draft));
    }

    #[test]
    fn what_is_wrong_is_named_and_survives_the_change_of_mode() {
        let wrong = Draft { confidence: "high".into(), statement: " ".into(), ..Draft::of(&memory()) };
        let fields: Vec<_> = wrong.memory().expect_err("wrong").into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["confidence", "statement"]);
        assert!(wrong.json().contains("\"high\""));
        let over = Draft { confidence: "1.7".into(), ..Draft::of(&memory()) };
        assert_eq!(Draft::from_json(&over.json()), Some(over.clone()), "a value out of its limits can be shown");
        assert_eq!(over.memory().expect_err("over")[0].fault, Fault::OutOfRange);
    }

    #[test]
    fn what_is_no_time_stands_in_json_as_it_was_typed() {
        let mut draft = Draft::of(&memory());
        draft.valid_to.text = "soon".into();
        assert!(draft.json().contains("\"valid_to\": \"soon\"") && draft.memory().is_err());
    }

    #[test]
    fn not_a_number_is_none() {
        let nan = Draft { confidence: "NaN".into(), ..Draft::of(&memory()) };
        assert!(nan.memory().is_err() && nan.json().contains("\"NaN\""));
    }

    #[test]
    fn a_beginning_is_needed_and_an_end_is_not() {
        let open = Draft { valid_to: MomentDraft::of(None), ..Draft::of(&memory()) };
        assert_eq!(open.memory().expect("fine").valid_to, None);
        let never = Draft { valid_from: MomentDraft::of(None), ..Draft::of(&memory()) };
        assert_eq!(never.memory().expect_err("needed")[0].fault, Fault::Required);
    }
}
