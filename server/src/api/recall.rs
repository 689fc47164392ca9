//! `POST /api/v1/recall`: a service asks a subject's memory.

use super::bearer::ServiceActor;
use super::json::Json;
use super::problem::Refusal;
use crate::http::AppState;
use axum::extract::State;
use contract::{RecallAnswer, RecallRequest};

/// 200, degraded or not: what is down is said in the answer.
pub async fn recall(
    State(state): State<AppState>,
    ServiceActor(actor): ServiceActor,
    Json(request): Json<RecallRequest>,
) -> Result<axum::Json<RecallAnswer>, Refusal> {
    let outcome = state.desks.agent(&actor)?.recall(request).await?;
    Ok(axum::Json(outcome.answer))
}
