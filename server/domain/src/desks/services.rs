//! The desk that manages the chat services of a tenant: revisions, what is deployed, keys, and what it all costs.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::kernel::{Actor, Principal};
use crate::policy::Action;
use crate::storage::{NewRevision, NewService, StoredRevision, StoredService, Tx};
use contract::page::MAX_PAGE_SIZE;
use contract::{
    CreateService, CreatedServiceKey, DeployRevision, FieldError, KeyId, ListServices, RevisionRow, RevisionSettings,
    RevisionView, SaveRevision, ServiceDetail, ServiceId, ServiceList, ServiceRow, Timestamp, UserId, ViewRevision,
};
use std::sync::Arc;
use std::time::Duration;

/// So many revisions are listed; the diff with the one before needs one more.
const REVISIONS: u32 = 50;
/// Figures are of that time.
const FIGURES_OF: Duration = Duration::from_hours(30 * 24);
/// So many people are told whom the cost is put down to.
const MOST_PEOPLE: u32 = 10;

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
        let before = request.cursor.as_deref().map(str::parse).transpose();
        let before: Option<ServiceId> =
            before.map_err(|_| DeskError::field("cursor", "is not a cursor of this list"))?;
        let limit = request.limit.clamp(1, MAX_PAGE_SIZE);
        // One row more than asked for tells whether there is a next page.
        let mut found = self.core.store.services(&self.actor.tenant, before.as_ref(), limit + 1).await?;
        let has_more = found.len() > limit as usize;
        found.truncate(limit as usize);
        let next_cursor = found.last().filter(|_| has_more).map(|service| service.id.to_string());
        let items = found.into_iter().map(row).collect();
        Ok(ServiceList { items, next_cursor, extractors: self.core.extractors.names() })
    }

    /// One service.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn service(&self, service: &ServiceId) -> Result<ServiceDetail, DeskError> {
        let (store, tenant) = (&self.core.store, &self.actor.tenant);
        let found = store.service(tenant, service).await?.ok_or(DeskError::NotFound)?;
        let revisions = store.revisions(tenant, service, REVISIONS + 1).await?;
        let latest = revisions.first().ok_or(DeskError::NotFound)?.settings.clone();
        let undeployed = match &found.settings {
            Some(deployed) => latest.changes_since(deployed),
            None => latest.changes_since(&RevisionSettings::default()),
        };
        let since = self.core.clock.now().minus(FIGURES_OF);
        Ok(ServiceDetail {
            service_id: found.id,
            name: found.name,
            deployed: found.deployed,
            latest: found.latest,
            undeployed,
            revisions: rows(&revisions, found.deployed),
            settings: latest,
            keys: store.service_keys(tenant, service).await?,
            turns: store.turn_counts(tenant, service, since).await?,
            refusals: store.refusal_counts(tenant, service, since).await?,
            usage: store.usage(tenant, service, since).await?,
            usage_by_person: store.usage_by_person(tenant, service, since, MOST_PEOPLE).await?,
            extractors: self.core.extractors.names(),
            created_at: found.created_at,
        })
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
        let (store, tenant) = (&self.core.store, &self.actor.tenant);
        let found = store.service(tenant, service).await?.ok_or(DeskError::NotFound)?;
        let settings = store.revision(tenant, service, number).await?.ok_or(DeskError::NotFound)?.settings;
        let against = view.against.or(found.deployed);
        let changes = match against {
            None => Vec::new(),
            Some(against) => {
                let before = store.revision(tenant, service, against).await?.ok_or(DeskError::NotFound)?;
                settings.changes_since(&before.settings)
            }
        };
        Ok(RevisionView { number, settings, against, changes })
    }

    /// Makes a service with its first revision, which has no effect before it is deployed.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], also for a name that is in use.
    pub async fn create(&self, request: &CreateService) -> Result<ServiceDetail, DeskError> {
        self.check(request.faults(), &request.settings)?;
        let (id, now) = (self.core.ids.next::<ServiceId>(), self.core.clock.now());
        let service = NewService { id: &id, tenant: &self.actor.tenant, name: request.name.trim(), at: now };
        let mut tx = self.core.begin_as(&self.actor, Action::ManageServices).await?;
        tx.insert_service(&service).await.map_err(|error| DeskError::taken(error, "name"))?;
        self.insert_revision(&mut tx, (&id, 1), (&request.settings, request.note.as_deref()), now).await?;
        self.note(&mut tx, Event::ServiceCreate, &id, "revision=1".to_owned(), now).await?;
        tx.commit().await?;
        self.service(&id).await
    }

    /// Saves settings as the next revision.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::NotFound`], [`DeskError::StaleVersion`] if somebody else has saved one since.
    pub async fn save_revision(&self, service: &ServiceId, request: &SaveRevision) -> Result<ServiceDetail, DeskError> {
        self.check(request.faults(), &request.settings)?;
        let now = self.core.clock.now();
        let mut tx = self.core.begin_as(&self.actor, Action::ManageServices).await?;
        let latest = tx.latest_revision(&self.actor.tenant, service).await?.ok_or(DeskError::NotFound)?;
        if latest != request.based_on {
            return Err(DeskError::StaleVersion);
        }
        let number = latest + 1;
        self.insert_revision(&mut tx, (service, number), (&request.settings, request.note.as_deref()), now).await?;
        self.note(&mut tx, Event::ServiceRevise, service, format!("revision={number}"), now).await?;
        tx.commit().await?;
        self.service(service).await
    }

    /// Gives a revision effect, from the next call on.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::StaleVersion`] if another one is deployed by now than the request has seen.
    pub async fn deploy(&self, service: &ServiceId, request: DeployRevision) -> Result<ServiceDetail, DeskError> {
        let (tenant, now) = (&self.actor.tenant, self.core.clock.now());
        let number = request.revision;
        let revision = self.core.store.revision(tenant, service, number).await?.ok_or(DeskError::NotFound)?;
        // What was configured when it was saved may be gone.
        self.check(Vec::new(), &revision.settings)?;
        let seen = request.seen_deployed.unwrap_or(0);
        let mut tx = self.core.begin_as(&self.actor, Action::ManageServices).await?;
        if !tx.deploy_revision(tenant, service, (seen, number), now).await? {
            return Err(DeskError::StaleVersion);
        }
        self.note(&mut tx, Event::ServiceDeploy, service, format!("was={seen} revision={number}"), now).await?;
        tx.commit().await?;
        self.service(service).await
    }

    /// Makes a key. The answer is the only one that holds it.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn create_key(&self, service: &ServiceId) -> Result<CreatedServiceKey, DeskError> {
        self.core.store.service(&self.actor.tenant, service).await?.ok_or(DeskError::NotFound)?;
        let mut tx = self.core.begin_as(&self.actor, Action::ManageServices).await?;
        let key = self.core.issue_key(&mut tx, &self.actor, service.clone(), self.core.clock.now()).await?;
        tx.commit().await?;
        Ok(CreatedServiceKey { key_id: key.id, secret: key.secret })
    }

    /// Revokes a key of that service; it stops working at once.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn revoke_key(&self, service: &ServiceId, key: &KeyId) -> Result<(), DeskError> {
        let keys = self.core.store.service_keys(&self.actor.tenant, service).await?;
        if !keys.iter().any(|row| row.key_id == *key) {
            return Err(DeskError::NotFound);
        }
        let mut tx = self.core.begin_as(&self.actor, Action::ManageServices).await?;
        self.core.withdraw_key(&mut tx, &self.actor, key, self.core.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    fn check(&self, mut faults: Vec<FieldError>, settings: &RevisionSettings) -> Result<(), DeskError> {
        if faults.is_empty() && !self.core.extractors.names().contains(&settings.extractor) {
            faults.push(FieldError::new("settings.extractor", "is not configured on this server"));
        }
        if faults.is_empty() { Ok(()) } else { Err(DeskError::Invalid(faults)) }
    }

    async fn insert_revision(
        &self,
        tx: &mut Tx,
        (service, number): (&ServiceId, u32),
        (settings, note): (&RevisionSettings, Option<&str>),
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let revision = NewRevision {
            id: &self.core.ids.next(),
            tenant: &self.actor.tenant,
            service,
            number,
            settings,
            note: note.map(str::trim).filter(|note| !note.is_empty()),
            by: person(&self.actor),
            at: now,
        };
        Ok(tx.insert_revision(&revision).await?)
    }

    async fn note(
        &self,
        tx: &mut Tx,
        event: Event,
        service: &ServiceId,
        detail: String,
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let object = Some(service.as_str());
        let entry = Entry { actor: &self.actor, event, outcome: "ok", subject: None, object };
        Ok(audit::append_with(tx, &self.core.ids, now, &entry, Some(detail)).await?)
    }
}

