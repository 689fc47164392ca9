//! Who has a candidate open, and who has seen what is hidden.

use crate::storage::{StoreError, Tx};
use contract::{MemoryId, TenantId, Timestamp, UserId};

impl Tx {
    /// Claims a waiting candidate until then, unless another reviewer's claim still holds; says whether it did.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim_candidate(
        &mut self,
        tenant: &TenantId,
        memory: &MemoryId,
        reviewer: &UserId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let (tenant, memory, reviewer) = (tenant.as_str(), memory.as_str(), reviewer.as_str());
        let (now, until) = (now.micros(), until.micros());
        let done = sqlx::query!(
            "UPDATE candidate SET claimed_by = ?1, claimed_until = ?2
             WHERE memory_id = ?3 AND tenant_id = ?4
               AND (claimed_by IS NULL OR claimed_by = ?1 OR claimed_until <= ?5)",
            reviewer,
            until,
            memory,
            tenant,
            now
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Ends the reviewer's claim; says whether there was one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn release_candidate(
        &mut self,
        tenant: &TenantId,
        memory: &MemoryId,
        reviewer: &UserId,
    ) -> Result<bool, StoreError> {
        let (tenant, memory, reviewer) = (tenant.as_str(), memory.as_str(), reviewer.as_str());
        let done = sqlx::query!(
            "UPDATE candidate SET claimed_by = NULL, claimed_until = NULL
             WHERE memory_id = ? AND tenant_id = ? AND claimed_by = ?",
            memory,
            tenant,
            reviewer
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Notes that the reviewer has seen this version of a sensitive candidate.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn note_reveal(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        (memory, version): (&MemoryId, i64),
        reviewer: &UserId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (tenant, subject, memory, reviewer, at) =
            (tenant.as_str(), subject.as_str(), memory.as_str(), reviewer.as_str(), at.micros());
        sqlx::query!(
            "INSERT INTO candidate_reveal (memory_id, reviewer_id, version, tenant_id, subject_id, at)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            memory,
            reviewer,
            version,
            tenant,
            subject,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
