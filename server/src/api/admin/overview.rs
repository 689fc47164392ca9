//! How review and index are doing.

use crate::api::me::Answer;
use crate::api::person::Staff;
use crate::http::AppState;
use axum::extract::State;
use contract::Overview;

/// `GET /api/v1/admin/overview`.
pub async fn overview(State(state): State<AppState>, Staff(actor): Staff) -> Answer<Overview> {
    Ok(axum::Json(state.desks.reviewer(&actor).await?.overview().await?))
}
