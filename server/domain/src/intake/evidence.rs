//! Hearing again what is known: the evidence of both is kept, in the memory that is there.

use super::Intake;
use crate::kernel::Actor;
use crate::memory::{Content, merged};
use crate::storage::{OwnedMemory, Revision, StoreError, Tx};
use contract::{Authority, IndexState, Timestamp, UserId};

impl Intake {
    /// Adds what a newcomer brings (sources, keywords, entities) to the memory that says the same. A stronger or surer word
    /// strengthens it. Nothing is written if there is nothing to add.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) async fn add_evidence(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        subject: &UserId,
        (row, content): (&OwnedMemory, &Content),
        (authority, confidence): (Authority, f64),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let older = self.store.open_content(&row.sealed)?;
        let both = merged(&older, content);
        let (authority, confidence) = (row.authority.max(authority), row.confidence.max(confidence));
        if both == older && authority == row.authority && confidence <= row.confidence {
            return Ok(());
        }
        let revision =
            Revision { authority, confidence, ..Revision::of(row, subject, &both, actor, "evidence_added", now) };
        if tx.revise_memory(&revision).await? {
            // It says what it said: candidates that would take its place still would, and the index has it as it is.
            tx.move_target(&actor.tenant, &row.id, (row.version, row.version + 1)).await?;
            // But a task that is under way is for the version before.
            if !matches!(row.index_state, IndexState::Indexed | IndexState::Excluded) {
                tx.enqueue_index(&actor.tenant, subject, &row.id, now).await?;
            }
        }
        Ok(())
    }
}
