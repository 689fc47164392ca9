//! Correcting a memory: what the owner may change, read from JSON in the browser and on the server alike.

use crate::details::{Details, Entity, Faults, NormalizedFact, SourceRef};
use crate::error::{Fault, FieldError};
use crate::ids::MemoryId;
use crate::memory::{IndexState, Sensitivity, SourceRole};
use crate::text;
use crate::timestamp::Timestamp;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The largest JSON text of an [`EditableMemory`], in bytes: every field at its limit stays below, even if each character of
/// the longest ones has to be escaped.
pub const EDITABLE_MAX_BYTES: usize = 512 * 1024;
/// Fields of a memory that nobody can change, by every name that an answer or an export gives them.
const IMMUTABLE: [&str; 20] = [
    "id",
    "memory_id",
    "owner",
    "subject",
    "subject_id",
    "tenant",
    "tenant_id",
    "scope",
    "service_name",
    "kind",
    "class",
    "status",
    "authority",
    "version",
    "recorded_at",
    "occurred_at",
    "index_state",
    "embedding_model",
    "history",
    "audit",
];

/// An event that a memory rests on, as far as its owner may correct it: when it happened stays as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The event's id in the calling system.
    pub event_id: String,
    /// The conversation that the event is part of.
    #[serde(default)]
    pub conversation_id: Option<String>,
    /// The very words in that event.
    #[serde(default)]
    pub span: Option<String>,
    /// Whose words they are.
    pub role: SourceRole,
}

/// Everything about a memory that its owner may correct. Sent as a whole: what is left out is removed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EditableMemory {
    /// The memory in one or a few sentences.
    pub statement: String,
    /// The passage that the statement was drawn from.
    #[serde(default)]
    pub raw_content: Option<String>,
    /// The statement as predicate and object.
    #[serde(default)]
    pub normalized_fact: Option<NormalizedFact>,
    /// Words that it should be found by.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Who and what it mentions.
    #[serde(default)]
    pub entities: Vec<Entity>,
    /// A finer kind, in free words.
    #[serde(default)]
    pub memory_subtype: Option<String>,
    /// `normal`, `pii`, `restricted` or `unknown`.
    pub sensitivity: Sensitivity,
    /// 0.0 to 1.0.
    pub confidence: f64,
    /// True from then on.
    pub valid_from: Timestamp,
    /// True until then; open if absent.
    #[serde(default)]
    pub valid_to: Option<Timestamp>,
    /// The events that it rests on.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

impl EditableMemory {
    /// Everything that is wrong with the values, field by field; empty if they are fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        faults.text("statement", &self.statement, text::STATEMENT_MAX_BYTES);
        faults.details(&Details {
            raw_content: self.raw_content.as_deref(),
            normalized_fact: self.normalized_fact.as_ref(),
            keywords: &self.keywords,
            entities: &self.entities,
            memory_subtype: self.memory_subtype.as_deref(),
        });
        faults.confidence(Some(self.confidence));
        faults.validity(self.valid_from, self.valid_to);
        faults.entries("evidence", self.evidence.len());
        for (place, evidence) in self.evidence.iter().enumerate() {
            let source = SourceRef {
                conversation_id: evidence.conversation_id.clone(),
                span: evidence.span.clone(),
                ..SourceRef::of(evidence.event_id.clone(), evidence.role)
            };
            faults.source(&format!("evidence[{place}]"), &source);
        }
        faults.0
    }

    /// Reads and checks a JSON text.
    ///
    /// # Errors
    /// Everything that is wrong: broken JSON by line and column, fields that are unknown or cannot be changed by name,
    /// values by field. Never quotes a value.
    pub fn from_json(json: &str) -> Result<Self, Vec<FieldError>> {
        if json.len() > EDITABLE_MAX_BYTES {
            return Err(vec![FieldError::of(Fault::TooLong, "json", "is too long")]);
        }
        // The values are only read over, so that the bundle holds no code for a tree of them.
        #[expect(clippy::zero_sized_map_values, reason = "what JSON names is a map, not a set")]
        let fields: BTreeMap<String, IgnoredAny> =
            serde_json::from_slice(json.as_bytes()).map_err(|error| vec![no_object(json, &error)])?;
        let strangers: Vec<FieldError> = fields.keys().filter_map(|name| stranger(name)).collect();
        if !strangers.is_empty() {
            return Err(strangers);
        }
        let memory: Self = serde_json::from_slice(json.as_bytes()).map_err(|error| vec![mismatch(&error)])?;
        let faults = memory.faults();
        if faults.is_empty() { Ok(memory) } else { Err(faults) }
    }
}

const EDITABLE: [&str; 11] = [
    "statement",
    "raw_content",
    "normalized_fact",
    "keywords",
    "entities",
    "memory_subtype",
    "sensitivity",
    "confidence",
    "valid_from",
    "valid_to",
    "evidence",
];

fn stranger(name: &str) -> Option<FieldError> {
    if EDITABLE.contains(&name) {
        None
    } else if IMMUTABLE.contains(&name) {
        Some(FieldError::of(Fault::Immutable, name, "cannot be changed"))
    } else {
        // The name is the sender's, and may be anything.
        let plain = name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        Some(FieldError::of(Fault::Unknown, if plain && !name.is_empty() { name } else { "?" }, "is not a field"))
    }
}

/// What is wrong with a text that does not read as an object: it is broken, be it only further on, or something else.
fn no_object(json: &str, error: &serde_json::Error) -> FieldError {
    if !error.is_data() {
        return syntax(error);
    }
    match serde_json::from_slice::<IgnoredAny>(json.as_bytes()) {
        Ok(_) => FieldError::of(Fault::WrongType, "json", "must be a JSON object"),
        Err(broken) => syntax(&broken),
    }
}

