//! The text of turns goes as soon as nobody needs it.

use crate::storage::{StoreError, Tx};
use contract::{TenantId, Timestamp, UserId};

impl Tx {
    /// Removes the text of all of a person's turns; those that waited are not looked at any more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_turns_of(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (tenant, subject, at) = (tenant.as_str(), subject.as_str(), at.micros());
        sqlx::query!(
            "UPDATE turn SET key_id = NULL, content = NULL, finished_at = ifnull(finished_at, ?),
                             state = iif(state = 'extracted', state, 'skipped')
             WHERE tenant_id = ? AND subject_id = ? AND (content IS NOT NULL OR state <> 'extracted')",
            at,
            tenant,
            subject
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Removes the text of turns that were looked at before `extracted`, and of those that came before `unfinished` and
    /// were never finished.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_old_turns(
        &mut self,
        extracted: Timestamp,
        unfinished: Timestamp,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let (extracted, unfinished, at) = (extracted.micros(), unfinished.micros(), at.micros());
        let done = sqlx::query!(
            "UPDATE turn SET key_id = NULL, content = NULL, finished_at = ifnull(finished_at, ?1),
                             state = iif(state = 'extracted', state, 'skipped')
             WHERE content IS NOT NULL
               AND ((state = 'extracted' AND finished_at < ?2) OR (state <> 'extracted' AND recorded_at < ?3))",
            at,
            extracted,
            unfinished
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected())
    }
}
