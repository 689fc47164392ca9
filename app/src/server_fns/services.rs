//! The chat services of the tenant: revisions, what is deployed, keys.

use crate::console::FilledIn;
use crate::error::UiError;
use contract::{CreatedServiceKey, KeyId, ListServices, RevisionView, ServiceDetail, ServiceId, ServiceList};
use leptos::server;

/// One page of the tenant's services.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input` for a cursor that is none.
#[server(prefix = "/ui", endpoint = "services")]
pub async fn services(#[server(default)] request: ListServices) -> Result<ServiceList, UiError> {
    use crate::server::{refuse, services_desk};
    services_desk().await?.list(&request).await.map_err(refuse)
}

/// One service with everything that is to be known of it.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`.
#[server(SeeService, prefix = "/ui", endpoint = "service")]
pub async fn service(service_id: ServiceId) -> Result<ServiceDetail, UiError> {
    use crate::server::{refuse, services_desk};
    services_desk().await?.service(&service_id).await.map_err(refuse)
}

/// One revision, beside the deployed one.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`.
#[server(prefix = "/ui", endpoint = "service-revision")]
pub async fn service_revision(service_id: ServiceId, revision: u32) -> Result<RevisionView, UiError> {
    use crate::server::{refuse, services_desk};
    use contract::ViewRevision;
    services_desk().await?.revision(&service_id, revision, ViewRevision::default()).await.map_err(refuse)
}

/// Makes a service with the usual settings as its first revision, which is not deployed yet.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input`.
#[server(prefix = "/ui", endpoint = "create-service")]
pub async fn create_service(name: String, note: Option<String>) -> Result<ServiceId, UiError> {
    use crate::server::{refuse, send_form_on, services_desk};
    use contract::{CreateService, RevisionSettings};
    let request = CreateService { name, settings: RevisionSettings::default(), note: said(note) };
    let made = services_desk().await?.create(&request).await.map_err(refuse)?;
    send_form_on(&format!("/admin/services/{}?done=made", made.service_id));
    Ok(made.service_id)
}

/// Saves what is filled in as the next revision.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input`, `not_found`, `stale_version`.
#[server(prefix = "/ui", endpoint = "save-revision")]
pub async fn save_revision(
    service_id: ServiceId,
    based_on: u32,
    note: Option<String>,
    #[server(default)] settings: FilledIn,
) -> Result<ServiceDetail, UiError> {
    use crate::console::read_revision;
    use crate::server::{refuse, send_form_on, services_desk};
    use contract::SaveRevision;
    use domain::desks::DeskError;
    let desk = services_desk().await?;
    let settings = read_revision(&settings).map_err(|faults| refuse(DeskError::Invalid(faults)))?;
    let request = SaveRevision { settings, based_on, note: said(note) };
    let saved = desk.save_revision(&service_id, &request).await.map_err(refuse)?;
    send_form_on(&format!("/admin/services/{service_id}?done=saved"));
    Ok(saved)
}

/// Gives a revision effect, if the deployed one is still the one that was seen.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`, `stale_version`.
#[server(prefix = "/ui", endpoint = "deploy-revision")]
pub async fn deploy_revision(
    service_id: ServiceId,
    revision: u32,
    seen_deployed: Option<u32>,
) -> Result<ServiceDetail, UiError> {
    use crate::server::{refuse, send_form_on, services_desk};
    use contract::DeployRevision;
    let request = DeployRevision { revision, seen_deployed };
    let deployed = services_desk().await?.deploy(&service_id, request).await.map_err(refuse)?;
    send_form_on(&format!("/admin/services/{service_id}?done=deployed"));
    Ok(deployed)
}

/// Makes a key. The answer is the only one that holds its secret.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`.
#[server(prefix = "/ui", endpoint = "create-service-key")]
pub async fn create_service_key(service_id: ServiceId) -> Result<CreatedServiceKey, UiError> {
    use crate::server::{refuse, services_desk};
    services_desk().await?.create_key(&service_id).await.map_err(refuse)
}

/// Revokes a key; it stops working at once.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`.
#[server(prefix = "/ui", endpoint = "revoke-service-key")]
pub async fn revoke_service_key(service_id: ServiceId, key_id: KeyId) -> Result<(), UiError> {
    use crate::server::{refuse, send_form_on, services_desk};
    services_desk().await?.revoke_key(&service_id, &key_id).await.map_err(refuse)?;
    send_form_on(&format!("/admin/services/{service_id}?done=revoked"));
    Ok(())
}

/// A plain form sends an empty note as an empty text.
#[cfg(feature = "ssr")]
fn said(note: Option<String>) -> Option<String> {
    note.filter(|note| !note.trim().is_empty())
}
