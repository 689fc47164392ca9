//! `POST /api/v1/memories`: a service keeps one memory about a subject.

use super::bearer::{ServiceActor, read};
use super::json::Json;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::State;
use contract::{AuditAction, SaveMemory, SavedMemory};
use http::StatusCode;

/// 201 for a new memory, 200 if the person had exactly this one already.
pub async fn save(
    State(state): State<AppState>,
    ServiceActor(actor): ServiceActor,
    request: Result<Json<SaveMemory>, Refusal>,
) -> Result<(StatusCode, axum::Json<SavedMemory>), Refusal> {
    let desk = state.desks.agent(&actor)?;
    let saved = desk.save(read(&desk, AuditAction::Save, request).await?).await?;
    let status = if saved.duplicate { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, axum::Json(saved)))
}
