//! The audit log: who did what to whose memories, and how it ended. Append-only, each row hashed with the one before.
//!
//! Rows hold ids and words, never content. A row is written in the transaction of the change it is about.

mod verify;

pub use contract::AuditAction as Event;
pub use verify::{Flaw, Place, Verified, verify};

use crate::kernel::{Actor, Ids};
use crate::storage::{AuditRow, StoreError, Tx};
use contract::{AuditId, Timestamp, UserId};
use sha2::{Digest, Sha256};

/// One entry to be.
pub struct Entry<'a> {
    /// Who.
    pub actor: &'a Actor,
    /// What.
    pub event: Event,
    /// How it ended: `ok`, or an error code.
    pub outcome: &'a str,
    /// Whom it was about.
    pub subject: Option<&'a UserId>,
    /// What it was done to.
    pub object: Option<&'a str>,
}

/// Appends an entry inside `tx`.
///
/// # Errors
/// [`StoreError`].
pub async fn append(tx: &mut Tx, ids: &Ids, at: Timestamp, entry: &Entry<'_>) -> Result<(), StoreError> {
    append_with(tx, ids, at, entry, None).await
}

/// Appends an entry that also says which fields, or which version: names and numbers, never content.
///
/// # Errors
/// [`StoreError`].
pub async fn append_with(
    tx: &mut Tx,
    ids: &Ids,
    at: Timestamp,
    entry: &Entry<'_>,
    detail: Option<String>,
) -> Result<(), StoreError> {
    let id: AuditId = ids.next();
    let row = AuditRow {
        id: id.to_string(),
        tenant: entry.actor.tenant.to_string(),
        at: at.micros(),
        actor_kind: entry.actor.kind().to_owned(),
        actor_id: entry.actor.id().map(str::to_owned),
        action: entry.event.as_str().to_owned(),
        outcome: entry.outcome.to_owned(),
        subject_id: entry.subject.map(ToString::to_string),
        object_id: entry.object.map(str::to_owned),
        detail,
    };
    let previous = tx.last_audit_hash().await?;
    tx.append_audit(&row, previous, chain_hash(&row, &previous)).await
}

/// SHA-256 over the hash before and every field, each with its length in front (absent: the largest length), so that no
/// two rows hash alike. The detail came later: rows without one hash as they did before there was any.
fn chain_hash(row: &AuditRow, previous: &[u8; 32]) -> [u8; 32] {
    let at = row.at.to_string();
    let fields = [
        Some(row.id.as_str()),
        Some(row.tenant.as_str()),
        Some(at.as_str()),
        Some(row.actor_kind.as_str()),
        row.actor_id.as_deref(),
        Some(row.action.as_str()),
        Some(row.outcome.as_str()),
        row.subject_id.as_deref(),
        row.object_id.as_deref(),
    ];
    let mut hasher = Sha256::new();
    hasher.update(previous);
    for field in fields.into_iter().chain(row.detail.as_deref().map(Some)) {
        let length = field.map_or(u64::MAX, |text| text.len() as u64);
        hasher.update(length.to_be_bytes());
        hasher.update(field.unwrap_or_default());
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> AuditRow {
        AuditRow {
            id: "aud_1".into(),
            tenant: "default".into(),
            at: 1,
            actor_kind: "person".into(),
            actor_id: None,
            action: "memory.save".into(),
            outcome: "ok".into(),
            subject_id: None,
            object_id: None,
            detail: None,
        }
    }

    #[test]
    fn every_field_and_the_row_before_change_the_hash() {
        let base = chain_hash(&row(), &[0; 32]);
        let changes: [fn(&mut AuditRow); 6] = [
            |row| row.at = 2,
            |row| row.actor_id = Some(String::new()),
            |row| row.subject_id = Some(String::new()),
            |row| row.outcome = "no".into(),
            |row| row.tenant = "acme".into(),
            |row| row.detail = Some(String::new()),
        ];
        for change in changes {
            let mut altered = row();
            change(&mut altered);
            assert_ne!(chain_hash(&altered, &[0; 32]), base);
        }
        assert_ne!(chain_hash(&row(), &[1; 32]), base);
    }
}
