//! A chat service's desk: save and recall for subjects of its tenant.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::consent;
use crate::kernel::Actor;
use crate::kernel::text::canonical;
use crate::memory::{Content, asks_for_more_care};
use crate::recall::Asked;
use crate::storage::{Existing, NewMemory, Tx};
use contract::{
    Authority, ErrorCode, FieldError, MemoryId, RecallRequest, SaveMemory, SavedMemory, Scope, ScopeSet, Sensitivity,
    ServiceId, Status, Timestamp, UserId, Validity,
};
use std::sync::Arc;

pub use crate::recall::{Outcome as RecallOutcome, Timings as RecallTimings};

/// See the module.
pub struct AgentDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
    pub(super) service: ServiceId,
    pub(super) bound_subject: Option<UserId>,
}

/// A save whose fields, scope and subject are settled.
pub(super) struct Settled {
    pub id: MemoryId,
    pub subject: UserId,
    pub scope: Scope,
    pub sensitivity: Sensitivity,
    pub validity: Validity,
    pub now: Timestamp,
    pub fingerprint: [u8; 32],
}

impl AgentDesk {
    /// Keeps one memory about a subject. The authority is that of a model: a program cannot claim the person's own.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::ConsentRequired`] (also for unknown subjects), [`DeskError::DeletedByOwner`]
    /// unless the person asked for it, [`DeskError::Store`].
    pub async fn save(&self, request: SaveMemory) -> Result<SavedMemory, DeskError> {
        let saved = self.try_save(request).await;
        if let Err(error) = &saved
            && let Err(second) = self.audit_refusal(Event::Save, error).await
        {
            // The first failure is the one to report; a store that is down can note neither.
            tracing::error!(error = &second as &dyn std::error::Error, "a refused save was not audited");
        }
        saved
    }

    /// Asks a subject's memory. A broken model, index or store gives a marked answer, not an error.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::ConsentRequired`] (also for unknown subjects).
    pub async fn recall(&self, request: RecallRequest) -> Result<RecallOutcome, DeskError> {
        let recalled = match self.try_recall(&request).await {
            Err(error @ (DeskError::Invalid(_) | DeskError::ConsentRequired)) => {
                self.audit_refusal(Event::Recall, &error).await.and(Err(error))
            }
            other => other,
        };
        match recalled {
            Err(DeskError::Store(error)) => Ok(self.core.recaller.without_store(&error)),
            other => other,
        }
    }

    /// Notes a call whose request could not even be read: it has an outcome like any other.
    pub async fn note_unreadable(&self, call: Event, code: ErrorCode) {
        if let Err(error) = self.audit_code(call, code).await {
            tracing::error!(error = &error as &dyn std::error::Error, "an unreadable call was not audited");
        }
    }

    async fn try_save(&self, request: SaveMemory) -> Result<SavedMemory, DeskError> {
        let settled = self.settle(&request, SaveMemory::faults).await?;
        let (tenant, subject) = (&self.actor.tenant, &settled.subject);
        let mut tx = self.core.store.begin().await?;
        // Asked again inside the transaction: a withdrawal that came in between is obeyed.
        consent::require(Some(((), tx.consent(tenant, subject).await?.granted)))?;
        let existing = tx
            .memory_by_fingerprint(tenant, subject, &settled.scope, &settled.fingerprint, settled.validity, None)
            .await?;
        let (id, outcome) = match &existing {
            Some(existing) if asks_for_more_care(existing.sensitivity, settled.sensitivity) => {
                let (sensitivity, now) = (settled.sensitivity, settled.now);
                self.core.raise_sensitivity(&mut tx, &self.actor, subject, &existing.id, sensitivity, now).await?;
                (&existing.id, "duplicate_sensitivity_raised")
            }
            Some(existing) => (&existing.id, "duplicate"),
            None => {
                self.insert(&mut tx, &settled, request).await?;
                (&settled.id, "ok")
            }
        };
        let object = Some(id.as_str());
        let entry = Entry { actor: &self.actor, event: Event::Save, outcome, subject: Some(subject), object };
        audit::append(&mut tx, &self.core.ids, settled.now, &entry).await?;
        tx.commit().await?;
        self.receipt(&settled, existing).await
    }

    async fn insert(&self, tx: &mut Tx, settled: &Settled, request: SaveMemory) -> Result<(), DeskError> {
        if !request.requested_by_user {
            self.require_not_buried(tx, &settled.subject, &request.statement).await?;
        }
        let memory = NewMemory {
            id: &settled.id,
            subject: &settled.subject,
            scope: &settled.scope,
            kind: request.kind,
            status: Status::Active,
            sensitivity: settled.sensitivity,
            authority: Authority::ModelInference,
            confidence: request.confidence.unwrap_or(1.0),
            validity: settled.validity,
            recorded_at: settled.now,
            written_at: settled.now,
            fingerprint: settled.fingerprint,
            content: &content(request),
            service: Some(&self.service),
            expires_at: None,
            actor: &self.actor,
            reason: "save",
        };
        Ok(tx.insert_memory(&memory).await?)
    }

