//! `POST /api/v1/turns`: a service brings a turn; what is worth keeping of it is found afterwards.

use super::bearer::{ServiceActor, read};
use super::json::Json;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::State;
use contract::{AuditAction, IngestTurn, TurnReceipt};
use http::StatusCode;

/// 202 for a new turn, 200 if the same one had come before.
pub async fn ingest(
    State(state): State<AppState>,
    ServiceActor(actor): ServiceActor,
    request: Result<Json<IngestTurn>, Refusal>,
) -> Result<(StatusCode, axum::Json<TurnReceipt>), Refusal> {
    let desk = state.desks.agent(&actor)?;
    let receipt = desk.ingest(read(&desk, AuditAction::Turn, request).await?).await?;
    let status = if receipt.duplicate { StatusCode::OK } else { StatusCode::ACCEPTED };
    Ok((status, axum::Json(receipt)))
}
