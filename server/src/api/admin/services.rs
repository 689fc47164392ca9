//! The chat services of the tenant: revisions, what is deployed, keys.

use crate::api::json::Json;
use crate::api::me::Answer;
use crate::api::path::PathId;
use crate::api::person::Services;
use crate::api::problem::Refusal;
use crate::api::query::Query;
use contract::{
    CreateService, CreatedServiceKey, DeployRevision, KeyId, ListServices, RevisionView, SaveRevision, ServiceDetail,
    ServiceId, ServiceList, ViewRevision,
};
use http::StatusCode;

/// What came into being.
type Made<T> = Result<(StatusCode, axum::Json<T>), Refusal>;

/// `GET /api/v1/admin/services`.
pub async fn list(Services(desk): Services, Query(request): Query<ListServices>) -> Answer<ServiceList> {
    Ok(axum::Json(desk.list(&request).await?))
}

/// `POST /api/v1/admin/services`: 201.
pub async fn create(Services(desk): Services, Json(request): Json<CreateService>) -> Made<ServiceDetail> {
    Ok((StatusCode::CREATED, axum::Json(desk.create(&request).await?)))
}

/// `GET /api/v1/admin/services/{id}`.
pub async fn service(Services(desk): Services, PathId(service): PathId<ServiceId>) -> Answer<ServiceDetail> {
    Ok(axum::Json(desk.service(&service).await?))
}

/// `POST /api/v1/admin/services/{id}/revisions`: 201.
pub async fn save_revision(
    Services(desk): Services,
    PathId(service): PathId<ServiceId>,
    Json(request): Json<SaveRevision>,
) -> Made<ServiceDetail> {
    Ok((StatusCode::CREATED, axum::Json(desk.save_revision(&service, &request).await?)))
}

/// `GET /api/v1/admin/services/{id}/revisions/{number}`.
pub async fn revision(
    Services(desk): Services,
    PathId((service, number)): PathId<(ServiceId, u32)>,
    Query(view): Query<ViewRevision>,
) -> Answer<RevisionView> {
    Ok(axum::Json(desk.revision(&service, number, view).await?))
}

/// `POST /api/v1/admin/services/{id}/deploy`.
pub async fn deploy(
    Services(desk): Services,
    PathId(service): PathId<ServiceId>,
    Json(request): Json<DeployRevision>,
) -> Answer<ServiceDetail> {
    Ok(axum::Json(desk.deploy(&service, request).await?))
}

/// `POST /api/v1/admin/services/{id}/keys`: 201, and the only time that the key is told.
pub async fn create_key(Services(desk): Services, PathId(service): PathId<ServiceId>) -> Made<CreatedServiceKey> {
    Ok((StatusCode::CREATED, axum::Json(desk.create_key(&service).await?)))
}

/// `DELETE /api/v1/admin/services/{id}/keys/{key}`.
pub async fn revoke_key(
    Services(desk): Services,
    PathId((service, key)): PathId<(ServiceId, KeyId)>,
) -> Result<StatusCode, Refusal> {
    desk.revoke_key(&service, &key).await?;
    Ok(StatusCode::NO_CONTENT)
}
