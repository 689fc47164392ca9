//! The desk that manages people, services, keys and tenants. In this version only the command line sits at it.

use super::front::password_faults;
use super::{Core, DeskError, NewKey};
use crate::audit::{self, Entry, Event};
use crate::kernel::{Actor, Principal};
use crate::storage::{NewRevision, NewService, Tx};
use contract::text::{self, NAME_MAX_BYTES};
use contract::{ApprovalPolicy, InviteUser, KeyId, RevisionSettings, Role, ServiceId, TenantId, Timestamp, UserId};
use std::sync::Arc;

pub use crate::storage::ApiKey as KeyRow;

/// An account to make.
pub struct NewUser {
    /// The address that the person signs in with.
    pub email: String,
    /// The first password.
    pub password: String,
    /// What the account may do.
    pub role: Role,
    /// How chat services of the tenant call the person.
    pub external_id: Option<String>,
}

/// See the module.
pub struct AdminDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
}

impl AdminDesk {
    /// Makes an account. Nobody can make one that may do more than oneself.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], also for an address or external id that is in use; [`DeskError::Forbidden`],
    /// [`DeskError::NotFound`] for an unknown tenant.
    pub async fn add_user(&self, user: NewUser) -> Result<UserId, DeskError> {
        let NewUser { email, password, role, external_id } = user;
        let person = InviteUser { email, role, external_id };
        let faults = [person.faults(), password_faults(&password)].concat();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        self.require_tenant().await?;
        let password_hash = self.core.passwords.hash(&password).await?;
        let now = self.core.clock.now();
        let mut tx = self.core.store.begin().await?;
        let id = self.core.insert_person(&mut tx, &self.actor, &person, Some(&password_hash), now).await?;
        self.commit(tx, Event::UserAdd, Some(&id), None, now).await?;
        Ok(id)
    }

    /// Makes an organisation. For operators and superadmins.
    ///
    /// # Errors
    /// [`DeskError::AlreadyExists`], [`DeskError::Forbidden`].
    pub async fn add_tenant(&self, tenant: &TenantId) -> Result<(), DeskError> {
        if matches!(self.actor.principal, Principal::Person { role, .. } if role < Role::Superadmin) {
            return Err(DeskError::Forbidden);
        }
        let now = self.core.clock.now();
        let mut tx = self.core.store.begin().await?;
        tx.insert_tenant(tenant, now).await.map_err(DeskError::unique)?;
        self.commit(tx, Event::TenantAdd, None, Some(tenant.as_str()), now).await
    }

    /// Makes a key for the service of that name; a new name makes the service too, with a first revision deployed.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::NotFound`] for an unknown tenant.
    pub async fn create_key(&self, service_name: &str) -> Result<NewKey, DeskError> {
        let name = service_name.trim();
        text::check(name, NAME_MAX_BYTES).map_err(|fault| DeskError::field("service", fault))?;
        self.require_tenant().await?;
        let now = self.core.clock.now();
        let mut tx = self.core.store.begin().await?;
        let service = self.service_named(&mut tx, name, now).await?;
        let key = self.core.issue_key(&mut tx, &self.actor, service, now).await?;
        tx.commit().await?;
        Ok(key)
    }

    /// The tenant's keys, revoked ones too.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn keys(&self) -> Result<Vec<KeyRow>, DeskError> {
        Ok(self.core.store.keys(&self.actor.tenant).await?)
    }

    /// Revokes a key; it stops working at once.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn revoke_key(&self, key: &KeyId) -> Result<(), DeskError> {
        let mut tx = self.core.store.begin().await?;
        self.core.withdraw_key(&mut tx, &self.actor, key, self.core.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    pub(super) async fn require_tenant(&self) -> Result<(), DeskError> {
        if self.core.store.tenant_exists(&self.actor.tenant).await? { Ok(()) } else { Err(DeskError::NotFound) }
    }

    async fn service_named(&self, tx: &mut Tx, name: &str, now: Timestamp) -> Result<ServiceId, DeskError> {
        if let Some(service) = tx.service_by_name(&self.actor.tenant, name).await? {
            return Ok(service);
        }
        let (id, tenant) = (self.core.ids.next::<ServiceId>(), &self.actor.tenant);
        tx.insert_service(&NewService { id: &id, tenant, name, at: now }).await?;
        let settings = RevisionSettings { approval: ApprovalPolicy::None, ..RevisionSettings::default() };
        let revision = NewRevision {
            id: &self.core.ids.next(),
            tenant,
            service: &id,
            number: 1,
            settings: &settings,
            note: None,
            by: None,
            at: now,
        };
        tx.insert_revision(&revision).await?;
        tx.deploy_revision(tenant, &id, (0, 1), now).await?;
        Ok(id)
    }

    async fn commit(
        &self,
        mut tx: Tx,
        event: Event,
        subject: Option<&UserId>,
        object: Option<&str>,
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let entry = Entry { actor: &self.actor, event, outcome: "ok", subject, object };
        audit::append(&mut tx, &self.core.ids, now, &entry).await?;
        Ok(tx.commit().await?)
    }
}
