//! The accounts of the tenant.

use crate::api::json::Json;
use crate::api::me::Answer;
use crate::api::path::PathId;
use crate::api::person::Staff;
use crate::api::problem::Refusal;
use crate::api::query::Query;
use crate::http::AppState;
use axum::extract::State;
use contract::{ChangeRole, InviteUser, ListUsers, UserId, UserList, WelcomeLink};
use http::StatusCode;

/// The answer of a change that has nothing to say but that it is done.
type Done = Result<StatusCode, Refusal>;

/// `GET /api/v1/admin/users`.
pub async fn list(
    State(state): State<AppState>,
    Staff(actor): Staff,
    Query(request): Query<ListUsers>,
) -> Answer<UserList> {
    Ok(axum::Json(state.desks.users(&actor).await?.list(&request).await?))
}

/// `POST /api/v1/admin/users`: 201, and the only time that the link is told.
pub async fn invite(
    State(state): State<AppState>,
    Staff(actor): Staff,
    Json(request): Json<InviteUser>,
) -> Result<(StatusCode, axum::Json<WelcomeLink>), Refusal> {
    let link = state.desks.users(&actor).await?.invite(&request).await?;
    Ok((StatusCode::CREATED, axum::Json(link)))
}

/// `PUT /api/v1/admin/users/{id}/role`.
pub async fn change_role(
    State(state): State<AppState>,
    Staff(actor): Staff,
    PathId(user): PathId<UserId>,
    Json(change): Json<ChangeRole>,
) -> Done {
    state.desks.users(&actor).await?.change_role(&user, change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/users/{id}/disable`.
pub async fn disable(State(state): State<AppState>, Staff(actor): Staff, PathId(user): PathId<UserId>) -> Done {
    state.desks.users(&actor).await?.disable(&user).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/users/{id}/enable`.
pub async fn enable(State(state): State<AppState>, Staff(actor): Staff, PathId(user): PathId<UserId>) -> Done {
    state.desks.users(&actor).await?.enable(&user).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/users/{id}/end-sessions`.
pub async fn end_sessions(State(state): State<AppState>, Staff(actor): Staff, PathId(user): PathId<UserId>) -> Done {
    state.desks.users(&actor).await?.end_sessions(&user).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/admin/users/{id}/reset-password`: the only time that the link is told.
pub async fn reset_password(
    State(state): State<AppState>,
    Staff(actor): Staff,
    PathId(user): PathId<UserId>,
) -> Answer<WelcomeLink> {
    Ok(axum::Json(state.desks.users(&actor).await?.reset_password(&user).await?))
}

/// `POST /api/v1/admin/users/{id}/renew-link`: the only time that the link is told.
pub async fn renew_link(
    State(state): State<AppState>,
    Staff(actor): Staff,
    PathId(user): PathId<UserId>,
) -> Answer<WelcomeLink> {
    Ok(axum::Json(state.desks.users(&actor).await?.renew_link(&user).await?))
}
