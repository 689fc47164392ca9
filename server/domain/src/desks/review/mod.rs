//! A reviewer's desk: the queue of candidates, and the decisions on them. Each file is one thing that a reviewer does.
//!
//! Nobody reviews what is about oneself: such candidates are in no list, and asking for one by its id is refused.

mod approve;
mod bulk;
mod decide;
mod events;
mod open;
mod overview;
mod queue;
mod reject;
mod show;
mod undo;

pub use decide::Idempotency;

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::kernel::Actor;
use crate::storage::StoredCandidate;
use contract::{ErrorCode, MemoryId, TenantId, UserId};
use std::sync::Arc;

/// See the module. The actor is a signed-in person whose role reviews.
pub struct ReviewDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
    pub(super) reviewer: UserId,
}

impl ReviewDesk {
    fn tenant(&self) -> &TenantId {
        &self.actor.tenant
    }

    /// One candidate, waiting or decided.
    async fn stored(&self, memory: &MemoryId) -> Result<StoredCandidate, DeskError> {
        let ids = std::slice::from_ref(memory);
        let mut found = self.core.store.candidates(self.tenant(), &self.reviewer, ids).await?;
        self.not_about_oneself(found.pop())
    }

    fn not_about_oneself(&self, found: Option<StoredCandidate>) -> Result<StoredCandidate, DeskError> {
        match found {
            None => Err(DeskError::NotFound),
            Some(candidate) if candidate.subject == self.reviewer => Err(DeskError::Forbidden),
            Some(candidate) => Ok(candidate),
        }
    }

    fn entry<'a>(
        &'a self,
        event: Event,
        outcome: &'a str,
        subject: Option<&'a UserId>,
        memory: &'a MemoryId,
    ) -> Entry<'a> {
        Entry { actor: &self.actor, event, outcome, subject, object: Some(memory.as_str()) }
    }

    /// Notes a refusal. The refusal is what the caller hears, whether it could be noted or not.
    async fn note_refusal(&self, event: Event, error: &DeskError, memory: &MemoryId) {
        let noted = async {
            let mut tx = self.core.store.begin().await?;
            let entry = self.entry(event, ErrorCode::from(error).as_str(), None, memory);
            audit::append(&mut tx, &self.core.ids, self.core.clock.now(), &entry).await?;
            tx.commit().await
        };
        if let Err(second) = noted.await {
            tracing::error!(error = &second as &dyn std::error::Error, "a refusal was not audited");
        }
    }
}
