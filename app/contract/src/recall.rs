//! One question to a person's memory and its answer.

use crate::error::FieldError;
use crate::ids::{MemoryId, RecallId};
use crate::memory::{Class, Kind, Validity};
use crate::scope::{Scope, ScopeSet};
use crate::services::InjectionMode;
use crate::text;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// How many memories a recall returns unless told otherwise.
pub const DEFAULT_TOP_K: u32 = 8;
/// The most memories that a recall returns.
pub const MAX_TOP_K: u32 = 100;

/// The body of `POST /api/v1/recall`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecallRequest {
    /// Whose memory is asked: an account id or an external id linked to one.
    pub subject: String,
    /// The question, usually the person's last message.
    pub query: String,
    /// `personal`, `service:<own id>` or both; what the service's revision says if absent. Never empty.
    #[serde(default)]
    pub scopes: Option<ScopeSet>,
    /// At most so many memories, 1 to 100; as many as the service's revision says if absent.
    #[serde(default)]
    pub top_k: Option<u32>,
    /// Leave out what scores below this, 0.0 to 1.0; 0 leaves nothing out. What the service's revision says if absent.
    #[serde(default)]
    pub threshold: Option<f64>,
}

impl RecallRequest {
    /// Everything that is wrong with the request, field by field; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Vec::new();
        if let Err(fault) = text::check(&self.subject, text::EXTERNAL_ID_MAX_BYTES) {
            faults.push(FieldError::new("subject", fault));
        }
        if let Err(fault) = text::check(&self.query, text::QUERY_MAX_BYTES) {
            faults.push(FieldError::new("query", fault));
        }
        if self.top_k.is_some_and(|top_k| !(1..=MAX_TOP_K).contains(&top_k)) {
            faults.push(FieldError::new("top_k", format!("must be between 1 and {MAX_TOP_K}")));
        }
        if self.threshold.is_some_and(|threshold| !(0.0..=1.0).contains(&threshold)) {
            faults.push(FieldError::new("threshold", "must be between 0.0 and 1.0"));
        }
        faults
    }
}

/// One way of finding memories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// Words, by BM25.
    Keyword,
    /// Meaning, by the cosine of embeddings.
    Semantic,
}

/// Why an answer holds less than it could.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RecallDegraded {
    /// The embedding model did not answer: words only.
    ModelUnavailable,
    /// The search index did not answer: nothing could be found.
    IndexUnavailable,
    /// The store did not answer: nothing may be returned unchecked.
    StoreUnavailable,
}

/// One term of a score: `weight × value`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoreTerm {
    /// How strong the signal is, 0.0 to 1.0.
    pub value: f64,
    /// How much it counts, by the service's revision.
    pub weight: f64,
}

impl ScoreTerm {
    /// What the term adds to the score.
    pub fn contribution(&self) -> f64 {
        self.value * self.weight
    }
}

/// A score and where it comes from: the sum of its terms.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Score {
    /// The sum of the terms, 0.0 to 1.0 with the default weights.
    pub total: f64,
    /// Closeness of meaning.
    pub semantic: ScoreTerm,
    /// Shared words.
    pub keyword: ScoreTerm,
}

impl Score {
    /// The sum of the given terms, with the terms.
    pub fn sum(semantic: ScoreTerm, keyword: ScoreTerm) -> Self {
        Self { total: semantic.contribution() + keyword.contribution(), semantic, keyword }
    }
}

/// One memory in the answer of a recall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecalledMemory {
    /// The memory.
    pub memory_id: MemoryId,
    /// What is remembered.
    pub statement: String,
    /// What sort of thing it is.
    pub kind: Kind,
    /// The class of that kind.
    pub class: Class,
    /// Where it is in use.
    pub scope: Scope,
    /// When it is true.
    pub validity: Validity,
    /// When this system knew it.
    pub recorded_at: Timestamp,
    /// Why it is here.
    pub score: Score,
}

/// The answer of `POST /api/v1/recall`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecallAnswer {
    /// The row of the recall log.
    pub recall_id: RecallId,
    /// Best first.
    pub memories: Vec<RecalledMemory>,
    /// The memories as a text for the model, by the template of the service's revision; empty if there are none.
    pub context: String,
    /// Where the text goes, by the service's revision.
    pub injection: InjectionMode,
    /// Which ways of finding ran.
    pub arms: Vec<Arm>,
    /// Whether something was down.
    pub degraded: bool,
    /// What was down.
    pub degraded_reason: Option<RecallDegraded>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_and_faults() {
        let fine: RecallRequest = serde_json::from_str(r#"{"subject":"u","query":"?"}"#).expect("reads");
        assert_eq!((fine.top_k, fine.threshold), (None, None));
        assert!(fine.faults().is_empty());
        let bad = RecallRequest {
            subject: String::new(),
            query: " ".into(),
            scopes: None,
            top_k: Some(0),
            threshold: Some(1.5),
        };
        let fields: Vec<_> = bad.faults().into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["subject", "query", "top_k", "threshold"]);
    }

    #[test]
    fn a_score_is_the_sum_of_its_terms() {
        let term = |value, weight| ScoreTerm { value, weight };
        assert!((Score::sum(term(0.5, 0.7), term(1.0, 0.3)).total - 0.65).abs() < 1e-12);
    }
}
