//! The queue: what is asked for, the page that comes back, and what changes meanwhile.

use crate::ask::ServiceChoice;
use crate::deletion::ChosenMemory;
use crate::details::Faults;
use crate::error::{Fault, FieldError};
use crate::ids::{MemoryId, ServiceId};
use crate::listing::{Count, SEARCH_MAX_BYTES, Searched, SortOrder};
use crate::memory::{Kind, Sensitivity, words};
use crate::page::DEFAULT_PAGE_SIZE;
use crate::review::CandidateRow;
use crate::text;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

words!(
    /// How soon the system would reject a candidate by itself.
    TimeLeft {
        /// Within a day.
        Day = "day",
        /// Within three days.
        ThreeDays = "three_days",
        /// Later than that.
        Longer = "longer",
    }
);

words!(
    /// What the queue is ordered by.
    QueueSort {
        /// When the system would reject it.
        TimeLeft = "time_left",
        /// How sure the service is.
        Confidence = "confidence",
        /// The kind, by name.
        Kind = "kind",
        /// The sensitivity, by name.
        Sensitivity = "sensitivity",
        /// The service, in the order in which services were made.
        Service = "service",
        /// The person, in the order in which accounts were made.
        Person = "person",
    }
);

/// Which candidates.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CandidateFilter {
    /// Of that kind only.
    pub kind: Option<Kind>,
    /// Proposed by that service only.
    pub service: Option<ServiceId>,
    /// Of that sensitivity only.
    pub sensitivity: Option<Sensitivity>,
    /// At least so sure, 0.0 to 1.0.
    pub min_confidence: Option<f64>,
    /// At most so sure, 0.0 to 1.0.
    pub max_confidence: Option<f64>,
    /// With so much time left.
    pub time_left: Option<TimeLeft>,
    /// About that person: e-mail address, external id or account id.
    pub person: Option<String>,
    /// Holding all of these words. Sensitive candidates are not searched.
    pub q: Option<String>,
}

impl CandidateFilter {
    /// Everything that is wrong with it; empty if it is fine. Blank texts are none.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        for (field, bound) in [("min_confidence", self.min_confidence), ("max_confidence", self.max_confidence)] {
            if bound.is_some_and(|bound| !(0.0..=1.0).contains(&bound)) {
                faults.0.push(FieldError::of(Fault::OutOfRange, field, "must be between 0.0 and 1.0"));
            }
        }
        if let (Some(least), Some(most)) = (self.min_confidence, self.max_confidence)
            && least > most
        {
            faults.0.push(FieldError::of(Fault::Order, "max_confidence", "must not be below min_confidence"));
        }
        if let Some(person) = self.person() {
            faults.text("person", person, text::EMAIL_MAX_BYTES);
        }
        if let Some(q) = self.search() {
            faults.text("q", q, SEARCH_MAX_BYTES);
        }
        faults.0
    }

    /// The text to search for, unless it is blank.
    pub fn search(&self) -> Option<&str> {
        self.q.as_deref().map(str::trim).filter(|q| !q.is_empty())
    }

    /// The person asked for, unless it is blank.
    pub fn person(&self) -> Option<&str> {
        self.person.as_deref().map(str::trim).filter(|person| !person.is_empty())
    }
}

/// The parameters of `GET /api/v1/admin/candidates`, and the state in the address of the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ListCandidates {
    /// Of that kind only.
    pub kind: Option<Kind>,
    /// Proposed by that service only.
    pub service: Option<ServiceId>,
    /// Of that sensitivity only.
    pub sensitivity: Option<Sensitivity>,
    /// At least so sure.
    pub min_confidence: Option<f64>,
    /// At most so sure.
    pub max_confidence: Option<f64>,
    /// With so much time left.
    pub time_left: Option<TimeLeft>,
    /// About that person.
    pub person: Option<String>,
    /// Holding all of these words.
    pub q: Option<String>,
    /// Ordered by.
    pub sort: QueueSort,
    /// Which end first.
    pub order: SortOrder,
    /// Where the page begins, from the page before.
    pub cursor: Option<String>,
    /// How many rows, held between 1 and 200.
    pub limit: u32,
}

