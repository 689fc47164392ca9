//! What several of these tests do.

use contract::{CorrectMemory, EditableMemory, ErrorCode, ListMemories, MemoryDetail, MemoryId, MemoryRow};
use domain::desks::{DeskError, OwnerDesk};
use domain::testing::World;

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
) -> Result<contract::CorrectedMemory, DeskError> {
    let detail = owner.open(memory).await?;
    owner.correct(memory, correction(&detail, |memory| statement.clone_into(&mut memory.statement))).await
}

/// The audit log's entries whose action begins so: action, outcome and detail, in order.
pub(crate) async fn audited(world: &World, action: &str) -> Vec<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(world.dir().join("gieok.db"));
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("opens");
    let text = "SELECT action || ' ' || outcome || ifnull(' ' || detail, '') FROM audit_log
                WHERE action LIKE ? || '%' ORDER BY seq";
    sqlx::query_scalar(text).bind(action).fetch_all(&pool).await.expect("reads")
}

/// Whether it was refused, with that code.
pub(crate) fn refused_with<T>(code: ErrorCode, result: &Result<T, DeskError>) -> bool {
    result.as_ref().is_err_and(|error| ErrorCode::from(error) == code)
}
