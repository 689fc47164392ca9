//! The parts of a memory beside its statement, and the checks that saves and corrections share.

use crate::error::{Fault, FieldError};
use crate::memory::SourceRole;
use crate::text;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The longest passage that a statement was drawn from, in bytes.
pub const RAW_CONTENT_MAX_BYTES: usize = 16 * 1024;
/// The longest keyword, name, type, subtype, predicate or object, in bytes.
pub const PHRASE_MAX_BYTES: usize = 500;
/// The most keywords, entities or pieces of evidence.
pub const MAX_ENTRIES: usize = 32;

/// A statement as predicate and object; the subject is the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NormalizedFact {
    /// What is said, for example `prefers`.
    pub predicate: String,
    /// Of what, for example `green tea`.
    pub object: String,
}

/// Someone or something that a memory mentions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Entity {
    /// Its name.
    pub name: String,
    /// What it is, in the caller's own words, for example `person`.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub entity_type: Option<String>,
}

/// Which event a memory comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SourceRef {
    /// The event's id in the calling system, for example a message id.
    pub event_id: String,
    /// The conversation that the event is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<String>,
    /// The very words in that event.
    #[serde(default)]
    pub span: Option<String>,
    /// Whose words they are.
    pub role: SourceRole,
    /// When it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occurred_at: Option<Timestamp>,
}

impl SourceRef {
    /// The event with that id, and nothing more known of it.
    pub fn of(event_id: String, role: SourceRole) -> Self {
        Self { event_id, conversation_id: None, span: None, role, occurred_at: None }
    }
}

/// The optional parts of a memory, borrowed for a check.
#[derive(Clone, Copy)]
pub(crate) struct Details<'a> {
    pub raw_content: Option<&'a str>,
    pub normalized_fact: Option<&'a NormalizedFact>,
    pub keywords: &'a [String],
    pub entities: &'a [Entity],
    pub memory_subtype: Option<&'a str>,
}

/// Collects what is wrong.
#[derive(Default)]
pub(crate) struct Faults(pub Vec<FieldError>);

impl Faults {
    pub fn text(&mut self, field: &str, value: &str, max_bytes: usize) {
        if let Err(fault) = text::check(value, max_bytes) {
            self.0.push(FieldError::text(field, fault));
        }
    }

    fn optional(&mut self, field: &str, value: Option<&str>, max_bytes: usize) {
        if let Some(value) = value {
            self.text(field, value, max_bytes);
        }
    }

    pub fn entries(&mut self, field: &str, count: usize) {
        if count > MAX_ENTRIES {
            let message = format!("must have at most {MAX_ENTRIES} entries");
            self.0.push(FieldError::of(Fault::TooMany, field, message));
        }
    }

    pub fn source(&mut self, field: &str, source: &SourceRef) {
        self.text(&format!("{field}.event_id"), &source.event_id, text::EXTERNAL_ID_MAX_BYTES);
        let conversation = source.conversation_id.as_deref();
        self.optional(&format!("{field}.conversation_id"), conversation, text::EXTERNAL_ID_MAX_BYTES);
        self.optional(&format!("{field}.span"), source.span.as_deref(), text::STATEMENT_MAX_BYTES);
    }

    pub fn details(&mut self, details: &Details<'_>) {
        self.optional("raw_content", details.raw_content, RAW_CONTENT_MAX_BYTES);
        if let Some(fact) = details.normalized_fact {
            self.text("normalized_fact.predicate", &fact.predicate, PHRASE_MAX_BYTES);
            self.text("normalized_fact.object", &fact.object, PHRASE_MAX_BYTES);
        }
        self.entries("keywords", details.keywords.len());
        for (place, keyword) in details.keywords.iter().enumerate() {
            self.text(&format!("keywords[{place}]"), keyword, PHRASE_MAX_BYTES);
        }
        self.entries("entities", details.entities.len());
        for (place, entity) in details.entities.iter().enumerate() {
            self.text(&format!("entities[{place}].name"), &entity.name, PHRASE_MAX_BYTES);
            self.optional(&format!("entities[{place}].type"), entity.entity_type.as_deref(), PHRASE_MAX_BYTES);
        }
        self.optional("memory_subtype", details.memory_subtype, PHRASE_MAX_BYTES);
    }

    pub fn confidence(&mut self, confidence: Option<f64>) {
        if confidence.is_some_and(|confidence| !(0.0..=1.0).contains(&confidence)) {
            self.0.push(FieldError::of(Fault::OutOfRange, "confidence", "must be between 0.0 and 1.0"));
        }
    }

    pub fn validity(&mut self, from: Timestamp, to: Option<Timestamp>) {
        if to.is_some_and(|to| to <= from) {
            self.0.push(FieldError::of(Fault::Order, "valid_to", "must be later than valid_from"));
        }
    }
}