impl Default for ListCandidates {
    fn default() -> Self {
        Self {
            kind: None,
            service: None,
            sensitivity: None,
            min_confidence: None,
            max_confidence: None,
            time_left: None,
            person: None,
            q: None,
            sort: QueueSort::TimeLeft,
            order: SortOrder::Ascending,
            cursor: None,
            limit: DEFAULT_PAGE_SIZE,
        }
    }
}

impl ListCandidates {
    /// Which candidates it asks for.
    pub fn filter(&self) -> CandidateFilter {
        CandidateFilter {
            kind: self.kind,
            service: self.service.clone(),
            sensitivity: self.sensitivity,
            min_confidence: self.min_confidence,
            max_confidence: self.max_confidence,
            time_left: self.time_left,
            person: self.person.clone(),
            q: self.q.clone(),
        }
    }
}

/// One page of the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CandidateList {
    /// The rows, in the order asked for.
    pub items: Vec<CandidateRow>,
    /// Pass this to get the next page; absent on the last one. Opaque to callers.
    pub next_cursor: Option<String>,
    /// How many match, the search text left aside.
    pub count: Count,
    /// How far the search went, if there was one.
    pub searched: Option<Searched>,
    /// The services that have candidates waiting.
    pub services: Vec<ServiceChoice>,
    /// The server's time.
    pub as_of: Timestamp,
    /// The last event before the page was read: changes are told from here on.
    pub last_event: i64,
}

/// All that match a filter, as far as one bulk decision reaches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CandidateSelection {
    /// The candidates and their versions; at most 1,000 ([`MAX_BULK`](crate::review::MAX_BULK)).
    pub candidates: Vec<ChosenMemory>,
    /// How many of them are sensitive: a bulk approval leaves them as they are.
    pub sensitive: u32,
    /// There are more than that.
    pub more: bool,
}

words!(
    /// What has changed about a candidate.
    ReviewChange {
        /// It is new.
        Proposed = "proposed",
        /// It was decided, by someone or by time.
        Decided = "decided",
        /// A decision was taken back: it waits again.
        Returned = "returned",
        /// Somebody has opened or closed it.
        Claimed = "claimed",
        /// The person has corrected or deleted it.
        Changed = "changed",
    }
);

/// One event of `GET /api/v1/admin/candidates/events`: ids only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewEvent {
    /// Its number; greater than those before.
    pub event: i64,
    /// What has changed.
    pub change: ReviewChange,
    /// About which candidate.
    pub memory_id: MemoryId,
    /// Whether the one who listens did it.
    pub is_you: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_checked_and_blank_texts_are_none() {
        let of = |min, max| CandidateFilter { min_confidence: min, max_confidence: max, ..CandidateFilter::default() };
        assert!(of(Some(0.2), Some(0.2)).faults().is_empty());
        assert_eq!(of(Some(1.7), None).faults()[0].fault, Fault::OutOfRange);
        assert_eq!(of(Some(f64::NAN), None).faults()[0].field, "min_confidence");
        assert_eq!(of(Some(0.3), Some(0.2)).faults()[0].fault, Fault::Order);
        let blank = CandidateFilter { person: Some(" ".into()), q: Some(" ".into()), ..CandidateFilter::default() };
        assert!(blank.faults().is_empty() && blank.person().is_none() && blank.search().is_none());
    }

    #[test]
    fn the_queue_begins_with_what_ends_first() {
        let list: ListCandidates = serde_json::from_str("{}").expect("reads");
        assert_eq!((list.sort, list.order), (QueueSort::TimeLeft, SortOrder::Ascending));
    }
}
