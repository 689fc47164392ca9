//! Taking everything about oneself along, and deleting everything. Both ask for the password again.

use super::Answer;
use crate::api::json::Json;
use crate::api::person::Owner;
use crate::api::problem::Refusal;
use crate::http;
use ::http::HeaderMap;
use axum::response::Response;
use contract::{DeleteEverything, DeletionReport, RequestExport};

/// `POST /api/v1/me/export`: a file, as JSON or as Markdown.
pub async fn export(
    Owner(desk): Owner,
    headers: HeaderMap,
    Json(request): Json<RequestExport>,
) -> Result<Response, Refusal> {
    let RequestExport { password, format } = request;
    let export = desk.export(&password).await?;
    http::export_file(&export, format, &headers)
}

/// `POST /api/v1/me/delete-everything`. Repeat while something remains.
pub async fn delete_everything(Owner(desk): Owner, Json(request): Json<DeleteEverything>) -> Answer<DeletionReport> {
    let DeleteEverything { password, confirmation } = request;
    Ok(axum::Json(desk.delete_everything(&confirmation, &password).await?))
}
