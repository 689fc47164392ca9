//! The queue of candidates and the decisions on them.

use crate::error::UiError;
use contract::review::{
    BulkReport, CandidateDetail, CandidateList, CandidateSelection, DecidedCandidate, ListCandidates, Placement,
    RejectReason, RevealReason,
};
use contract::{ChosenMemory, DecisionId, MemoryId};
use leptos::server;

/// One page of the queue; what is sensitive comes masked.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input`.
#[server(prefix = "/ui", endpoint = "review-queue")]
pub async fn review_queue(#[server(default)] request: ListCandidates) -> Result<CandidateList, UiError> {
    use crate::server::{refuse, review_desk};
    review_desk().await?.list(&request).await.map_err(refuse)
}

/// One candidate as it stands now, masked as in the queue; also one that has been decided.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`.
#[server(prefix = "/ui", endpoint = "review-candidate")]
pub async fn review_candidate(memory_id: MemoryId) -> Result<CandidateDetail, UiError> {
    use crate::server::{refuse, review_desk};
    review_desk().await?.candidate(&memory_id).await.map_err(refuse)
}

/// Opens a candidate and claims it for 15 minutes, unless somebody else has it open. Audited.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`.
#[server(prefix = "/ui", endpoint = "claim-candidate")]
pub async fn claim_candidate(memory_id: MemoryId) -> Result<CandidateDetail, UiError> {
    use crate::server::{refuse, review_desk};
    review_desk().await?.claim(&memory_id).await.map_err(refuse)
}

/// Ends one's own claim on a candidate.
///
/// # Errors
/// `unauthenticated`, `forbidden`.
#[server(prefix = "/ui", endpoint = "release-candidate")]
pub async fn release_candidate(memory_id: MemoryId) -> Result<(), UiError> {
    use crate::server::{refuse, review_desk};
    review_desk().await?.release(&memory_id).await.map_err(refuse)
}

/// Shows a sensitive candidate in full. Audited with the reason.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`.
#[server(prefix = "/ui", endpoint = "reveal-candidate")]
pub async fn reveal_candidate(memory_id: MemoryId, reason: RevealReason) -> Result<CandidateDetail, UiError> {
    use crate::server::{refuse, review_desk};
    use contract::review::RevealCandidate;
    review_desk().await?.reveal(&memory_id, RevealCandidate { reason }).await.map_err(refuse)
}

/// Approves a candidate, as proposed or as `placement` and `json`, an [`contract::EditableMemory`], say. The `key` makes a
/// repeated request the same one.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input`, `not_found`, `stale_version`, `needs_reveal`, `consent_required`,
/// `already_exists`.
#[server(prefix = "/ui", endpoint = "approve-candidate")]
pub async fn approve_candidate(
    memory_id: MemoryId,
    version: i64,
    placement: Option<Placement>,
    json: Option<String>,
    note: Option<String>,
    key: Option<String>,
) -> Result<DecidedCandidate, UiError> {
    use crate::server::{refuse, review_desk, send_form_on};
    use contract::review::ApproveCandidate;
    use contract::{EditableMemory, ErrorCode};
    use domain::desks::Idempotency;
    let desk = review_desk().await?;
    let refuse_fields = |fields| refuse(UiError { fields, ..UiError::new(ErrorCode::InvalidInput) });
    let memory = json.map(|json| EditableMemory::from_json(&json)).transpose().map_err(refuse_fields)?;
    let request = ApproveCandidate { version, placement, memory, note };
    let receipt = desk.approve(&memory_id, request, key.map(Idempotency)).await.map_err(refuse)?;
    send_form_on("/admin/review?done=approved");
    Ok(receipt)
}

/// Rejects a candidate. The `key` makes a repeated request the same one.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input`, `not_found`, `stale_version`.
#[server(prefix = "/ui", endpoint = "reject-candidate")]
pub async fn reject_candidate(
    memory_id: MemoryId,
    version: i64,
    reason: RejectReason,
    note: Option<String>,
    key: Option<String>,
) -> Result<DecidedCandidate, UiError> {
    use crate::server::{refuse, review_desk, send_form_on};
    use contract::review::RejectCandidate;
    use domain::desks::Idempotency;
    let desk = review_desk().await?;
    // A plain form sends an empty note as an empty text.
    let note = note.filter(|note| !note.trim().is_empty());
    let request = RejectCandidate { version, reason, note };
    let receipt = desk.reject(&memory_id, request, key.map(Idempotency)).await.map_err(refuse)?;
    send_form_on("/admin/review?done=rejected");
    Ok(receipt)
}

/// Decides on many: approves them, or rejects them for the `reason`. The `key` makes a repeated request the same one.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input` for neither or both; what was not decided is in the report.
#[server(prefix = "/ui", endpoint = "decide-many")]
pub async fn decide_many(
    approve: bool,
    reason: Option<RejectReason>,
    note: Option<String>,
    #[server(default)] candidates: Vec<ChosenMemory>,
    confirmed: bool,
    key: Option<String>,
) -> Result<BulkReport, UiError> {
    use crate::server::{refuse, review_desk};
    use contract::ErrorCode;
    use contract::review::{BulkDecide, BulkDecision};
    use domain::desks::Idempotency;
    let desk = review_desk().await?;
    let decision = match reason {
        None if approve => BulkDecision::Approve,
        Some(reason) if !approve => BulkDecision::Reject { reason, note },
        // Nothing is decided for want of a word.
        _ => return Err(refuse(UiError::new(ErrorCode::InvalidInput))),
    };
    let request = BulkDecide { decision, candidates, confirmed };
    desk.bulk(request, key.map(Idempotency)).await.map_err(refuse)
}

/// All that match, as far as one bulk decision reaches; the order and the place in the list are left aside.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input`.
#[server(prefix = "/ui", endpoint = "select-candidates")]
pub async fn select_candidates(#[server(default)] request: ListCandidates) -> Result<CandidateSelection, UiError> {
    use crate::server::{refuse, review_desk};
    review_desk().await?.select(&request.filter()).await.map_err(refuse)
}

/// Takes one's own decision back: the candidate waits again.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`, `undo_over`, `stale_version`.
#[server(prefix = "/ui", endpoint = "undo-decision")]
pub async fn undo_decision(decision_id: DecisionId) -> Result<DecidedCandidate, UiError> {
    use crate::server::{refuse, review_desk};
    review_desk().await?.undo(&decision_id).await.map_err(refuse)
}
