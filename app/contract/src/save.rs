//! Saving one memory: what a chat service sends, and the receipt.

use crate::details::{Details, Entity, Faults, NormalizedFact, SourceRef};
use crate::error::{Fault, FieldError};
use crate::ids::MemoryId;
use crate::memory::{IndexState, Kind, Sensitivity, Status};
use crate::review::ReconcileAction;
use crate::scope::Scope;
use crate::text;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The body of `POST /api/v1/memories`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SaveMemory {
    /// Whom it is about: an account id or an external id linked to one.
    pub subject: String,
    /// The memory in one or a few sentences, in the person's language.
    pub statement: String,
    /// What sort of thing it is.
    pub kind: Kind,
    /// `personal` (default) or the calling service's own scope.
    #[serde(default)]
    pub scope: Option<Scope>,
    /// `normal`, `pii`, `restricted`; anything else, or nothing, is stored as `unknown`.
    #[serde(default)]
    pub sensitivity: Option<String>,
    /// How sure the caller is, 0.0 to 1.0; 1.0 if absent.
    #[serde(default)]
    pub confidence: Option<f64>,
    /// True from then on; the time of saving if absent.
    #[serde(default)]
    pub valid_from: Option<Timestamp>,
    /// True until then; open if absent.
    #[serde(default)]
    pub valid_to: Option<Timestamp>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<SourceRef>,
    /// The passage that the statement was drawn from, if it says more.
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
    /// A finer kind, in the caller's own words.
    #[serde(default)]
    pub memory_subtype: Option<String>,
    /// The person asked, in so many words, to remember this: brings back a statement that the person once deleted.
    #[serde(default)]
    pub requested_by_user: bool,
}

impl SaveMemory {
    /// Everything that is wrong with the request, field by field; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        faults.text("subject", &self.subject, text::EXTERNAL_ID_MAX_BYTES);
        faults.text("statement", &self.statement, text::STATEMENT_MAX_BYTES);
        if let Some(source) = &self.source {
            faults.source("source", source);
        }
        faults.details(&Details {
            raw_content: self.raw_content.as_deref(),
            normalized_fact: self.normalized_fact.as_ref(),
            keywords: &self.keywords,
            entities: &self.entities,
            memory_subtype: self.memory_subtype.as_deref(),
        });
        faults.confidence(self.confidence);
        if let Some(from) = self.valid_from {
            faults.validity(from, self.valid_to);
        }
        faults.0
    }

    /// What is wrong with a request as a proposal to reviewers, who need to see where it comes from and how sure the service
    /// is; empty if it is fine. `POST /api/v1/candidates` takes the body of a save.
    pub fn candidate_faults(&self) -> Vec<FieldError> {
        let mut faults = self.faults();
        let mut require = |field: &str, is_there: bool| {
            if !is_there {
                faults.push(FieldError::of(Fault::Required, field, "is required for a candidate"));
            }
        };
        require("confidence", self.confidence.is_some());
        require("source", self.source.is_some());
        require("source.span", self.source.as_ref().is_none_or(|source| source.span.is_some()));
        faults
    }
}

/// The receipt of a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProposedCandidate {
    /// The memory to be.
    pub memory_id: MemoryId,
    /// `candidate`; for a duplicate, where that one is in its life.
    pub status: Status,
    /// What was stored as its sensitivity.
    pub sensitivity: Sensitivity,
    /// How it would fit in with what is remembered; absent for a duplicate.
    pub action: Option<ReconcileAction>,
    /// When the system rejects it by itself; absent for a duplicate.
    pub expires_at: Option<Timestamp>,
    /// The person already has exactly this statement in this scope, remembered or waiting: nothing was added.
    pub duplicate: bool,
}

/// The receipt of a save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SavedMemory {
    /// The memory.
    pub memory_id: MemoryId,
    /// `active`, or `candidate` where the service's revision asks for review.
    pub status: Status,
    /// What was stored as its sensitivity.
    pub sensitivity: Sensitivity,
    /// `indexed`: the very next recall can find it.
    pub index_state: IndexState,
    /// The person already had exactly this statement in this scope: that memory is the answer, nothing was added.
    pub duplicate: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::SourceRole;

    fn request() -> SaveMemory {
        serde_json::from_str(r#"{"subject":"u-1","statement":"차를 좋아한다","kind":"PREFERENCE"}"#).expect("reads")
    }

    #[test]
    fn faults_name_their_fields() {
        let late = "2026-02-01T00:00:00Z".parse().ok();
        let early = "2026-01-01T00:00:00Z".parse().ok();
        let bad = SaveMemory {
            subject: " ".into(),
            statement: "x".repeat(text::STATEMENT_MAX_BYTES + 1),
            confidence: Some(f64::NAN),
            valid_from: late,
            valid_to: early,
            source: Some(SourceRef { span: Some("\u{7}".into()), ..SourceRef::of(String::new(), SourceRole::User) }),
            ..request()
        };
        let fields: Vec<_> = bad.faults().into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["subject", "statement", "source.event_id", "source.span", "confidence", "valid_to"]);
        assert!(request().faults().is_empty());
    }
}
