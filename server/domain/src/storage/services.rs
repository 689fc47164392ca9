//! Chat services and their revisions.

use super::error::parse;
use super::{StoreError, Tx};
use contract::{RevisionId, ServiceId, TenantId, Timestamp};

/// A service to insert, with its first revision deployed.
pub struct NewService<'a> {
    /// The service.
    pub id: &'a ServiceId,
    /// Its organisation.
    pub tenant: &'a TenantId,
    /// Its name, unique in the organisation.
    pub name: &'a str,
    /// The first revision.
    pub revision: &'a RevisionId,
    /// When.
    pub at: Timestamp,
}

impl Tx {
    /// The tenant's service of that name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn service_by_name(&mut self, tenant: &TenantId, name: &str) -> Result<Option<ServiceId>, StoreError> {
        let tenant = tenant.as_str();
        let id = sqlx::query_scalar!("SELECT id FROM service WHERE tenant_id = ? AND name = ?", tenant, name)
            .fetch_optional(&mut *self.inner)
            .await?;
        id.map(|id| parse(&id, "service", "id")).transpose()
    }

    /// Adds a service whose revision 1 is deployed with approval policy *none*: saves are active at once.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_service(&mut self, service: &NewService<'_>) -> Result<(), StoreError> {
        let (id, tenant, revision, at) =
            (service.id.as_str(), service.tenant.as_str(), service.revision.as_str(), service.at.micros());
        sqlx::query!(
            "INSERT INTO service (id, tenant_id, name, deployed_revision, created_at) VALUES (?, ?, ?, 1, ?)",
            id,
            tenant,
            service.name,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        sqlx::query!(
            r#"INSERT INTO service_revision (id, tenant_id, service_id, number, settings, created_at, deployed_at)
               VALUES (?1, ?2, ?3, 1, '{"approval":"none"}', ?4, ?4)"#,
            revision,
            tenant,
            id,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
