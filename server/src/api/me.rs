//! `/api/v1/me`: a person's own consent and memories, guarded like the pages.

use super::json::Json;
use super::person::PersonActor;
use super::problem::Refusal;
use super::query::Query;
use crate::http::AppState;
use axum::extract::State;
use contract::consent::SetConsent;
use contract::page::DEFAULT_PAGE_SIZE;
use contract::{ConsentSource, ConsentView, MemoryRow, Page};
use serde::Deserialize;

/// Where a list goes on, and how much of it to send.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListParameters {
    cursor: Option<String>,
    #[serde(default = "default_limit")]
    limit: u32,
}

fn default_limit() -> u32 {
    DEFAULT_PAGE_SIZE
}

/// `GET /api/v1/me/consent`.
pub async fn consent(
    State(state): State<AppState>,
    PersonActor(actor): PersonActor,
) -> Result<axum::Json<ConsentView>, Refusal> {
    Ok(axum::Json(state.desks.owner(&actor)?.consent().await?))
}

/// `PUT /api/v1/me/consent`.
pub async fn set_consent(
    State(state): State<AppState>,
    PersonActor(actor): PersonActor,
    Json(request): Json<SetConsent>,
) -> Result<axum::Json<ConsentView>, Refusal> {
    let desk = state.desks.owner(&actor)?;
    Ok(axum::Json(desk.set_consent(request.granted, ConsentSource::Rest).await?))
}

/// `GET /api/v1/me/memories`.
pub async fn memories(
    State(state): State<AppState>,
    PersonActor(actor): PersonActor,
    Query(list): Query<ListParameters>,
) -> Result<axum::Json<Page<MemoryRow>>, Refusal> {
    let desk = state.desks.owner(&actor)?;
    Ok(axum::Json(desk.memories(list.cursor.as_deref(), list.limit).await?))
}
