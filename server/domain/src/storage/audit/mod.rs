//! Rows of the audit log. The `audit` room makes them and their hashes; this one keeps them in order.

mod chain;
mod pages;

pub use chain::{AuditEnd, ChainedRow};
pub use pages::{AuditPlace, AuditQuery, ListedAuditRow};

use super::error::{hash, moment};
use super::{Store, StoreError, Tx};
use contract::export::ExportedActivity;
use contract::{TenantId, UserId};

/// A row as stored: ids and words only, never content.
pub struct AuditRow {
    /// The row's id.
    pub id: String,
    /// The organisation.
    pub tenant: String,
    /// Epoch microseconds.
    pub at: i64,
    /// The kind of actor.
    pub actor_kind: String,
    /// The actor, if it has an id.
    pub actor_id: Option<String>,
    /// What was done.
    pub action: String,
    /// How it ended.
    pub outcome: String,
    /// Whom it was about.
    pub subject_id: Option<String>,
    /// What it was done to.
    pub object_id: Option<String>,
    /// Names of fields and versions.
    pub detail: Option<String>,
}

impl Store {
    /// The rows that are about the person, oldest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn audit_about(&self, tenant: &TenantId, subject: &UserId) -> Result<Vec<ExportedActivity>, StoreError> {
        let (tenant, subject) = (tenant.as_str(), subject.as_str());
        let rows = sqlx::query!(
            "SELECT at, actor_kind, action, outcome, object_id, detail FROM audit_log
             WHERE tenant_id = ? AND subject_id = ? ORDER BY at, seq",
            tenant,
            subject
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(ExportedActivity {
                    at: moment(row.at, "audit_log", "at")?,
                    actor_kind: row.actor_kind,
                    action: row.action,
                    outcome: row.outcome,
                    object_id: row.object_id,
                    detail: row.detail,
                })
            })
            .collect()
    }
}

impl Tx {
    /// The hash of the last row; zeros before the first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn last_audit_hash(&mut self) -> Result<[u8; 32], StoreError> {
        let last = sqlx::query_scalar!("SELECT hash FROM audit_log ORDER BY seq DESC LIMIT 1")
            .fetch_optional(&mut *self.inner)
            .await?;
        last.map_or(Ok([0; 32]), |bytes| hash(bytes, "audit_log", "hash"))
    }

    /// Appends a row.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn append_audit(
        &mut self,
        row: &AuditRow,
        prev_hash: [u8; 32],
        hash: [u8; 32],
    ) -> Result<(), StoreError> {
        let (prev_hash, hash) = (prev_hash.as_slice(), hash.as_slice());
        sqlx::query!(
            "INSERT INTO audit_log (id, tenant_id, at, actor_kind, actor_id, action, outcome, subject_id, object_id,
                                    detail, prev_hash, hash)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row.id,
            row.tenant,
            row.at,
            row.actor_kind,
            row.actor_id,
            row.action,
            row.outcome,
            row.subject_id,
            row.object_id,
            row.detail,
            prev_hash,
            hash
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
