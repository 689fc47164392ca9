//! The list of a person's memories: what is asked for, and the rows that come back.

use crate::error::{Fault, FieldError};
use crate::ids::MemoryId;
use crate::memory::{IndexState, Kind, Sensitivity, Status, Validity, words};
use crate::page::DEFAULT_PAGE_SIZE;
use crate::scope::Scope;
use crate::text;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The longest text to search for, in bytes.
pub const SEARCH_MAX_BYTES: usize = 200;
/// Counts stop there and say that there is more.
pub const COUNT_MAX: u32 = 1_000;

words!(
    /// The tabs of the list.
    Tab {
        /// Every scope.
        All = "all",
        /// What all of the person's assistants may use.
        Personal = "personal",
        /// What one service alone may use.
        Service = "service",
    }
);

words!(
    /// Whether a memory holds now.
    Standing {
        /// In force, and true now.
        Current = "current",
        /// Past: ended, replaced, refused or withdrawn.
        History = "history",
        /// Not yet: it waits for a reviewer, or for its time to begin.
        Waiting = "waiting",
    }
);

words!(
    /// What the list is ordered by. Statements are encrypted, so nothing is ordered by them.
    SortBy {
        /// When this system knew it.
        RecordedAt = "recorded_at",
        /// The kind, by name.
        Kind = "kind",
        /// The scope, by name.
        Scope = "scope",
        /// When it began to be true.
        ValidFrom = "valid_from",
        /// The index state, by name.
        IndexState = "index_state",
    }
);

words!(
    /// Which end of the list comes first.
    SortOrder {
        /// Latest, or last by name, first.
        Descending = "desc",
        /// Earliest, or first by name, first.
        Ascending = "asc",
    }
);

/// Which memories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct MemoryFilter {
    /// Of which scopes.
    pub tab: Tab,
    /// Of that kind only.
    pub kind: Option<Kind>,
    /// Holding, past or waiting only.
    pub standing: Option<Standing>,
    /// In that index state only.
    pub index_state: Option<IndexState>,
    /// Of that sensitivity only.
    pub sensitivity: Option<Sensitivity>,
    /// Holding all of these words, in any part of their content.
    pub q: Option<String>,
}

impl Default for MemoryFilter {
    fn default() -> Self {
        Self { tab: Tab::All, kind: None, standing: None, index_state: None, sensitivity: None, q: None }
    }
}

impl MemoryFilter {
    /// Everything that is wrong with it; empty if it is fine. A blank search text is none.
    pub fn faults(&self) -> Vec<FieldError> {
        match self.search() {
            Some(q) if q.len() > SEARCH_MAX_BYTES => {
                let fault = text::TextFault::TooLong { max_bytes: SEARCH_MAX_BYTES };
                vec![FieldError::of(Fault::TooLong, "q", fault)]
            }
            _ => Vec::new(),
        }
    }

    /// The text to search for, unless it is blank.
    pub fn search(&self) -> Option<&str> {
        self.q.as_deref().map(str::trim).filter(|q| !q.is_empty())
    }
}

/// The parameters of `GET /api/v1/me/memories`, and the state in the address of My Page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ListMemories {
    /// Of which scopes.
    pub tab: Tab,
    /// Of that kind only.
    pub kind: Option<Kind>,
    /// Holding, past or waiting only.
    pub standing: Option<Standing>,
    /// In that index state only.
    pub index_state: Option<IndexState>,
    /// Of that sensitivity only.
    pub sensitivity: Option<Sensitivity>,
    /// Holding all of these words.
    pub q: Option<String>,
    /// Ordered by.
    pub sort: SortBy,
    /// Which end first.
    pub order: SortOrder,
    /// Where the page begins, from the page before.
    pub cursor: Option<String>,
    /// How many rows, held between 1 and 200.
    pub limit: u32,
}

impl Default for ListMemories {
    fn default() -> Self {
        Self {
            tab: Tab::All,
            kind: None,
            standing: None,
            index_state: None,
            sensitivity: None,
            q: None,
            sort: SortBy::RecordedAt,
            order: SortOrder::Descending,
            cursor: None,
            limit: DEFAULT_PAGE_SIZE,
        }
    }
}

