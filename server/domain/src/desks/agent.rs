//! A chat service's desk: save and recall for subjects of its tenant.

use super::propose::Written;
use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::consent;
use crate::intake::{Kept, waits};
use crate::kernel::Actor;
use crate::kernel::text::canonical;
use crate::memory::Content;
use crate::recall::Asked;
use contract::review::ReconcileAction;
use contract::{
    ErrorCode, FieldError, IndexState, MemoryId, RecallDefaults, RecallRequest, RevisionSettings, SaveMemory,
    SavedMemory, Scope, ScopeSet, Sensitivity, ServiceId, Status, Timestamp, UserId, Validity,
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
    pub revision: RevisionSettings,
}

impl AgentDesk {
    /// Keeps one memory about a subject, or proposes it where the service's revision asks for review. The authority is that of a model: a program cannot claim the person's own.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::MemoryOff`], [`DeskError::ConsentRequired`] (also for unknown subjects),
    /// [`DeskError::DeletedByOwner`] unless the person asked for it, [`DeskError::Store`].
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
    /// [`DeskError::Invalid`], [`DeskError::MemoryOff`], [`DeskError::ConsentRequired`] (also for unknown subjects).
    pub async fn recall(&self, request: RecallRequest) -> Result<RecallOutcome, DeskError> {
        let recalled = match self.try_recall(&request).await {
            Err(DeskError::Store(error)) => Err(DeskError::Store(error)),
            Err(error) => self.audit_refusal(Event::Recall, &error).await.and(Err(error)),
            Ok(outcome) => Ok(outcome),
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
        let (approval, confidence) = (settled.revision.approval, request.confidence.unwrap_or(1.0));
        // Only who has to decide needs to see what it is like.
        let (written, reason) = if waits(approval, settled.sensitivity, confidence, ReconcileAction::Insert) {
            (self.compared(settled, request, approval).await?, "proposed")
        } else {
            (Written::alone(settled, request), "save")
        };
        let mut tx = self.core.store.begin().await?;
        let kept = self.write(&mut tx, &written, reason).await?;
        let settled = &written.settled;
        let (saved, outcome) = saved(settled, kept)?;
        let object = Some(saved.memory_id.as_str());
        let entry = Entry { actor: &self.actor, event: Event::Save, outcome, subject: Some(&settled.subject), object };
        audit::append(&mut tx, &self.core.ids, settled.now, &entry).await?;
        tx.commit().await?;
        let index_state = self.core.queue.settle(&self.actor.tenant, &settled.subject, &saved.memory_id).await?;
        Ok(SavedMemory { index_state, ..saved })
    }

    /// Settles a request that `check` finds nothing wrong with.
    pub(super) async fn settle(
        &self,
        request: &SaveMemory,
        check: fn(&SaveMemory) -> Vec<FieldError>,
    ) -> Result<Settled, DeskError> {
        self.count_call()?;
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
        let revision = self.revision().await?;
        let subject = self.consenting_subject(&request.subject).await?;
        let sensitivity = Sensitivity::normalise(request.sensitivity.as_deref());
        Ok(Settled { id: self.core.ids.next(), subject, scope, sensitivity, validity, now, revision })
    }

    /// Counts a call against the service's limit.
    pub(super) fn count_call(&self) -> Result<(), DeskError> {
        let per_minute = self.core.settings().calls_per_minute;
        let counted = self.core.calls.count(&self.service, per_minute);
        counted.map_err(|retry_after| DeskError::RateLimited { retry_after })
    }

    /// What the service's deployed revision settles, if it has memory.
    pub(super) async fn revision(&self) -> Result<RevisionSettings, DeskError> {
        let deployed = self.core.store.deployed_settings(&self.actor.tenant, &self.service).await?;
        deployed.filter(|settings| settings.memory).ok_or(DeskError::MemoryOff)
    }

    async fn try_recall(&self, request: &RecallRequest) -> Result<RecallOutcome, DeskError> {
        self.count_call()?;
        let faults: Vec<FieldError> = request.faults().into_iter().chain(self.scope_faults(request)).collect();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let mut manner = self.revision().await?.recall;
        let scopes = request.scopes.clone().unwrap_or_else(|| self.scopes(&manner));
        manner.top_k = request.top_k.unwrap_or(manner.top_k);
        manner.threshold = request.threshold.unwrap_or(manner.threshold);
        let subject = self.consenting_subject(&request.subject).await?;
        let asked =
            Asked { actor: &self.actor, subject: &subject, query: &request.query, scopes: &scopes, manner: &manner };
        Ok(self.core.recaller.recall(&asked).await)
    }

    /// The scopes that the revision names; one of them is always there.
    fn scopes(&self, manner: &RecallDefaults) -> ScopeSet {
        let own = Scope::Service(self.service.clone());
        match (manner.personal, manner.service) {
            (true, true) => ScopeSet::of(Scope::Personal).with(own),
            (false, true) => ScopeSet::of(own),
            _ => ScopeSet::of(Scope::Personal),
        }
    }

    fn scope_faults(&self, request: &RecallRequest) -> Vec<FieldError> {
        let named = request.scopes.iter().flat_map(ScopeSet::iter);
        named.filter_map(|scope| self.scope_fault("scopes", scope)).collect()
    }

    /// Another service's scope is answered like one that does not exist.
    pub(super) fn scope_fault(&self, field: &str, scope: &Scope) -> Option<FieldError> {
        let usable = match scope {
            Scope::Personal => true,
            Scope::Service(service) => *service == self.service,
        };
        (!usable).then(|| FieldError::new(field, "must be `personal` or this service's own scope"))
    }

    pub(super) async fn consenting_subject(&self, subject: &str) -> Result<UserId, DeskError> {
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

/// The receipt of what was kept, its index state not looked at yet, and the word for the audit log.
fn saved(settled: &Settled, kept: Kept) -> Result<(SavedMemory, &'static str), DeskError> {
    let receipt = |memory_id, status, sensitivity, duplicate| SavedMemory {
        memory_id,
        status,
        sensitivity,
        index_state: IndexState::Pending,
        duplicate,
    };
    let sensitivity = settled.sensitivity;
    Ok(match kept {
        Kept::New { status, .. } => (receipt(settled.id.clone(), status, sensitivity, false), "ok"),
        Kept::Known { existing, raised } => {
            let outcome = if raised { "duplicate_sensitivity_raised" } else { "duplicate" };
            (receipt(existing.id, existing.status, existing.sensitivity, true), outcome)
        }
        Kept::Joined(memory) => (receipt(memory, Status::Active, sensitivity, true), "duplicate"),
        Kept::Buried => return Err(DeskError::DeletedByOwner),
    })
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
