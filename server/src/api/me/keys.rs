//! One's personal keys. Only a signed-in browser gets here.

use super::{Answer, Items};
use crate::api::json::Json;
use crate::api::path::PathId;
use crate::api::person::Access;
use crate::api::problem::Refusal;
use contract::{CreatePersonalKey, CreatedPersonalKey, KeyId, PersonalKeyRow};
use http::StatusCode;

/// `GET /api/v1/me/keys`.
pub async fn keys(Access { desk, .. }: Access) -> Answer<Items<PersonalKeyRow>> {
    Ok(Items::of(desk.keys().await?))
}

/// `POST /api/v1/me/keys`: 201, and the only time that the key is told.
pub async fn create(
    Access { desk, .. }: Access,
    Json(request): Json<CreatePersonalKey>,
) -> Result<(StatusCode, axum::Json<CreatedPersonalKey>), Refusal> {
    Ok((StatusCode::CREATED, axum::Json(desk.create_key(&request).await?)))
}

/// `DELETE /api/v1/me/keys/{id}`.
pub async fn revoke(Access { desk, .. }: Access, PathId(key): PathId<KeyId>) -> Result<StatusCode, Refusal> {
    desk.revoke_key(&key).await?;
    Ok(StatusCode::NO_CONTENT)
}
