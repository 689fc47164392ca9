//! Saying something again as sensitive hides it from then on.

use crate::kernel::Actor;
use crate::memory::index_state_at_rest;
use crate::storage::{Revision, Store, StoreError, Tx};
use contract::{IndexState, MemoryId, Sensitivity, Timestamp, UserId};

/// Writes a version of a memory that differs in its sensitivity only: it is masked from now on, and leaves the index.
///
/// # Errors
/// [`StoreError`], also if the memory is not there in this transaction.
pub async fn raise_sensitivity(
    (tx, store): (&mut Tx, &Store),
    actor: &Actor,
    subject: &UserId,
    memory: &MemoryId,
    sensitivity: Sensitivity,
    now: Timestamp,
) -> Result<(), StoreError> {
    const GONE: StoreError = StoreError::Inconsistent { table: "memory", column: "id" };
    let mut found = tx.owned_memories(&actor.tenant, subject, std::slice::from_ref(memory)).await?;
    let row = found.pop().ok_or(GONE)?;
    let content = store.open_content(&row.sealed)?;
    let was_excluded = row.index_state == IndexState::Excluded;
    let at_rest = index_state_at_rest(row.status, sensitivity);
    let revision = Revision {
        sensitivity,
        index_state: if was_excluded { at_rest } else { IndexState::DeletePending },
        ..Revision::of(&row, subject, &content, actor, "sensitivity_raised", now)
    };
    if !tx.revise_memory(&revision).await? {
        return Err(GONE);
    }
    if !was_excluded {
        tx.enqueue_index(&actor.tenant, subject, memory, now).await?;
    }
    Ok(())
}
