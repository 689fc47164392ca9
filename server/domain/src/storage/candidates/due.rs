//! Candidates whose time is over.

use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError, Tx};
use contract::{MemoryId, TenantId, Timestamp, UserId};

/// A candidate that nobody has decided on in time.
pub struct DueCandidate {
    /// Its organisation.
    pub tenant: TenantId,
    /// Whom it is about.
    pub subject: UserId,
    /// The memory that it will not be.
    pub memory: MemoryId,
    /// When its time was over.
    pub expires_at: Timestamp,
}

impl Store {
    /// Whether any candidate's time is over.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_due_candidates(&self, now: Timestamp) -> Result<bool, StoreError> {
        let now = now.micros();
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM memory INDEXED BY candidate_expiry
                              WHERE status = 'candidate' AND expires_at <= ?) AS "found: bool""#,
            now
        );
        Ok(found.fetch_one(&self.reader).await?)
    }
}

impl Tx {
    /// Waiting candidates whose time is over, of all organisations, longest over first, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn due_candidates(&mut self, now: Timestamp, limit: u32) -> Result<Vec<DueCandidate>, StoreError> {
        let now = now.micros();
        let rows = sqlx::query!(
            r#"SELECT tenant_id, subject_id, id, expires_at AS "expires_at!" FROM memory INDEXED BY candidate_expiry
               WHERE status = 'candidate' AND expires_at <= ? ORDER BY expires_at LIMIT ?"#,
            now,
            limit
        )
        .fetch_all(&mut *self.inner)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(DueCandidate {
                    tenant: parse(&row.tenant_id, "memory", "tenant_id")?,
                    subject: parse(&row.subject_id, "memory", "subject_id")?,
                    memory: parse(&row.id, "memory", "id")?,
                    expires_at: moment(row.expires_at, "memory", "expires_at")?,
                })
            })
            .collect()
    }

    /// Rejects a candidate whose content cannot be sealed anew, because it does not decrypt: the version stays.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn reject_unreadable(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        memory: &MemoryId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (tenant, subject, memory, at) = (tenant.as_str(), subject.as_str(), memory.as_str(), at.micros());
        sqlx::query!(
            "UPDATE memory SET status = 'rejected', changed_at = ?
             WHERE id = ? AND tenant_id = ? AND subject_id = ? AND status = 'candidate'",
            at,
            memory,
            tenant,
            subject
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