impl ListMemories {
    /// Which memories it asks for.
    pub fn filter(&self) -> MemoryFilter {
        MemoryFilter {
            tab: self.tab,
            kind: self.kind,
            standing: self.standing,
            index_state: self.index_state,
            sensitivity: self.sensitivity,
            q: self.q.clone(),
        }
    }
}

/// A statement as a list may show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "state", content = "text")]
pub enum Statement {
    /// In full.
    Shown(String),
    /// Hidden because of its sensitivity: nothing of it, not even its length, leaves the server.
    Masked,
    /// It cannot be decrypted: the row was moved or changed, or its key is lost.
    Unreadable,
}

/// One row of the list of a person's memories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemoryRow {
    /// The memory.
    pub memory_id: MemoryId,
    /// The version shown: corrections and deletions name it.
    pub version: i64,
    /// What is remembered, masked for `pii` and `restricted`.
    pub statement: Statement,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where it is in use.
    pub scope: Scope,
    /// The service's name, for a service scope.
    pub service_name: Option<String>,
    /// Where it is in its life.
    pub status: Status,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// When it is true.
    pub validity: Validity,
    /// Whether it is in force and true now, by the server's clock.
    pub current: bool,
    /// How far the search index is with it.
    pub index_state: IndexState,
    /// When this system knew it.
    pub recorded_at: Timestamp,
}

/// How many, as far as they were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Count {
    /// At most 1,000 ([`COUNT_MAX`]).
    pub value: u32,
    /// There are more than that.
    pub more: bool,
}

impl Count {
    /// From a count that was stopped one above [`COUNT_MAX`].
    pub fn stopped(counted: u32) -> Self {
        Self { value: counted.min(COUNT_MAX), more: counted > COUNT_MAX }
    }
}

/// How many memories each tab holds under the filters at hand, the search text left aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TabCounts {
    /// Every scope.
    pub all: Count,
    /// Personal.
    pub personal: Count,
    /// Of services.
    pub service: Count,
}

impl TabCounts {
    /// How many memories a tab holds.
    pub fn of(&self, tab: Tab) -> Count {
        match tab {
            Tab::All => self.all,
            Tab::Personal => self.personal,
            Tab::Service => self.service,
        }
    }
}

/// How far a search over the decrypted rows went. It stops at a bound; `next_cursor` then goes on from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Searched {
    /// How many rows this page looked at.
    pub rows: u32,
    /// How many of them could not be decrypted.
    pub unreadable: u32,
    /// The bound was reached before the page was full: there may be hits further on.
    pub stopped: bool,
}

/// One page of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemoryList {
    /// The rows, in the order asked for.
    pub items: Vec<MemoryRow>,
    /// Pass this to get the next page; absent on the last one. Opaque to callers.
    pub next_cursor: Option<String>,
    /// How many there are.
    pub counts: TabCounts,
    /// How far the search went, if there was one.
    pub searched: Option<Searched>,
    /// The server's time: what a deletion of "all that match" may refer to.
    pub as_of: Timestamp,
}

/// How far the index is with one memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemoryProgress {
    /// The memory.
    pub memory_id: MemoryId,
    /// Its version now.
    pub version: i64,
    /// How far the search index is with it.
    pub index_state: IndexState,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_search_is_none_and_a_long_one_is_refused() {
        let of = |q: &str| MemoryFilter { q: Some(q.to_owned()), ..MemoryFilter::default() };
        assert_eq!(of("  ").search(), None);
        assert_eq!(of(" tea ").search(), Some("tea"));
        assert!(of("tea").faults().is_empty());
        assert_eq!(of(&"x".repeat(SEARCH_MAX_BYTES + 1)).faults().len(), 1);
    }

    #[test]
    fn counts_stop_and_say_so() {
        assert_eq!(Count::stopped(1_000), Count { value: 1_000, more: false });
        assert_eq!(Count::stopped(1_001), Count { value: 1_000, more: true });
    }

    #[test]
    fn parameters_have_defaults_and_no_strangers() {
        let list: ListMemories = serde_json::from_str(r#"{"tab":"personal","kind":"rule"}"#).expect("reads");
        assert_eq!((list.tab, list.kind, list.limit), (Tab::Personal, Some(Kind::Rule), DEFAULT_PAGE_SIZE));
        assert!(serde_json::from_str::<ListMemories>(r#"{"colour":1}"#).is_err());
    }
}
