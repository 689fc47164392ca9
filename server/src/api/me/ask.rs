//! Asking one's own memory.

use super::{Answer, Items};
use crate::api::json::Json;
use crate::api::person::Owner;
use contract::{AskAnswer, AskMemory, ServiceChoice};

/// `POST /api/v1/me/ask`.
pub async fn ask(Owner(desk): Owner, Json(request): Json<AskMemory>) -> Answer<AskAnswer> {
    Ok(axum::Json(desk.ask(request).await?))
}

/// `GET /api/v1/me/ask/services`: as which services one can ask.
pub async fn services(Owner(desk): Owner) -> Answer<Items<ServiceChoice>> {
    Ok(Items::of(desk.services().await?))
}
