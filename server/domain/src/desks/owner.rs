//! A person's desk for the memories about oneself.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::kernel::Actor;
use crate::storage::{ListCursor, ListedMemory};
use contract::page::MAX_PAGE_SIZE;
use contract::{ConsentSource, ConsentView, MemoryRow, Page, Statement, Status, Timestamp, UserId};
use std::sync::Arc;

/// See the module.
pub struct OwnerDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
    pub(super) subject: UserId,
}

impl OwnerDesk {
    /// Whether the person has switched memory on.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn consent(&self) -> Result<ConsentView, DeskError> {
        Ok(self.core.store.consent(&self.actor.tenant, &self.subject).await?)
    }

    /// Switches memory on or off. Doing it twice is one event.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn set_consent(&self, granted: bool, source: ConsentSource) -> Result<ConsentView, DeskError> {
        let now = self.core.clock.now();
        let mut tx = self.core.store.begin().await?;
        let before = tx.consent(&self.actor.tenant, &self.subject).await?;
        if before.granted == granted {
            return Ok(before);
        }
        tx.append_consent(&self.actor, &self.subject, granted, source, now).await?;
        let entry = Entry {
            actor: &self.actor,
            event: Event::Consent,
            outcome: if granted { "on" } else { "off" },
            subject: Some(&self.subject),
            object: None,
        };
        audit::append(&mut tx, &self.core.ids, now, &entry).await?;
        tx.commit().await?;
        Ok(ConsentView { granted, changed_at: Some(now) })
    }

    /// The person's memories, latest first; sensitive statements are masked. `limit` is held between 1 and 200.
    ///
    /// # Errors
    /// [`DeskError::Invalid`] for a cursor that is none.
    pub async fn memories(&self, cursor: Option<&str>, limit: u32) -> Result<Page<MemoryRow>, DeskError> {
        let limit = limit.clamp(1, MAX_PAGE_SIZE);
        let cursor = cursor.map(read_cursor).transpose()?;
        let store = &self.core.store;
        // One row more than asked for tells whether there is a next page.
        let mut rows = store.list_memories(&self.actor.tenant, &self.subject, cursor.as_ref(), limit + 1).await?;
        let has_more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let next_cursor = rows.last().filter(|_| has_more).map(|last| write_cursor(last.recorded_at, &last.id));
        let now = self.core.clock.now();
        let items = rows.into_iter().map(|row| self.shown(row, now)).collect::<Result<_, _>>()?;
        Ok(Page { items, next_cursor })
    }

    fn shown(&self, row: ListedMemory, now: Timestamp) -> Result<MemoryRow, DeskError> {
        let statement = if row.sensitivity.is_masked() {
            Statement::Masked
        } else {
            Statement::Shown(self.core.store.open_content(&row.sealed)?.statement.clone())
        };
        Ok(MemoryRow {
            memory_id: row.id,
            statement,
            kind: row.kind,
            scope: row.scope,
            service_name: row.service_name,
            status: row.status,
            sensitivity: row.sensitivity,
            validity: row.validity,
            current: row.status == Status::Active && row.validity.contains(now),
            index_state: row.index_state,
            recorded_at: row.recorded_at,
        })
    }
}

fn write_cursor(recorded_at: Timestamp, id: &contract::MemoryId) -> String {
    format!("{}.{id}", recorded_at.micros())
}

fn read_cursor(text: &str) -> Result<ListCursor, DeskError> {
    let parts = text.split_once('.').and_then(|(micros, id)| {
        let recorded_at = Timestamp::from_micros(micros.parse().ok()?).ok()?;
        Some(ListCursor { recorded_at, id: id.parse().ok()? })
    });
    parts.ok_or_else(|| DeskError::field("cursor", "is not a cursor of this list"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{MemoryId, PrefixedId};

    #[test]
    fn a_cursor_reads_back_and_nonsense_does_not() {
        let (at, id) = (Timestamp::from_micros(-7).expect("in range"), MemoryId::from_bytes([1; 16]));
        let cursor = read_cursor(&write_cursor(at, &id)).expect("reads");
        assert_eq!((cursor.recorded_at, cursor.id), (at, id));
        for text in
            ["", ".", "1.", "x.mem_00000000000000000000000000000001", "9e99", "1.usr_00000000000000000000000000000001"]
        {
            assert!(read_cursor(text).is_err(), "{text}");
        }
    }
}
