//! The desk that manages the chat services of a tenant: revisions, what is deployed, keys, and what it all costs.

use super::{Core, DeskError};
use crate::kernel::Actor;
use contract::{
    CreateService, CreatedServiceKey, DeployRevision, KeyId, ListServices, RevisionView, SaveRevision, ServiceDetail,
    ServiceId, ServiceList, ViewRevision,
};
use std::sync::Arc;

/// See the module.
pub struct ServicesDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
}

impl ServicesDesk {
    /// One page of the tenant's services, those made last first.
    ///
    /// # Errors
    /// [`DeskError::Invalid`] for a cursor that is none.
    pub async fn list(&self, request: &ListServices) -> Result<ServiceList, DeskError> {
        todo!("{request:?}")
    }

    /// One service.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn service(&self, service: &ServiceId) -> Result<ServiceDetail, DeskError> {
        todo!("{service}")
    }

    /// One revision, beside another.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn revision(
        &self,
        service: &ServiceId,
        number: u32,
        view: ViewRevision,
    ) -> Result<RevisionView, DeskError> {
        todo!("{service} {number} {view:?}")
    }

    /// Makes a service with its first revision, which has no effect before it is deployed.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], also for a name that is in use.
    pub async fn create(&self, request: &CreateService) -> Result<ServiceDetail, DeskError> {
        todo!("{request:?}")
    }

    /// Saves settings as the next revision.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::NotFound`], [`DeskError::StaleVersion`] if somebody else has saved one since.
    pub async fn save_revision(&self, service: &ServiceId, request: &SaveRevision) -> Result<ServiceDetail, DeskError> {
        todo!("{service} {request:?}")
    }

    /// Gives a revision effect, from the next call on.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::StaleVersion`] if another one is deployed by now than the request has seen.
    pub async fn deploy(&self, service: &ServiceId, request: DeployRevision) -> Result<ServiceDetail, DeskError> {
        todo!("{service} {request:?}")
    }

    /// Makes a key. The answer is the only one that holds it.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn create_key(&self, service: &ServiceId) -> Result<CreatedServiceKey, DeskError> {
        todo!("{service}")
    }

    /// Revokes a key; it stops working at once.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn revoke_key(&self, service: &ServiceId, key: &KeyId) -> Result<(), DeskError> {
        todo!("{service} {key}")
    }
}
