//! The part of a memory that is encrypted at rest.

use contract::{Entity, NormalizedFact, SourceRef};
use serde::{Deserialize, Serialize};
use zeroize::Zeroize;

/// What a memory says and where it comes from. Encrypted as a whole; never logged.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The memory in words.
    pub statement: String,
    /// The passage that the statement was drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_content: Option<String>,
    /// The statement as predicate and object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalized_fact: Option<NormalizedFact>,
    /// Words that it should be found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// Who and what it mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<Entity>,
    /// A finer kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_subtype: Option<String>,
    /// The events that it comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceRef>,
}

impl Content {
    /// A statement and its sources, and nothing more known of it.
    pub fn of(statement: String, sources: Vec<SourceRef>) -> Self {
        Self {
            statement,
            raw_content: None,
            normalized_fact: None,
            keywords: Vec::new(),
            entities: Vec::new(),
            memory_subtype: None,
            sources,
        }
    }
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Content(hidden)")
    }
}

impl Drop for Content {
    fn drop(&mut self) {
        self.statement.zeroize();
        self.raw_content.zeroize();
        self.keywords.zeroize();
    }
}
