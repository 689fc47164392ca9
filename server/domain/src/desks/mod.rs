//! What each kind of actor can do. A desk is a capability: without one there is no method to call.
//!
//! A front door proves the actor, decodes a contract type, calls one desk method and encodes the answer.

mod access;
mod admin;
mod agent;
mod audit_trail;
mod error;
mod front;
mod import;
mod index_change;
mod ingest;
mod new_person;
mod owner;
mod present;
mod propose;
mod provenance;
mod reauthentication;
mod review;
mod runtime;
mod service_keys;
mod services;
mod system;
mod text_search;
mod upkeep;
mod users;
mod welcome;

pub use crate::identity::{LoginLimits, PasswordCost};
pub use access::AccessDesk;
pub use admin::{AdminDesk, KeyRow, NewUser};
pub use agent::{AgentDesk, RecallOutcome, RecallTimings};
pub use audit_trail::{AuditDesk, AuditExport, AuditRowPlace, Flaw, Verified};
pub use error::DeskError;
pub use front::{FrontDesk, SessionRecord, SignIn};
pub use import::{ImportMemory, ImportOutcome, ImportRefusal};
pub use owner::OwnerDesk;
pub use review::{Idempotency, ReviewDesk};
pub use runtime::{Due, Health, OpenError, Options, Part, Runtime};
pub use service_keys::NewKey;
pub use services::ServicesDesk;
pub use system::SystemDesk;
pub use upkeep::UpkeepDesk;
pub use users::UsersDesk;

use crate::extraction::Extractors;
use crate::identity::{CallLimits, Passwords, Throttle};
use crate::index::{Index, WriterLease};
use crate::intake::Intake;
use crate::jobs::{InForce, IndexQueue};
use crate::kernel::{Actor, Clock, Ids, Models, Principal, Rng};
use crate::policy::{Action, authorise};
use crate::recall::Recaller;
use crate::storage::Store;
use contract::SystemSettings;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// What all desks work with.
struct Core {
    store: Store,
    index: Option<Index>,
    writer: Option<WriterLease>,
    patience: Duration,
    intake: Intake,
    queue: IndexQueue,
    recaller: Recaller,
    passwords: Passwords,
    throttle: Throttle,
    calls: CallLimits,
    /// The settings that this process goes by; a process without background work reads them once.
    in_force: InForce,
    /// Wakes whoever looks at turns.
    turns: Arc<Notify>,
    extractors: Extractors,
    models: Arc<dyn Models>,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    ids: Ids,
}

impl Core {
    /// The settings that this process goes by.
    fn settings(&self) -> SystemSettings {
        self.in_force.settings.borrow().settings.clone()
    }
}

/// Hands out desks.
#[derive(Clone)]
pub struct Desks {
    core: Arc<Core>,
}

impl Desks {
    /// The desk of a person for the memories about oneself.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is neither a person nor the holder of a personal key.
    pub fn owner(&self, actor: &Actor) -> Result<OwnerDesk, DeskError> {
        authorise(actor, Action::RuleOwnMemories)?;
        let (Principal::Person { user, .. } | Principal::PersonalKey { user, .. }) = &actor.principal else {
            return Err(DeskError::Forbidden);
        };
        Ok(OwnerDesk { core: Arc::clone(&self.core), actor: actor.clone(), subject: user.clone() })
    }

    /// The desk of a person for one's own sessions and personal keys.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is not a person in a browser.
    pub fn access(&self, actor: &Actor) -> Result<AccessDesk, DeskError> {
        authorise(actor, Action::RuleOwnAccess)?;
        let Principal::Person { user, .. } = &actor.principal else { return Err(DeskError::Forbidden) };
        Ok(AccessDesk { core: Arc::clone(&self.core), actor: actor.clone(), user: user.clone() })
    }

    /// The desk of a chat service.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is not a service.
    pub fn agent(&self, actor: &Actor) -> Result<AgentDesk, DeskError> {
        authorise(actor, Action::ServeSubjects)?;
        let Principal::Service { service, bound_subject, .. } = &actor.principal else {
            return Err(DeskError::Forbidden);
        };
        Ok(AgentDesk {
            core: Arc::clone(&self.core),
            actor: actor.clone(),
            service: service.clone(),
            bound_subject: bound_subject.clone(),
        })
    }

    /// The desk that manages people, services, keys and tenants.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is neither an operator nor an administrator.
    pub fn admin(&self, actor: &Actor) -> Result<AdminDesk, DeskError> {
        authorise(actor, Action::Administer)?;
        Ok(AdminDesk { core: Arc::clone(&self.core), actor: actor.clone() })
    }

    /// The desk of a reviewer. A refusal is audited: trying to decide is something that administrators want to know of.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is not a signed-in reviewer or administrator.
    pub async fn reviewer(&self, actor: &Actor) -> Result<ReviewDesk, DeskError> {
        self.authorise_staff(actor, Action::Review).await?;
        let Principal::Person { user, .. } = &actor.principal else { return Err(DeskError::Forbidden) };
        Ok(ReviewDesk { core: Arc::clone(&self.core), actor: actor.clone(), reviewer: user.clone() })
    }

    /// The desk that reads the audit log of the tenant. A refusal is audited.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is neither an operator nor an administrator.
    pub async fn auditor(&self, actor: &Actor) -> Result<AuditDesk, DeskError> {
        self.authorise_staff(actor, Action::ReadAudit).await?;
        Ok(AuditDesk { core: Arc::clone(&self.core), actor: actor.clone() })
    }

    /// The desk that manages the accounts of the tenant. A refusal is audited.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is not an administrator.
    pub async fn users(&self, actor: &Actor) -> Result<UsersDesk, DeskError> {
        self.authorise_staff(actor, Action::ManageUsers).await?;
        let Principal::Person { user, .. } = &actor.principal else { return Err(DeskError::Forbidden) };
        Ok(UsersDesk { core: Arc::clone(&self.core), actor: actor.clone(), user: user.clone() })
    }

    /// The desk that manages the services of the tenant. A refusal is audited.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is neither an operator nor an administrator.
    pub async fn services(&self, actor: &Actor) -> Result<ServicesDesk, DeskError> {
        self.authorise_staff(actor, Action::ManageServices).await?;
        Ok(ServicesDesk { core: Arc::clone(&self.core), actor: actor.clone() })
    }

    /// The desk for the settings of the system. A refusal is audited.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is neither an operator nor a superadmin.
    pub async fn system(&self, actor: &Actor) -> Result<SystemDesk, DeskError> {
        self.authorise_staff(actor, Action::ManageSystem).await?;
        Ok(SystemDesk { core: Arc::clone(&self.core), actor: actor.clone() })
    }

    /// The desk that looks after the search index. A refusal is audited.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] if the actor is neither an operator nor an administrator.
    pub async fn upkeep(&self, actor: &Actor) -> Result<UpkeepDesk, DeskError> {
        self.authorise_staff(actor, Action::Maintain).await?;
        Ok(UpkeepDesk { core: Arc::clone(&self.core), actor: actor.clone() })
    }

    async fn authorise_staff(&self, actor: &Actor, action: Action) -> Result<(), DeskError> {
        let Err(refused) = authorise(actor, action) else { return Ok(()) };
        self.core.note_denied(actor, action).await?;
        Err(refused.into())
    }

    /// The desk for those who have not proven who they are yet.
    pub fn front(&self) -> FrontDesk {
        FrontDesk { core: Arc::clone(&self.core) }
    }
}
