//! `POST /api/v1/recall`: a service asks a subject's memory.

use super::bearer::{ServiceActor, read};
use super::json::Json;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::State;
use contract::{AuditAction, RecallAnswer, RecallRequest};

/// 200, degraded or not: what is down is said in the answer.
pub async fn recall(
    State(state): State<AppState>,
    ServiceActor(actor): ServiceActor,
    request: Result<Json<RecallRequest>, Refusal>,
) -> Result<axum::Json<RecallAnswer>, Refusal> {
    let desk = state.desks.agent(&actor)?;
    let outcome = desk.recall(read(&desk, AuditAction::Recall, request).await?).await?;
    Ok(axum::Json(outcome.answer))
}
