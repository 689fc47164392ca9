//! The part of a memory that is encrypted at rest.

use contract::SourceRef;
use serde::{Deserialize, Serialize};
use zeroize::Zeroize;

/// What a memory says and where it comes from. Encrypted as a whole; never logged.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The memory in words.
    pub statement: String,
    /// The events that it comes from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceRef>,
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Content(hidden)")
    }
}

impl Drop for Content {
    fn drop(&mut self) {
        self.statement.zeroize();
    }
}