fn syntax(error: &serde_json::Error) -> FieldError {
    let message = format!("is not JSON from line {}, column {} on", error.line(), error.column());
    FieldError::of(Fault::Syntax, "json", message)
}

/// What serde says of a text that is JSON, but not of this type; its message is cut to the part that is ours.
fn mismatch(error: &serde_json::Error) -> FieldError {
    if !error.is_data() {
        return syntax(error);
    }
    let text = error.to_string();
    let name = text.split('`').nth(1).unwrap_or("json");
    let (fault, field) = if text.starts_with("missing field") {
        (Fault::Required, name)
    } else if text.starts_with("duplicate field") {
        (Fault::Duplicate, name)
    } else if text.starts_with("unknown field") {
        (Fault::Unknown, "json")
    } else {
        (Fault::WrongType, "json")
    };
    let place = format!("line {}, column {}", error.line(), error.column());
    let message = match fault {
        Fault::Required => "is required".to_owned(),
        Fault::Duplicate => format!("is given twice ({place})"),
        Fault::Unknown => format!("holds a field that does not belong there ({place})"),
        _ => format!("holds a value of the wrong type ({place})"),
    };
    FieldError::of(fault, field, message)
}

/// The body of `PUT /api/v1/me/memories/{id}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CorrectMemory {
    /// The version that the person saw; any other now is a conflict.
    pub version: i64,
    /// All of the memory that can be changed, as it shall be.
    pub memory: EditableMemory,
}

/// The receipt of a correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CorrectedMemory {
    /// The memory.
    pub memory_id: MemoryId,
    /// Its version now.
    pub version: i64,
    /// How far the search index is with it.
    pub index_state: IndexState,
    /// The search index no longer had the memory, so nothing could be corrected there: it was removed altogether.
    pub removed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: &str =
        r#"{"statement":"likes tea","sensitivity":"NORMAL","confidence":1,"valid_from":"2026-01-01T00:00:00Z"}"#;

    fn faults(json: &str) -> Vec<(Fault, String)> {
        let faults = EditableMemory::from_json(json).expect_err(json);
        faults.into_iter().map(|fault| (fault.fault, fault.field)).collect()
    }

    fn with(more: &str) -> String {
        format!("{},{more}}}", &FINE[..FINE.len() - 1])
    }

    fn of(fault: Fault, field: &str) -> Vec<(Fault, String)> {
        vec![(fault, field.to_owned())]
    }

    #[test]
    fn a_fine_text_reads() {
        let memory = EditableMemory::from_json(FINE).expect("reads");
        assert_eq!((memory.statement.as_str(), memory.sensitivity), ("likes tea", Sensitivity::Normal));
        let again = serde_json::to_string(&memory).expect("writes");
        assert_eq!(EditableMemory::from_json(&again), Ok(memory), "what is written is read back");
    }

    #[test]
    fn what_is_no_json_is_named_by_its_place() {
        assert_eq!(faults("{\n  \"statement\": "), of(Fault::Syntax, "json"));
        assert_eq!(faults("[]"), of(Fault::WrongType, "json"));
        let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
        assert_eq!(faults(&deep), of(Fault::WrongType, "json"));
        assert_eq!(faults(&"[".repeat(5_000)), of(Fault::Syntax, "json"));
        assert_eq!(faults(&with(&format!("\"keywords\":{deep}"))), of(Fault::WrongType, "json"));
        assert_eq!(faults(&with(r#""raw_content":"\ud800""#)), of(Fault::Syntax, "json"));
        assert_eq!(faults(&with(r#""confidence":NaN"#)), of(Fault::Syntax, "json"));
        assert_eq!(faults(&" ".repeat(EDITABLE_MAX_BYTES + 1)), of(Fault::TooLong, "json"));
    }

    #[test]
    fn fields_that_cannot_be_changed_are_all_named() {
        let both = faults(&with(r#""scope":"personal","memory_id":"mem_1","colour":1,"<b>":2"#));
        assert!(both.contains(&(Fault::Immutable, "scope".into())), "{both:?}");
        assert!(both.contains(&(Fault::Immutable, "memory_id".into())), "{both:?}");
        assert!(both.contains(&(Fault::Unknown, "colour".into())), "{both:?}");
        assert!(both.contains(&(Fault::Unknown, "?".into())), "{both:?}");
    }

    #[test]
    fn values_are_checked_by_field() {
        assert_eq!(faults(r#"{"statement":"x"}"#), of(Fault::Required, "sensitivity"));
        assert_eq!(faults(&with(r#""statement":"twice""#)), of(Fault::Duplicate, "statement"));
        assert_eq!(faults(&with(r#""keywords":"tea""#)), of(Fault::WrongType, "json"));
        assert_eq!(faults(&FINE.replace(":1,", ":1.7,")), of(Fault::OutOfRange, "confidence"));
        assert_eq!(faults(&with(r#""valid_to":"2025-01-01T00:00:00Z""#)), of(Fault::Order, "valid_to"));
        assert_eq!(faults(&FINE.replace("likes tea", " ")), of(Fault::Empty, "statement"));
        let long = FINE.replace("likes tea", &"x".repeat(64 * 1024));
        assert_eq!(faults(&long), of(Fault::TooLong, "statement"));
        assert_eq!(faults(&with(r#""keywords":[""]"#)), of(Fault::Empty, "keywords[0]"));
    }
}
