//! The accounts of the tenant.

use crate::api::json::Json;
use crate::api::me::Answer;
use crate::api::path::PathId;
use crate::api::person::Users;
use crate::api::problem::Refusal;
use crate::api::query::Query;
use contract::{ChangeRole, InviteUser, ListUsers, UserId, UserList, WelcomeLink};
use http::StatusCode;

/// `GET /api/v1/admin/users`.
pub async fn list(Users(desk): Users, Query(request): Query<ListUsers>) -> Answer<UserList> {
    Ok(axum::Json(desk.list(&request).await?))
}

/// `POST /api/v1/admin/users`: 201, and the only time that the link is told.
pub async fn invite(
    Users(desk): Users,
    Json(request): Json<InviteUser>,
) -> Result<(StatusCode, axum::Json<WelcomeLink>), Refusal> {
    Ok((StatusCode::CREATED, axum::Json(desk.invite(&request).await?)))
}

/// `PUT /api/v1/admin/users/{id}/role`.
pub async fn change_role(
    PathId(user): PathId<UserId>,
    Users(desk): Users,
    Json(change): Json<ChangeRole>,
) -> Result<StatusCode, Refusal> {
    desk.change_role(&user, change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/users/{id}/disable`.
pub async fn disable(PathId(user): PathId<UserId>, Users(desk): Users) -> Result<StatusCode, Refusal> {
    desk.disable(&user).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/users/{id}/enable`.
pub async fn enable(PathId(user): PathId<UserId>, Users(desk): Users) -> Result<StatusCode, Refusal> {
    desk.enable(&user).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/users/{id}/end-sessions`.
pub async fn end_sessions(PathId(user): PathId<UserId>, Users(desk): Users) -> Result<StatusCode, Refusal> {
    desk.end_sessions(&user).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/users/{id}/reset-password`: the only time that the link is told.
pub async fn reset_password(PathId(user): PathId<UserId>, Users(desk): Users) -> Answer<WelcomeLink> {
    Ok(axum::Json(desk.reset_password(&user).await?))
}

/// `POST /api/v1/admin/users/{id}/renew-link`: the only time that the link is told.
pub async fn renew_link(PathId(user): PathId<UserId>, Users(desk): Users) -> Answer<WelcomeLink> {
    Ok(axum::Json(desk.renew_link(&user).await?))
}