/// The account that acts, if a person does.
pub(super) fn person(actor: &Actor) -> Option<&UserId> {
    match &actor.principal {
        Principal::Person { user, .. } => Some(user),
        _ => None,
    }
}

fn row(service: StoredService) -> ServiceRow {
    ServiceRow {
        service_id: service.id,
        name: service.name,
        deployed: service.deployed,
        latest: service.latest,
        memory: service.settings.as_ref().is_some_and(|settings| settings.memory),
        approval: service.settings.map(|settings| settings.approval),
        waiting_turns: service.waiting_turns,
        created_at: service.created_at,
    }
}

/// The rows, latest first, each with what it changed since the one before: the defaults come before the first.
fn rows(revisions: &[StoredRevision], deployed: Option<u32>) -> Vec<RevisionRow> {
    let defaults = RevisionSettings::default();
    let before = revisions.iter().skip(1).map(|revision| &revision.settings).chain([&defaults]);
    let listed = revisions.iter().zip(before).take(REVISIONS as usize);
    listed
        .map(|(revision, before)| RevisionRow {
            number: revision.number,
            created_at: revision.created_at,
            created_by: revision.created_by.clone(),
            note: revision.note.clone(),
            deployed_at: revision.deployed_at,
            is_deployed: deployed == Some(revision.number),
            changes: revision.settings.changes_since(before),
        })
        .collect()
}
