//! The settings of the whole system.

use crate::api::json::Json;
use crate::api::me::Answer;
use crate::api::person::System;
use contract::{ChangeSettings, SettingsView};

/// `GET /api/v1/admin/settings`.
pub async fn settings(System(desk): System) -> Answer<SettingsView> {
    Ok(axum::Json(desk.settings().await?))
}

/// `PUT /api/v1/admin/settings`.
pub async fn change(System(desk): System, Json(request): Json<ChangeSettings>) -> Answer<SettingsView> {
    Ok(axum::Json(desk.change(&request).await?))
}
