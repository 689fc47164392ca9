//! The list.

use super::OwnerDesk;
use crate::audit::Event;
use crate::desks::DeskError;
use crate::storage::{Key, Keyset, ListQuery, OwnedMemory, PlacedMemory};
use contract::page::MAX_PAGE_SIZE;
use contract::{
    ListMemories, MemoryId, MemoryList, MemoryProgress, MemoryRow, ServiceChoice, SortBy, SortOrder, Statement, Status,
    Timestamp,
};
use std::collections::HashMap;

/// Rows in order, and the place from which it goes on.
pub(super) struct Paged {
    pub rows: Vec<OwnedMemory>,
    pub next: Option<Keyset>,
}

impl OwnerDesk {
    /// One page of the person's memories; sensitive statements are masked. Works without index and model. A search that
    /// finds masked ones is audited: that they hold the words is something of their content.
    ///
    /// # Errors
    /// [`DeskError::Invalid`] for a cursor that is none of this list, or a search text that is too long.
    pub async fn list(&self, request: &ListMemories) -> Result<MemoryList, DeskError> {
        let filter = request.filter();
        let faults = filter.faults();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let now = self.core.clock.now();
        let query = ListQuery {
            filter: &filter,
            unchanged_since: None,
            now,
            sort: request.sort,
            order: request.order,
            after: request.cursor.as_deref().map(|cursor| read_cursor(cursor, request)).transpose()?,
            limit: request.limit.clamp(1, MAX_PAGE_SIZE),
        };
        let counts = self.core.store.tab_counts(self.tenant(), &self.subject, &filter, now).await?;
        let (paged, searched) = match filter.search() {
            // Counted already: there is nothing to look for.
            None if counts.of(filter.tab).value == 0 => (Paged { rows: Vec::new(), next: None }, None),
            None => (self.page(query).await?, None),
            Some(words) => {
                let (paged, searched) = self.search(query, words).await?;
                (paged, Some(searched))
            }
        };
        if searched.is_some() && paged.rows.iter().any(|row| row.sensitivity.is_masked()) {
            self.note(Event::Search, "masked_found", None).await?;
        }
        Ok(MemoryList {
            items: paged.rows.iter().map(|row| self.shown(row, now)).collect(),
            next_cursor: paged.next.map(|place| write_cursor(&place, request)),
            counts,
            searched,
            as_of: now,
        })
    }

    /// How far the index is with these memories, at most 200; those that are not the person's are left out.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn progress(&self, memories: &[MemoryId]) -> Result<Vec<MemoryProgress>, DeskError> {
        let asked = &memories[..memories.len().min(MAX_PAGE_SIZE as usize)];
        let found = self.core.store.owned_memories(self.tenant(), &self.subject, asked).await?;
        let told =
            |row: OwnedMemory| MemoryProgress { memory_id: row.id, version: row.version, index_state: row.index_state };
        Ok(found.into_iter().map(told).collect())
    }

    /// The services that have memories of their own about the person, by name.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn services(&self) -> Result<Vec<ServiceChoice>, DeskError> {
        Ok(self.core.store.services_about(self.tenant(), &self.subject).await?)
    }

    /// A page of the query.
    pub(super) async fn page(&self, query: ListQuery<'_>) -> Result<Paged, DeskError> {
        let limit = query.limit as usize;
        // One row more than asked for tells whether there is a next page.
        let query = ListQuery { limit: query.limit + 1, ..query };
        let mut placed = self.core.store.list_page(self.tenant(), &self.subject, &query).await?;
        let has_more = placed.len() > limit;
        placed.truncate(limit);
        let next = placed.last().filter(|_| has_more).map(|memory| memory.place.clone());
        let rows = self.rows(placed).await?.into_iter().map(|(_, row)| row).collect();
        Ok(Paged { rows, next })
    }

    /// The rows at these places, in order. A row that goes between the two statements is left out.
    pub(super) async fn rows(&self, placed: Vec<PlacedMemory>) -> Result<Vec<(Keyset, OwnedMemory)>, DeskError> {
        let ids: Vec<MemoryId> = placed.iter().map(|memory| memory.id.clone()).collect();
        let rows = self.core.store.owned_memories(self.tenant(), &self.subject, &ids).await?;
        let mut rows: HashMap<MemoryId, OwnedMemory> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        Ok(placed.into_iter().filter_map(|memory| Some((memory.place, rows.remove(&memory.id)?))).collect())
    }

    /// The row as a list may show it.
    pub(super) fn shown(&self, row: &OwnedMemory, now: Timestamp) -> MemoryRow {
        MemoryRow {
            memory_id: row.id.clone(),
            version: row.version,
            statement: self.statement(row),
            kind: row.kind,
            scope: row.scope.clone(),
            service_name: row.service_name.clone(),
            status: row.status,
            sensitivity: row.sensitivity,
            validity: row.validity,
            current: row.status == Status::Active && row.validity.contains(now),
            index_state: row.index_state,
            recorded_at: row.recorded_at,
        }
    }

    fn statement(&self, row: &OwnedMemory) -> Statement {
        if row.sensitivity.is_masked() {
            return Statement::Masked;
        }
        match self.core.store.open_content(&row.sealed) {
            Ok(content) => Statement::Shown(content.statement.clone()),
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, memory.id = %row.id, "a memory cannot be read");
                Statement::Unreadable
            }
        }
    }
}

