//! `POST /api/v1/candidates`: a service proposes a memory, which waits for a reviewer.

use super::bearer::{ServiceActor, read};
use super::json::Json;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::State;
use contract::{AuditAction, ProposedCandidate, SaveMemory};
use http::StatusCode;

/// 201 for a new candidate, 200 if the person has exactly this one already, remembered or waiting.
pub async fn propose(
    State(state): State<AppState>,
    ServiceActor(actor): ServiceActor,
    request: Result<Json<SaveMemory>, Refusal>,
) -> Result<(StatusCode, axum::Json<ProposedCandidate>), Refusal> {
    let desk = state.desks.agent(&actor)?;
    let proposed = desk.propose(read(&desk, AuditAction::Propose, request).await?).await?;
    let status = if proposed.duplicate { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, axum::Json(proposed)))
}
