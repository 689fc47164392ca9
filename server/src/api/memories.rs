//! `POST /api/v1/memories`: a service keeps one memory about a subject.

use super::bearer::ServiceActor;
use super::json::Json;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::State;
use contract::{SaveMemory, SavedMemory};
use http::StatusCode;

/// 201 for a new memory, 200 if the person had exactly this one already.
pub async fn save(
    State(state): State<AppState>,
    ServiceActor(actor): ServiceActor,
    Json(request): Json<SaveMemory>,
) -> Result<(StatusCode, axum::Json<SavedMemory>), Refusal> {
    let saved = state.desks.agent(&actor)?.save(request).await?;
    let status = if saved.duplicate { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, axum::Json(saved)))
}