    /// What the person has deleted does not come back by itself.
    pub(super) async fn require_not_buried(
        &self,
        tx: &mut Tx,
        subject: &UserId,
        statement: &str,
    ) -> Result<(), DeskError> {
        let said = self.core.tombstone_fingerprint(&self.actor.tenant, subject, statement);
        let is_buried = tx.is_buried(&self.actor.tenant, subject, &said).await?;
        if is_buried { Err(DeskError::DeletedByOwner) } else { Ok(()) }
    }

    async fn receipt(&self, settled: &Settled, existing: Option<Existing>) -> Result<SavedMemory, DeskError> {
        let duplicate = existing.is_some();
        let (memory_id, status, sensitivity) = match existing {
            Some(existing) if asks_for_more_care(existing.sensitivity, settled.sensitivity) => {
                (existing.id, existing.status, settled.sensitivity)
            }
            Some(existing) => (existing.id, existing.status, existing.sensitivity),
            None => (settled.id.clone(), Status::Active, settled.sensitivity),
        };
        let index_state = self.core.queue.settle(&self.actor.tenant, &settled.subject, &memory_id).await?;
        Ok(SavedMemory { memory_id, status, sensitivity, index_state, duplicate })
    }

    /// Settles a request that `check` finds nothing wrong with.
    pub(super) async fn settle(
        &self,
        request: &SaveMemory,
        check: fn(&SaveMemory) -> Vec<FieldError>,
    ) -> Result<Settled, DeskError> {
        let now = self.core.clock.now();
        let validity = Validity { from: request.valid_from.unwrap_or(now), to: request.valid_to };
        let mut faults = check(request);
        if faults.is_empty() && validity.to.is_some_and(|end| end <= validity.from) {
            faults.push(FieldError::new("valid_to", "must be later than valid_from, which is now if absent"));
        }
        let scope = request.scope.clone().unwrap_or(Scope::Personal);
        if faults.is_empty() && canonical(&request.statement).is_empty() {
            faults.push(FieldError::new("statement", "must say something that can be read"));
        }
        faults.extend(self.scope_fault("scope", &scope));
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let subject = self.consenting_subject(&request.subject).await?;
        let fingerprint = self.core.statement_fingerprint(&self.actor.tenant, &subject, &scope, &request.statement);
        let sensitivity = Sensitivity::normalise(request.sensitivity.as_deref());
        Ok(Settled { id: self.core.ids.next(), subject, scope, sensitivity, validity, now, fingerprint })
    }

    async fn try_recall(&self, request: &RecallRequest) -> Result<RecallOutcome, DeskError> {
        let own = Scope::Service(self.service.clone());
        let scopes = request.scopes.clone().unwrap_or_else(|| ScopeSet::of(Scope::Personal).with(own));
        let mut faults = request.faults();
        faults.extend(scopes.iter().filter_map(|scope| self.scope_fault("scopes", scope)));
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let subject = self.consenting_subject(&request.subject).await?;
        let asked = Asked {
            actor: &self.actor,
            subject: &subject,
            query: &request.query,
            scopes: &scopes,
            top_k: request.top_k as usize,
            threshold: request.threshold,
        };
        Ok(self.core.recaller.recall(&asked).await)
    }

    /// Another service's scope is answered like one that does not exist.
    fn scope_fault(&self, field: &str, scope: &Scope) -> Option<FieldError> {
        let usable = match scope {
            Scope::Personal => true,
            Scope::Service(service) => *service == self.service,
        };
        (!usable).then(|| FieldError::new(field, "must be `personal` or this service's own scope"))
    }

    async fn consenting_subject(&self, subject: &str) -> Result<UserId, DeskError> {
        let known = self.core.store.subject(&self.actor.tenant, Some(&self.service), subject).await?;
        let allowed = known.filter(|(user, _)| self.bound_subject.as_ref().is_none_or(|bound| bound == user));
        Ok(consent::require(allowed)?)
    }

    pub(super) async fn audit_refusal(&self, event: Event, error: &DeskError) -> Result<(), DeskError> {
        self.audit_code(event, ErrorCode::from(error)).await
    }

    async fn audit_code(&self, event: Event, code: ErrorCode) -> Result<(), DeskError> {
        let entry = Entry { actor: &self.actor, event, outcome: code.as_str(), subject: None, object: None };
        let mut tx = self.core.store.begin().await?;
        audit::append(&mut tx, &self.core.ids, self.core.clock.now(), &entry).await?;
        Ok(tx.commit().await?)
    }
}

pub(super) fn content(request: SaveMemory) -> Content {
    Content {
        statement: request.statement,
        raw_content: request.raw_content,
        normalized_fact: request.normalized_fact,
        keywords: request.keywords,
        entities: request.entities,
        memory_subtype: request.memory_subtype,
        sources: request.source.into_iter().collect(),
    }
}
