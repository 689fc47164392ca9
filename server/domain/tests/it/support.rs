//! What several of these tests do.

use contract::{CorrectMemory, EditableMemory, ListMemories, MemoryDetail, MemoryId, MemoryRow};
use domain::desks::OwnerDesk;

/// The first page of a person's list.
pub(crate) async fn rows(owner: &OwnerDesk) -> Vec<MemoryRow> {
    owner.list(&ListMemories::default()).await.expect("reads").items
}

/// A correction of what was opened.
pub(crate) fn correction(detail: &MemoryDetail, change: impl FnOnce(&mut EditableMemory)) -> CorrectMemory {
    let mut memory = detail.memory.clone();
    change(&mut memory);
    CorrectMemory { version: detail.version, memory }
}

/// Opens a memory and corrects its statement.
pub(crate) async fn correct_statement(
    owner: &OwnerDesk,
    memory: &MemoryId,
    statement: &str,
) -> Result<contract::CorrectedMemory, domain::desks::DeskError> {
    let detail = owner.open(memory).await?;
    owner.correct(memory, correction(&detail, |memory| statement.clone_into(&mut memory.statement))).await
}
