//! The browsers in which one is signed in. Only a signed-in browser gets here.

use super::{Answer, Items};
use crate::api::path::PathId;
use crate::api::person::Access;
use crate::api::problem::Refusal;
use contract::{SessionId, SessionRow};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many sessions were ended.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Ended {
    /// So many.
    ended: u64,
}

/// `GET /api/v1/me/sessions`.
pub async fn sessions(Access { desk, session }: Access) -> Answer<Items<SessionRow>> {
    Ok(Items::of(desk.sessions(Some(&session)).await?))
}

/// `DELETE /api/v1/me/sessions/{id}`.
pub async fn end(Access { desk, .. }: Access, PathId(ended): PathId<SessionId>) -> Result<StatusCode, Refusal> {
    desk.end_session(&ended).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/me/sessions/end-others`.
pub async fn end_others(Access { desk, session }: Access) -> Answer<Ended> {
    Ok(axum::Json(Ended { ended: desk.end_other_sessions(&session).await? }))
}