/// A cursor names the order that it belongs to: in another one it would be some place or other.
fn write_cursor(place: &Keyset, list: &ListMemories) -> String {
    let key = match &place.key {
        Key::None => String::new(),
        Key::Time(micros) => micros.to_string(),
        Key::Word(word) => word.clone(),
    };
    format!("{}.{}.{}.{}.{key}", list.sort, list.order, place.recorded_at.micros(), place.id)
}

fn read_cursor(text: &str, list: &ListMemories) -> Result<Keyset, DeskError> {
    let read = || {
        let mut parts = text.splitn(5, '.');
        let (sort, order) = (parts.next()?.parse::<SortBy>().ok()?, parts.next()?.parse::<SortOrder>().ok()?);
        let recorded_at = Timestamp::from_micros(parts.next()?.parse().ok()?).ok()?;
        let (id, key) = (parts.next()?.parse().ok()?, parts.next()?);
        let key = match sort {
            SortBy::RecordedAt => key.is_empty().then_some(Key::None)?,
            SortBy::ValidFrom => Key::Time(key.parse().ok()?),
            SortBy::Kind | SortBy::Scope | SortBy::IndexState => Key::Word(key.to_owned()),
        };
        (sort == list.sort && order == list.order).then_some(Keyset { key, recorded_at, id })
    };
    read().ok_or_else(|| DeskError::field("cursor", "is not a cursor of this list"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::PrefixedId;

    #[test]
    fn a_cursor_reads_back_in_its_own_order_only() {
        let list = ListMemories { sort: SortBy::Kind, ..ListMemories::default() };
        let (recorded_at, id) = (Timestamp::from_micros(-7).expect("in range"), MemoryId::from_bytes([1; 16]));
        let place = Keyset { key: Key::Word("FACT".into()), recorded_at, id };
        let cursor = write_cursor(&place, &list);
        assert_eq!(read_cursor(&cursor, &list).expect("reads"), place);
        assert!(read_cursor(&cursor, &ListMemories::default()).is_err());
        for text in ["", ".", "kind.desc.x", "kind.desc.1.usr_00000000000000000000000000000001.FACT"] {
            assert!(read_cursor(text, &list).is_err(), "{text}");
        }
        let by_time = ListMemories { sort: SortBy::ValidFrom, ..ListMemories::default() };
        assert!(read_cursor("valid_from.desc.1.mem_00000000000000000000000000000001.abc", &by_time).is_err());
    }
}
