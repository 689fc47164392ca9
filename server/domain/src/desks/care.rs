//! Saying something again as sensitive hides it from then on.

use super::{Core, DeskError};
use crate::kernel::Actor;
use crate::memory::index_state_at_rest;
use crate::storage::{Revision, Tx};
use contract::{IndexState, MemoryId, Sensitivity, Timestamp, UserId};

impl Core {
    /// Writes a version of a memory that differs in its sensitivity only: it is masked from now on, and leaves the index.
    pub(super) async fn raise_sensitivity(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        subject: &UserId,
        memory: &MemoryId,
        sensitivity: Sensitivity,
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let mut found = tx.owned_memories(&actor.tenant, subject, std::slice::from_ref(memory)).await?;
        let row = found.pop().ok_or(DeskError::NotFound)?;
        let content = self.store.open_content(&row.sealed)?;
        let was_excluded = row.index_state == IndexState::Excluded;
        let revision = Revision {
            memory,
            subject,
            follows: row.version,
            status: row.status,
            sensitivity,
            authority: row.authority,
            confidence: row.confidence,
            validity: row.validity,
            fingerprint: row.fingerprint,
            content: &content,
            index_state: if was_excluded {
                index_state_at_rest(row.status, sensitivity)
            } else {
                IndexState::DeletePending
            },
            embedding_model: row.embedding_model.as_deref(),
            actor,
            reason: "sensitivity_raised",
            at: now,
        };
        if !tx.revise_memory(&revision).await? {
            return Err(DeskError::StaleVersion);
        }
        if !was_excluded {
            tx.enqueue_index(&actor.tenant, subject, memory, now).await?;
        }
        Ok(())
    }
}
