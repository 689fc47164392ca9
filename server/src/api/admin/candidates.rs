//! The queue of candidates, and the decisions on them.

use crate::api::idempotency::IdempotencyKey;
use crate::api::json::Json;
use crate::api::me::{Answer, inside};
use crate::api::path::PathId;
use crate::api::person::Reviewer;
use crate::api::problem::Refusal;
use crate::api::query::Query;
use contract::review::{
    ApproveCandidate, BulkDecide, BulkReport, CandidateDetail, CandidateFilter, CandidateList, CandidateSelection,
    DecidedCandidate, ListCandidates, Placement, RejectCandidate, RevealCandidate,
};
use contract::{DecisionId, EditableMemory, MemoryId};
use http::StatusCode;
use serde::Deserialize;
use serde_json::value::RawValue;

/// [`ApproveCandidate`] with the memory as text: only the text still shows everything that does not belong there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    version: i64,
    #[serde(default)]
    placement: Option<Placement>,
    #[serde(default)]
    memory: Option<Box<RawValue>>,
    #[serde(default)]
    note: Option<String>,
}

/// `GET /api/v1/admin/candidates`.
pub async fn list(Reviewer(desk): Reviewer, Query(request): Query<ListCandidates>) -> Answer<CandidateList> {
    Ok(axum::Json(desk.list(&request).await?))
}

/// `POST /api/v1/admin/candidates/select`.
pub async fn select(Reviewer(desk): Reviewer, Json(filter): Json<CandidateFilter>) -> Answer<CandidateSelection> {
    Ok(axum::Json(desk.select(&filter).await?))
}

/// `GET /api/v1/admin/candidates/{id}`.
pub async fn candidate(Reviewer(desk): Reviewer, PathId(memory): PathId<MemoryId>) -> Answer<CandidateDetail> {
    Ok(axum::Json(desk.candidate(&memory).await?))
}

/// `POST /api/v1/admin/candidates/{id}/claim`. A POST, because others see it, and it is audited.
pub async fn claim(Reviewer(desk): Reviewer, PathId(memory): PathId<MemoryId>) -> Answer<CandidateDetail> {
    Ok(axum::Json(desk.claim(&memory).await?))
}

/// `DELETE /api/v1/admin/candidates/{id}/claim`.
pub async fn release(Reviewer(desk): Reviewer, PathId(memory): PathId<MemoryId>) -> Result<StatusCode, Refusal> {
    desk.release(&memory).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/candidates/{id}/reveal`. A POST, because it shows what the queue hides, and is audited.
pub async fn reveal(
    Reviewer(desk): Reviewer,
    PathId(memory): PathId<MemoryId>,
    Json(request): Json<RevealCandidate>,
) -> Answer<CandidateDetail> {
    Ok(axum::Json(desk.reveal(&memory, request).await?))
}

/// `POST /api/v1/admin/candidates/{id}/approve`.
pub async fn approve(
    Reviewer(desk): Reviewer,
    PathId(memory): PathId<MemoryId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(approval): Json<Approval>,
) -> Answer<DecidedCandidate> {
    Ok(axum::Json(desk.approve(&memory, approval.read()?, key).await?))
}

/// `POST /api/v1/admin/candidates/{id}/reject`.
pub async fn reject(
    Reviewer(desk): Reviewer,
    PathId(memory): PathId<MemoryId>,
    IdempotencyKey(key): IdempotencyKey,
    Json(rejection): Json<RejectCandidate>,
) -> Answer<DecidedCandidate> {
    Ok(axum::Json(desk.reject(&memory, rejection, key).await?))
}

/// `POST /api/v1/admin/candidates/bulk`.
pub async fn bulk(
    Reviewer(desk): Reviewer,
    IdempotencyKey(key): IdempotencyKey,
    Json(request): Json<BulkDecide>,
) -> Answer<BulkReport> {
    Ok(axum::Json(desk.bulk(request, key).await?))
}

/// `POST /api/v1/admin/decisions/{id}/undo`.
pub async fn undo(Reviewer(desk): Reviewer, PathId(decision): PathId<DecisionId>) -> Answer<DecidedCandidate> {
    Ok(axum::Json(desk.undo(&decision).await?))
}

impl Approval {
    fn read(self) -> Result<ApproveCandidate, Refusal> {
        let memory = self.memory.map(|memory| EditableMemory::from_json(memory.get())).transpose();
        let memory = memory.map_err(|faults| Refusal::invalid(faults.into_iter().map(inside).collect()))?;
        Ok(ApproveCandidate { version: self.version, placement: self.placement, memory, note: self.note })
    }
}
