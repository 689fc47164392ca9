//! The queue.

use super::ReviewDesk;
use crate::desks::DeskError;
use crate::desks::text_search::{CHUNK, MOST_ROWS, Words};
use crate::storage::{PlacedCandidate, QueueKey, QueuePlace, QueueQuery, StoredCandidate};
use contract::page::MAX_PAGE_SIZE;
use contract::review::{CandidateFilter, CandidateList, CandidateSelection, ListCandidates, MAX_BULK, QueueSort};
use contract::{ChosenMemory, Count, MemoryId, Searched, SortOrder, Timestamp, UserId};
use std::collections::HashMap;

/// Candidates in order, and the place from which it goes on.
struct Paged {
    candidates: Vec<StoredCandidate>,
    next: Option<QueuePlace>,
}

impl Paged {
    fn nothing() -> Self {
        Self { candidates: Vec::new(), next: None }
    }
}

impl ReviewDesk {
    /// One page of the queue; sensitive candidates are masked. Works without index and model. A bounded number of
    /// statements, however many rows there are.
    ///
    /// # Errors
    /// [`DeskError::Invalid`].
    pub async fn list(&self, request: &ListCandidates) -> Result<CandidateList, DeskError> {
        let filter = request.filter();
        check(&filter)?;
        let now = self.core.clock.now();
        // Before anything else is read: what changes meanwhile is told again rather than missed.
        let last_event = self.core.store.last_audit_seq().await?;
        let person = self.person(&filter).await?;
        let services = self.core.store.services_waiting(self.tenant()).await?;
        let empty = |count| CandidateList {
            items: Vec::new(),
            next_cursor: None,
            count,
            searched: None,
            services: services.clone(),
            as_of: now,
            last_event,
        };
        let Asked::OneOrAll(person) = person else { return Ok(empty(Count::default())) };
        let query = QueueQuery {
            filter: &filter,
            person: person.as_ref(),
            reviewer: &self.reviewer,
            now,
            sort: request.sort,
            order: request.order,
            after: request.cursor.as_deref().map(|cursor| read_cursor(cursor, request)).transpose()?,
            limit: request.limit.clamp(1, MAX_PAGE_SIZE),
            are_few: false,
        };
        let count = self.core.store.queue_count(self.tenant(), &query).await?;
        let query = QueueQuery { are_few: !count.more, ..query };
        let (paged, searched) = match filter.search() {
            None if count.value == 0 => (Paged::nothing(), None),
            None => (self.page(query).await?, None),
            Some(words) => {
                let (paged, searched) = self.search(query, words).await?;
                (paged, Some(searched))
            }
        };
        Ok(CandidateList {
            items: self.rows(paged.candidates, now).await?,
            next_cursor: paged.next.map(|place| write_cursor(&place, request)),
            searched,
            ..empty(count)
        })
    }

    /// All that match, as far as one bulk decision reaches, what ends first first.
    ///
    /// # Errors
    /// [`DeskError::Invalid`].
    pub async fn select(&self, filter: &CandidateFilter) -> Result<CandidateSelection, DeskError> {
        check(filter)?;
        let nothing = CandidateSelection { candidates: Vec::new(), sensitive: 0, more: false };
        let Asked::OneOrAll(person) = self.person(filter).await? else { return Ok(nothing) };
        let query = QueueQuery {
            filter,
            person: person.as_ref(),
            reviewer: &self.reviewer,
            now: self.core.clock.now(),
            sort: QueueSort::TimeLeft,
            order: SortOrder::Ascending,
            after: None,
            limit: u32::try_from(MAX_BULK).unwrap_or(u32::MAX),
            are_few: false,
        };
        let (chosen, more): (Vec<(ChosenMemory, bool)>, bool) = match filter.search() {
            None => {
                let query = QueueQuery { limit: query.limit + 1, ..query };
                let mut placed = self.core.store.queue_page(self.tenant(), &query).await?;
                let more = placed.len() > MAX_BULK;
                placed.truncate(MAX_BULK);
                (placed.into_iter().map(|one| (chosen(one.id, one.version), one.is_masked)).collect(), more)
            }
            Some(words) => {
                let (paged, _) = self.search(query, words).await?;
                let hit = |hit: StoredCandidate| (chosen(hit.memory.id, hit.memory.version), false);
                (paged.candidates.into_iter().map(hit).collect(), paged.next.is_some())
            }
        };
        let sensitive = chosen.iter().filter(|(_, is_masked)| *is_masked).count();
        Ok(CandidateSelection {
            candidates: chosen.into_iter().map(|(chosen, _)| chosen).collect(),
            sensitive: u32::try_from(sensitive).unwrap_or(u32::MAX),
            more,
        })
    }

    /// The person that the filter asks for.
    async fn person(&self, filter: &CandidateFilter) -> Result<Asked, DeskError> {
        let Some(text) = filter.person() else { return Ok(Asked::OneOrAll(None)) };
        let found = self.core.store.person_by_any_name(self.tenant(), text).await?;
        Ok(found.map_or(Asked::Nobody, |person| Asked::OneOrAll(Some(person))))
    }

    async fn page(&self, query: QueueQuery<'_>) -> Result<Paged, DeskError> {
        let limit = query.limit as usize;
        // One row more than asked for tells whether there is a next page.
        let query = QueueQuery { limit: query.limit + 1, ..query };
        let mut placed = self.core.store.queue_page(self.tenant(), &query).await?;
        let has_more = placed.len() > limit;
        placed.truncate(limit);
        let next = placed.last().filter(|_| has_more).map(|one| one.place.clone());
        let candidates = self.at(placed).await?.into_iter().map(|(_, candidate)| candidate).collect();
        Ok(Paged { candidates, next })
    }

