//! The search index.

use crate::api::me::Answer;
use crate::api::person::Upkeep;
use crate::api::problem::Refusal;
use contract::IndexView;
use http::StatusCode;

/// `GET /api/v1/admin/index`.
pub async fn index(Upkeep(desk): Upkeep) -> Answer<IndexView> {
    Ok(axum::Json(desk.index().await?))
}

/// `POST /api/v1/admin/index/repair`: 202, as it goes on in the background.
pub async fn repair(Upkeep(desk): Upkeep) -> Result<(StatusCode, axum::Json<IndexView>), Refusal> {
    Ok((StatusCode::ACCEPTED, axum::Json(desk.repair().await?)))
}
