//! A person's desk for the memories about oneself. Each file is one thing that a person can do.

mod ask;
mod consent;
mod correct;
mod delete;
mod export;
mod list;
mod open;
mod search;

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::kernel::Actor;
use crate::storage::OwnedMemory;
use contract::{ErrorCode, MemoryId, TenantId, UserId};
use std::sync::Arc;

/// See the module. The actor is the person, in a browser or through a personal key.
pub struct OwnerDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
    pub(super) subject: UserId,
}

impl OwnerDesk {
    fn tenant(&self) -> &TenantId {
        &self.actor.tenant
    }

    async fn owned(&self, memory: &MemoryId) -> Result<OwnedMemory, DeskError> {
        let ids = std::slice::from_ref(memory);
        let mut found = self.core.store.owned_memories(self.tenant(), &self.subject, ids).await?;
        found.pop().ok_or(DeskError::NotFound)
    }

    fn entry<'a>(&'a self, event: Event, outcome: &'a str, object: Option<&'a str>) -> Entry<'a> {
        Entry { actor: &self.actor, event, outcome, subject: Some(&self.subject), object }
    }

    /// Notes an entry in a transaction of its own.
    async fn note(&self, event: Event, outcome: &str, object: Option<&str>) -> Result<(), DeskError> {
        let mut tx = self.core.store.begin().await?;
        audit::append(&mut tx, &self.core.ids, self.core.clock.now(), &self.entry(event, outcome, object)).await?;
        Ok(tx.commit().await?)
    }

    /// Notes a refusal. The refusal is what the caller hears, whether it could be noted or not.
    async fn note_refusal(&self, event: Event, error: &DeskError, object: Option<&str>) {
        if let Err(second) = self.note(event, ErrorCode::from(error).as_str(), object).await {
            tracing::error!(error = &second as &dyn std::error::Error, "a refusal was not audited");
        }
    }
}