    /// The candidates at these places, in order. One that goes between the two statements is left out.
    async fn at(&self, placed: Vec<PlacedCandidate>) -> Result<Vec<(QueuePlace, StoredCandidate)>, DeskError> {
        let ids: Vec<MemoryId> = placed.iter().map(|one| one.id.clone()).collect();
        let found = self.core.store.candidates(self.tenant(), &self.reviewer, &ids).await?;
        let mut found: HashMap<MemoryId, StoredCandidate> =
            found.into_iter().map(|candidate| (candidate.memory.id.clone(), candidate)).collect();
        Ok(placed.into_iter().filter_map(|one| Some((one.place, found.remove(&one.id)?))).collect())
    }

    /// A page of the query's candidates that hold all of `words`; what is sensitive is not looked at. It may end before
    /// it is full; then `next` goes on.
    async fn search(&self, query: QueueQuery<'_>, words: &str) -> Result<(Paged, Searched), DeskError> {
        let words = Words::of(words);
        let limit = query.limit as usize;
        let mut query = QueueQuery { limit: CHUNK, ..query };
        let mut searched = Searched { rows: 0, unreadable: 0, stopped: false };
        let mut hits: Vec<(QueuePlace, StoredCandidate)> = Vec::new();
        loop {
            let placed = self.core.store.queue_page(self.tenant(), &query).await?;
            let last = placed.last().map(|one| one.place.clone());
            let is_last_chunk = placed.len() < CHUNK as usize;
            let open: Vec<PlacedCandidate> = placed.into_iter().filter(|one| !one.is_masked).collect();
            for (place, candidate) in self.at(open).await? {
                searched.rows += 1;
                match self.core.store.open_content(&candidate.memory.sealed) {
                    // One hit more than asked for tells whether there is a next page.
                    Ok(content) if words.are_in(&content) && hits.len() == limit => {
                        let next = hits.last().map(|(place, _)| place.clone());
                        return Ok((paged(hits, next), searched));
                    }
                    Ok(content) if words.are_in(&content) => hits.push((place, candidate)),
                    Ok(_) => {}
                    Err(_) => searched.unreadable += 1,
                }
            }
            if is_last_chunk {
                return Ok((paged(hits, None), searched));
            }
            if searched.rows >= MOST_ROWS {
                searched.stopped = true;
                return Ok((paged(hits, last), searched));
            }
            query.after = last;
        }
    }
}

/// Whom a filter asks about.
enum Asked {
    OneOrAll(Option<UserId>),
    Nobody,
}

fn check(filter: &CandidateFilter) -> Result<(), DeskError> {
    let faults = filter.faults();
    if faults.is_empty() { Ok(()) } else { Err(DeskError::Invalid(faults)) }
}

fn chosen(memory_id: MemoryId, version: i64) -> ChosenMemory {
    ChosenMemory { memory_id, version }
}

fn paged(hits: Vec<(QueuePlace, StoredCandidate)>, next: Option<QueuePlace>) -> Paged {
    Paged { candidates: hits.into_iter().map(|(_, candidate)| candidate).collect(), next }
}

/// A cursor names the order that it belongs to: in another one it would be some place or other.
fn write_cursor(place: &QueuePlace, list: &ListCandidates) -> String {
    let key = match &place.key {
        None => String::new(),
        Some(QueueKey::Number(number)) => number.to_string(),
        Some(QueueKey::Word(word)) => word.clone(),
    };
    format!("{}.{}.{}.{}.{key}", list.sort, list.order, place.expires_at.micros(), place.id)
}

fn read_cursor(text: &str, list: &ListCandidates) -> Result<QueuePlace, DeskError> {
    let read = || {
        let mut parts = text.splitn(5, '.');
        let (sort, order) = (parts.next()?.parse::<QueueSort>().ok()?, parts.next()?.parse::<SortOrder>().ok()?);
        let expires_at = Timestamp::from_micros(parts.next()?.parse().ok()?).ok()?;
        let (id, key) = (parts.next()?.parse().ok()?, parts.next()?);
        let key = match sort {
            QueueSort::TimeLeft => key.is_empty().then_some(None)?,
            QueueSort::Confidence => Some(QueueKey::Number(key.parse().ok()?)),
            _ => Some(QueueKey::Word(key.to_owned())),
        };
        (sort == list.sort && order == list.order).then_some(QueuePlace { key, expires_at, id })
    };
    read().ok_or_else(|| DeskError::field("cursor", "is not a cursor of this list"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::PrefixedId;

    #[test]
    fn a_cursor_reads_back_in_its_own_order_only() {
        let list = ListCandidates { sort: QueueSort::Confidence, ..ListCandidates::default() };
        let (expires_at, id) = (Timestamp::from_micros(7).expect("in range"), MemoryId::from_bytes([1; 16]));
        let place = QueuePlace { key: Some(QueueKey::Number(0.1 + 0.2)), expires_at, id };
        let cursor = write_cursor(&place, &list);
        assert_eq!(read_cursor(&cursor, &list).expect("reads"), place);
        assert!(read_cursor(&cursor, &ListCandidates::default()).is_err());
        for text in ["", ".", "confidence.asc.x", "confidence.asc.1.mem_00000000000000000000000000000001.much"] {
            assert!(read_cursor(text, &list).is_err(), "{text}");
        }
    }
}
