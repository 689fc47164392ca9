//! A person's own memories: listing, opening, correcting and deleting them.

use crate::error::UiError;
use contract::{
    ChosenMemory, CorrectedMemory, DeletionReport, ListMemories, MemoryDetail, MemoryFilter, MemoryId, MemoryList,
    MemoryProgress, Timestamp,
};
use leptos::server;

/// One page of the signed-in person's memories; what is sensitive comes masked.
///
/// # Errors
/// `unauthenticated`, `invalid_input` for a cursor that is none or a search text that is too long, `internal`.
#[server(prefix = "/ui", endpoint = "my-memories")]
pub async fn my_memories(#[server(default)] request: ListMemories) -> Result<MemoryList, UiError> {
    use crate::server::{owner_desk, refuse};
    owner_desk()?.list(&request).await.map_err(refuse)
}

/// How far the index is with these memories; those that are not the person's are left out.
///
/// # Errors
/// `unauthenticated`, `internal`.
#[server(FollowProgress, prefix = "/ui", endpoint = "memory-progress")]
pub async fn memory_progress(#[server(default)] memories: Vec<MemoryId>) -> Result<Vec<MemoryProgress>, UiError> {
    use crate::server::{owner_desk, refuse};
    owner_desk()?.progress(&memories).await.map_err(refuse)
}

/// One memory in full, unmasked. Audited.
///
/// # Errors
/// `unauthenticated`, `not_found`, `internal`.
#[server(prefix = "/ui", endpoint = "open-memory")]
pub async fn open_memory(memory_id: MemoryId) -> Result<MemoryDetail, UiError> {
    use crate::server::{owner_desk, refuse};
    owner_desk()?.open(&memory_id).await.map_err(refuse)
}

/// Corrects a memory to what `json` says, an [`contract::EditableMemory`]. Forms without script send the memory as it was,
/// and beside it the `statement` as it shall be.
///
/// # Errors
/// `unauthenticated`, `invalid_input`, `not_found`, `stale_version`, `not_in_force`, `consent_required`,
/// `already_exists`, `index_unavailable`.
#[server(prefix = "/ui", endpoint = "correct-memory")]
pub async fn correct_memory(
    memory_id: MemoryId,
    version: i64,
    json: String,
    statement: Option<String>,
) -> Result<CorrectedMemory, UiError> {
    use crate::server::{owner_desk, refuse, send_form_on};
    use contract::{CorrectMemory, EditableMemory, ErrorCode};
    let desk = owner_desk()?;
    let refuse_fields = |fields| refuse(UiError { fields, ..UiError::new(ErrorCode::InvalidInput) });
    let mut memory = EditableMemory::from_json(&json).map_err(refuse_fields)?;
    if let Some(statement) = statement {
        memory.statement = statement;
    }
    let receipt = desk.correct(&memory_id, CorrectMemory { version, memory }).await.map_err(refuse)?;
    send_form_on(if receipt.removed { "/me?done=removed" } else { "/me?done=corrected" });
    Ok(receipt)
}

/// Deletes the `chosen` memories, or all that match `filter` and were recorded until then; at most 200 a call.
///
/// # Errors
/// `unauthenticated`, `invalid_input`; what could not be deleted is in the report. A form without script, which deletes
/// one memory, is told by its error.
#[server(prefix = "/ui", endpoint = "delete-memories")]
pub async fn delete_memories(
    #[server(default)] chosen: Vec<ChosenMemory>,
    filter: Option<MemoryFilter>,
    unchanged_since: Option<Timestamp>,
) -> Result<DeletionReport, UiError> {
    use crate::server::{is_plain_form, owner_desk, refuse, send_form_on};
    use contract::DeleteMemories;
    let request = match (filter, unchanged_since) {
        (Some(filter), Some(unchanged_since)) => DeleteMemories::Matching { filter, unchanged_since },
        _ => DeleteMemories::Chosen(chosen),
    };
    let report = owner_desk()?.delete(request).await.map_err(refuse)?;
    if let Some(code) = report.rows.iter().find_map(|row| row.error).filter(|_| is_plain_form()) {
        return Err(refuse(UiError::new(code)));
    }
    send_form_on("/me?done=deleted");
    Ok(report)
}
