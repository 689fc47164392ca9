//! Changes that store and index make together: corrections and deletions by the person.
//!
//! The order is always: hold the index's writer; announce the change in the store (a task in the outbox, committed); change
//! the index; change the store, the task with it. What fails before the index has changed leaves everything as it was.
//! What fails after, or dies, leaves the task, and the worker makes the index agree with the store again.

use super::{Core, DeskError};
use crate::index::{Change, HeldWriter, IndexError};
use crate::kernel::{Embedding, TextRole};
use crate::storage::OwnedMemory;
use contract::{IndexState, MemoryId, TenantId, Timestamp, UserId};

/// A change that has been announced.
pub(super) struct Announced {
    tasks: Vec<i64>,
    before: Vec<(MemoryId, i64, IndexState)>,
}

impl Core {
    /// Holds the index's writer.
    pub(super) async fn hold_index(&self) -> Result<HeldWriter, DeskError> {
        let lease = self.writer.as_ref().ok_or(DeskError::IndexUnavailable)?;
        lease.hold(self.patience).await.map_err(|error| unavailable(&error))
    }

    /// The vector of a memory's statement.
    pub(super) async fn embed_passage(&self, statement: &str) -> Result<Embedding, DeskError> {
        let model = self.recaller.embedder.as_ref().ok_or(DeskError::IndexUnavailable)?;
        let embedding = model.embed(TextRole::Passage, vec![statement.to_owned()]);
        match tokio::time::timeout(self.patience, embedding).await {
            Ok(Ok(mut vectors)) => vectors.pop().ok_or(DeskError::IndexUnavailable),
            Ok(Err(error)) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a statement was not embedded");
                Err(DeskError::IndexUnavailable)
            }
            Err(_) => {
                tracing::warn!("a statement was not embedded in time");
                Err(DeskError::IndexUnavailable)
            }
        }
    }

    /// Notes in the store that the index is about to be changed for these memories.
    pub(super) async fn announce(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        memories: &[OwnedMemory],
        now: Timestamp,
    ) -> Result<Announced, DeskError> {
        let ids: Vec<MemoryId> = memories.iter().map(|memory| memory.id.clone()).collect();
        let mut tx = self.store.begin().await?;
        let tasks = tx.announce_index_change(tenant, subject, &ids, now).await?;
        tx.commit().await?;
        let before = memories.iter().map(|memory| (memory.id.clone(), memory.version, memory.index_state)).collect();
        Ok(Announced { tasks, before })
    }

    /// Which of the memories the index should hold, but does not. If it cannot say, the announcement is taken back.
    pub(super) async fn lost(&self, held: &HeldWriter, announced: &Announced) -> Result<Vec<MemoryId>, DeskError> {
        let expected = announced.before.iter().filter(|(_, _, state)| *state == IndexState::Indexed);
        match held.missing(expected.map(|(id, _, _)| id.clone()).collect()).await {
            Ok(missing) => Ok(missing),
            Err(error) => Err(self.undone(announced, &error).await),
        }
    }

    /// Changes the index. If it does not take the changes, the announcement is taken back.
    pub(super) async fn change_index(
        &self,
        held: &mut HeldWriter,
        announced: &Announced,
        changes: Vec<Change>,
    ) -> Result<(), DeskError> {
        match held.apply_within(self.patience, changes).await {
            Ok(()) => Ok(()),
            Err(error) => Err(self.undone(announced, &error).await),
        }
    }

    /// Takes an announcement back, unless the index may still change: then the worker has to look after it.
    async fn undone(&self, announced: &Announced, error: &IndexError) -> DeskError {
        if !error.leaves_doubt()
            && let Err(second) = self.withdraw(announced).await
        {
            tracing::warn!(
                error = &second as &dyn std::error::Error,
                "the worker has to look after unchanged memories"
            );
        }
        self.queue.wake();
        unavailable(error)
    }

    async fn withdraw(&self, announced: &Announced) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        for (task, (memory, version, state)) in announced.tasks.iter().zip(&announced.before) {
            tx.withdraw_index_change(*task, memory, *version, *state).await?;
        }
        Ok(tx.commit().await?)
    }
}

fn unavailable(error: &IndexError) -> DeskError {
    tracing::error!(error = error as &dyn std::error::Error, "the search index could not follow a change");
    DeskError::IndexUnavailable
}
