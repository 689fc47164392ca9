//! What is left of a deleted memory: ids, times and keyed hashes of what it said.
//!
//! Content, versions and sources are removed, and `secure_delete` overwrites where they stood. The write-ahead log is
//! emptied afterwards, see [`Store::forget_log`].

use crate::storage::{Store, StoreError, Tx};
use contract::{MemoryId, TenantId, Timestamp, UserId};

/// A memory to bury.
pub struct Burial<'a> {
    /// Its organisation.
    pub tenant: &'a TenantId,
    /// Whom it is about.
    pub subject: &'a UserId,
    /// The memory.
    pub memory: &'a MemoryId,
    /// The version that the person saw.
    pub version: i64,
    /// The keyed hash of each statement that must not come back by itself.
    pub said: &'a [[u8; 32]],
    /// When.
    pub at: Timestamp,
}

impl Tx {
    /// Replaces a memory by its tombstone; `false`, and nothing is changed, if it is not at that version, or not this
    /// person's.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn bury_memory(&mut self, burial: &Burial<'_>) -> Result<bool, StoreError> {
        let (id, tenant, subject) = (burial.memory.as_str(), burial.tenant.as_str(), burial.subject.as_str());
        let done = sqlx::query!(
            "UPDATE memory SET status = 'deleted', content = x'', key_id = '', kind = 'FACT', sensitivity = 'unknown',
                               authority = 'model_inference', confidence = 0.0, index_state = 'excluded',
                               embedding_model = NULL
             WHERE id = ? AND tenant_id = ? AND subject_id = ? AND version = ? AND status <> 'deleted'",
            id,
            tenant,
            subject,
            burial.version
        )
        .execute(&mut *self.inner)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        for remains in [
            sqlx::query!(
                "DELETE FROM memory_version WHERE memory_id = ? AND tenant_id = ? AND subject_id = ?",
                id,
                tenant,
                subject
            ),
            sqlx::query!(
                "DELETE FROM memory_source WHERE memory_id = ? AND tenant_id = ? AND subject_id = ?",
                id,
                tenant,
                subject
            ),
            sqlx::query!(
                "DELETE FROM candidate WHERE memory_id = ? AND tenant_id = ? AND subject_id = ?",
                id,
                tenant,
                subject
            ),
            sqlx::query!(
                "DELETE FROM candidate_similar WHERE memory_id = ? AND tenant_id = ? AND subject_id = ?",
                id,
                tenant,
                subject
            ),
            // What reviewers wrote about it may say what it said.
            sqlx::query!(
                "UPDATE review_decision SET note = NULL, key_id = NULL
                 WHERE memory_id = ? AND tenant_id = ? AND subject_id = ?",
                id,
                tenant,
                subject
            ),
        ] {
            remains.execute(&mut *self.inner).await?;
        }
        self.set_tombstones(burial).await?;
        Ok(true)
    }

    async fn set_tombstones(&mut self, burial: &Burial<'_>) -> Result<(), StoreError> {
        let (id, tenant, subject) = (burial.memory.as_str(), burial.tenant.as_str(), burial.subject.as_str());
        let at = burial.at.micros();
        for fingerprint in burial.said {
            let fingerprint = fingerprint.as_slice();
            sqlx::query!(
                "INSERT INTO memory_tombstone (tenant_id, subject_id, fingerprint, memory_id, deleted_at)
                 VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                tenant,
                subject,
                fingerprint,
                id,
                at
            )
            .execute(&mut *self.inner)
            .await?;
        }
        Ok(())
    }

    /// Whether the person has deleted a memory that said this, in whatever scope.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn is_buried(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        fingerprint: &[u8; 32],
    ) -> Result<bool, StoreError> {
        let (tenant, subject, fingerprint) = (tenant.as_str(), subject.as_str(), fingerprint.as_slice());
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM memory_tombstone
                              WHERE tenant_id = ? AND subject_id = ? AND fingerprint = ?) AS "found: bool""#,
            tenant,
            subject,
            fingerprint
        )
        .fetch_one(&mut *self.inner)
        .await?;
        Ok(found)
    }
}

impl Store {
    /// Empties the write-ahead log, where deleted content would stay readable until it is written over. Does what it can
    /// while others read.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_log(&self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.writer).await?;
        Ok(())
    }
}
