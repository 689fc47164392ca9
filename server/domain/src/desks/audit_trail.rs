//! The desk that reads the audit log: an administrator's, for the rows of the tenant; an operator's, also for the chain
//! that the rows of all tenants are.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::kernel::{Actor, Principal};
use crate::storage::{AuditPlace, AuditQuery, ListedAuditRow};
use contract::page::MAX_PAGE_SIZE;
use contract::{AuditEnding, AuditEntry, AuditFilter, AuditList, ListAudit, SortOrder, TenantId, Timestamp};
use std::fmt::Write;
use std::sync::Arc;

pub use crate::audit::{Flaw, Place as AuditRowPlace, Verified};

/// Rows of an export that are read at a time.
const CHUNK: u32 = 500;

/// See the module.
pub struct AuditDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
}

impl AuditDesk {
    /// One page of the tenant's log, latest first.
    ///
    /// # Errors
    /// [`DeskError::Invalid`] for a filter that cannot be meant, or a cursor that is none.
    pub async fn list(&self, request: &ListAudit) -> Result<AuditList, DeskError> {
        let filter = checked(request.filter())?;
        let limit = request.limit.clamp(1, MAX_PAGE_SIZE);
        let query = AuditQuery {
            filter: &filter,
            order: SortOrder::Descending,
            last: None,
            after: request.cursor.as_deref().map(read_cursor).transpose()?,
            // One more than asked for tells whether there is a next page.
            limit: limit + 1,
        };
        let (store, tenant) = (&self.core.store, &self.actor.tenant);
        let count = store.count_audit(tenant, &query).await?;
        let mut rows = store.audit_page(tenant, &query).await?;
        let has_more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let next = rows.last().filter(|_| has_more).map(|row| write_cursor(row.place));
        Ok(AuditList { items: rows.into_iter().map(entry).collect::<Result<_, _>>()?, next_cursor: next, count })
    }

    /// Begins an export of all that match, oldest first: what there is now, and not what comes while it is read. Audited
    /// before the first row is told.
    ///
    /// # Errors
    /// [`DeskError::Invalid`] for a filter that cannot be meant.
    pub async fn export(&self, filter: AuditFilter) -> Result<AuditExport, DeskError> {
        let filter = checked(filter)?;
        let detail = (!filter.names().is_empty()).then(|| format!("filters={}", filter.names().join(",")));
        let entry = Entry { actor: &self.actor, event: Event::AuditExport, outcome: "ok", subject: None, object: None };
        let mut tx = self.core.store.begin().await?;
        audit::append_with(&mut tx, &self.core.ids, self.core.clock.now(), &entry, detail).await?;
        tx.commit().await?;
        let last = self.core.store.audit_end().await?.last;
        Ok(AuditExport { core: Arc::clone(&self.core), tenant: self.actor.tenant.clone(), filter, last, after: None })
    }

    /// Walks the whole log, of all tenants, and says what is wrong with it first. With `noted`, a hash that was once the
    /// last, some row must have it. `progress` hears how many rows of how many are done. For operators: it tells of rows
    /// of other tenants.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`], [`DeskError::Store`] if the log cannot be read.
    pub async fn verify(&self, noted: Option<[u8; 32]>, progress: impl FnMut(u64, u64)) -> Result<Verified, DeskError> {
        if self.actor.principal != Principal::Operator {
            return Err(DeskError::Forbidden);
        }
        Ok(audit::verify(&self.core.store, noted, progress).await?)
    }
}

/// An export that is being read, a chunk at a time.
pub struct AuditExport {
    core: Arc<Core>,
    tenant: TenantId,
    filter: AuditFilter,
    last: Option<i64>,
    after: Option<AuditPlace>,
}

impl AuditExport {
    /// The next entries; `None` after the last.
    ///
    /// # Errors
    /// [`DeskError::Store`]; then what has been told is not all.
    pub async fn next(&mut self) -> Result<Option<Vec<AuditEntry>>, DeskError> {
        let query = AuditQuery {
            filter: &self.filter,
            order: SortOrder::Ascending,
            last: self.last,
            after: self.after,
            limit: CHUNK,
        };
        let rows = self.core.store.audit_page(&self.tenant, &query).await?;
        let Some(last) = rows.last() else { return Ok(None) };
        self.after = Some(last.place);
        Ok(Some(rows.into_iter().map(entry).collect::<Result<_, _>>()?))
    }
}

fn checked(filter: AuditFilter) -> Result<AuditFilter, DeskError> {
    let faults = filter.faults();
    if faults.is_empty() { Ok(filter) } else { Err(DeskError::Invalid(faults)) }
}

fn entry(listed: ListedAuditRow) -> Result<AuditEntry, DeskError> {
    let ListedAuditRow { place, row, is_not_done, prev_hash, hash } = listed;
    let inconsistent = |_| crate::storage::StoreError::Inconsistent { table: "audit_log", column: "at" };
    Ok(AuditEntry {
        seq: place.seq,
        audit_id: row.id,
        at: Timestamp::from_micros(place.at).map_err(inconsistent)?,
        actor_kind: row.actor_kind,
        actor_id: row.actor_id,
        action: row.action,
        outcome: row.outcome,
        ending: if is_not_done { AuditEnding::NotDone } else { AuditEnding::Done },
        subject_id: row.subject_id,
        object_id: row.object_id,
        detail: row.detail,
        prev_hash: hexadecimal(&prev_hash),
        hash: hexadecimal(&hash),
    })
}

/// The bytes in hexadecimal digits.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string never fails.
        _ = write!(text, "{byte:02x}");
        text
    })
}

fn write_cursor(place: AuditPlace) -> String {
    format!("{}.{}", place.at, place.seq)
}

fn read_cursor(text: &str) -> Result<AuditPlace, DeskError> {
    let read = || {
        let (at, seq) = text.split_once('.')?;
        Some(AuditPlace { at: at.parse().ok()?, seq: seq.parse().ok()? })
    };
    read().ok_or_else(|| DeskError::field("cursor", "is not a cursor of this list"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_nonsense_does_not() {
        let place = AuditPlace { at: -7, seq: 12 };
        assert_eq!(read_cursor(&write_cursor(place)).expect("reads"), place);
        for text in ["", ".", "1", "1.x", "1.2.3", "kind.desc.1"] {
            assert!(read_cursor(text).is_err(), "{text}");
        }
    }

    #[test]
    fn hashes_are_told_in_full() {
        assert_eq!(hexadecimal(&[0, 10, 255]), "000aff");
    }
}
