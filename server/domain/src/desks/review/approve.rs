//! Approving a candidate: it becomes a memory, and takes the place of another where it says so.

use super::ReviewDesk;
use super::decide::{Idempotency, KeyHashes, UNDO_WINDOW};
use crate::audit::{self, Event};
use crate::consent;
use crate::desks::DeskError;
use crate::intake::{Taking, take_place};
use crate::kernel::text::canonical;
use crate::memory::{Content, changed_fields, corrected, editable, index_state_at_rest, merged};
use crate::storage::{NewDecision, OwnedMemory, Revision, StoredCandidate, Tx};
use contract::review::{ApproveCandidate, DecidedCandidate, DecisionKind, ReconcileAction};
use contract::{
    Authority, ChosenMemory, DecisionId, EditableMemory, Fault, FieldError, IndexState, MemoryId, Status, Timestamp,
    Validity,
};

/// Whether somebody has looked at this very candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Together {
    /// It is decided by itself.
    Alone,
    /// It is one of many.
    WithOthers,
}

/// Where an approved candidate goes.
struct Place {
    action: ReconcileAction,
    target: Option<OwnedMemory>,
}

/// A candidate as it will be remembered.
struct Approved<'a> {
    candidate: &'a StoredCandidate,
    memory: EditableMemory,
    content: Content,
    /// The names of the fields that the reviewer changed.
    fields: Vec<&'static str>,
    authority: Authority,
    place: Place,
    now: Timestamp,
}

impl Approved<'_> {
    fn validity(&self) -> Validity {
        Validity { from: self.memory.valid_from, to: self.memory.valid_to }
    }

    fn index_state(&self) -> IndexState {
        index_state_at_rest(Status::Active, self.memory.sensitivity)
    }
}

impl ReviewDesk {
    /// Approves a candidate: it is remembered from now on.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::NotFound`], [`DeskError::Forbidden`] for one about oneself,
    /// [`DeskError::Decided`], [`DeskError::StaleVersion`], [`DeskError::TargetChanged`] if the memory whose place it
    /// would take has, [`DeskError::DeletedByOwner`] if the person has deleted this very statement,
    /// [`DeskError::NeedsReveal`], [`DeskError::ConsentRequired`], [`DeskError::AlreadyExists`] if another memory says
    /// this already, [`DeskError::Unreadable`], [`DeskError::IdempotencyKeyReused`].
    pub async fn approve(
        &self,
        memory: &MemoryId,
        request: ApproveCandidate,
        key: Option<Idempotency>,
    ) -> Result<DecidedCandidate, DeskError> {
        let approved = self.approve_unsettled(memory, &request, key.as_ref(), Together::Alone).await?;
        // The very next recall can find it, unless the index is slow or down: then it is on its way.
        match self.settle(memory).await {
            Ok(index_state) => Ok(DecidedCandidate { index_state, ..approved }),
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "an approval was not followed to its end");
                Ok(approved)
            }
        }
    }

    async fn settle(&self, memory: &MemoryId) -> Result<IndexState, DeskError> {
        let subject = self.stored(memory).await?.subject;
        Ok(self.core.queue.settle(self.tenant(), &subject, memory).await?)
    }

    /// Approves without waiting for the index.
    pub(super) async fn approve_unsettled(
        &self,
        memory: &MemoryId,
        request: &ApproveCandidate,
        key: Option<&Idempotency>,
        together: Together,
    ) -> Result<DecidedCandidate, DeskError> {
        let approved = self.try_approve(memory, request, key, together).await;
        match &approved {
            Ok(_) => self.core.queue.wake(),
            Err(error) => self.note_refusal(Event::Approve, error, memory).await,
        }
        approved
    }

    async fn try_approve(
        &self,
        memory: &MemoryId,
        request: &ApproveCandidate,
        key: Option<&Idempotency>,
        together: Together,
    ) -> Result<DecidedCandidate, DeskError> {
        check_fields(request)?;
        let hashes = self.hashes(key, (DecisionKind::Approve, request))?;
        self.expire_if_due(memory).await?;
        let mut tx = self.core.store.begin().await?;
        if let Some(receipt) = self.repeated(&mut tx, memory, hashes.as_ref()).await? {
            return Ok(receipt);
        }
        let candidate = self.waiting(&mut tx, memory, Some(request.version)).await?;
        if candidate.memory.sensitivity.is_masked() && !candidate.revealed {
            return Err(DeskError::NeedsReveal);
        }
        consent::require(Some(((), tx.consent(self.tenant(), &candidate.subject).await?.granted)))?;
        let place = self.place(&mut tx, &candidate, request).await?;
        let outranks = |target: &OwnedMemory| target.authority > candidate.memory.authority;
        let is_doubtful = place.action == ReconcileAction::Conflict || place.target.as_ref().is_some_and(outranks);
        if together == Together::WithOthers && is_doubtful {
            return Err(DeskError::Outranked);
        }
        let approved = self.approved(&candidate, request, place)?;
        self.write_target(&mut tx, &approved).await?;
        self.write_approved(&mut tx, &approved).await?;
        let decided = self.write_approval(&mut tx, &approved, request, hashes).await?;
        tx.commit().await?;
        Ok(decided)
    }

    /// Where the candidate goes: as the reviewer says, or as proposed, if what it would replace is still as it was.
    async fn place(
        &self,
        tx: &mut Tx,
        candidate: &StoredCandidate,
        request: &ApproveCandidate,
    ) -> Result<Place, DeskError> {
        let proposed = candidate.target.clone().map(|(memory_id, version)| ChosenMemory { memory_id, version });
        let (action, target) = match &request.placement {
            Some(placement) => (placement.action, placement.target.clone()),
            None => (candidate.action, proposed),
        };
        // What it contradicts stays as it is: both are kept.
        let taken = target.filter(|_| action != ReconcileAction::Conflict);
        let Some(target) = taken else { return Ok(Place { action, target: None }) };
        let ids = std::slice::from_ref(&target.memory_id);
        let found = tx.owned_memories(self.tenant(), &candidate.subject, ids).await?.pop();
        let is_as_seen = |row: &OwnedMemory| {
            row.version == target.version
                && row.status == Status::Active
                && row.scope == candidate.memory.scope
                && !row.sensitivity.is_masked()
        };
        let found = found.filter(is_as_seen).ok_or(DeskError::TargetChanged)?;
        Ok(Place { action, target: Some(found) })
    }

    fn approved<'a>(
        &self,
        candidate: &'a StoredCandidate,
        request: &ApproveCandidate,
        place: Place,
    ) -> Result<Approved<'a>, DeskError> {
        let row = &candidate.memory;
        let open = |row: &OwnedMemory| self.core.store.open_content(&row.sealed).map_err(|_| DeskError::Unreadable);
        let proposed = open(row)?;
        let before = editable(&proposed, row.sensitivity, row.confidence, row.validity);
        let mut memory = request.memory.clone().unwrap_or_else(|| before.clone());
        let fields = changed_fields(&before, &memory);
        let mut content = corrected(&proposed, &memory);
        let mut authority = row.authority;
        if let (ReconcileAction::Merge, Some(target)) = (place.action, &place.target) {
            let older = open(target)?;
            // It says no more than the older one: what was known stays known, unless the reviewer writes otherwise.
            content = if fields.is_empty() { merged(&older, &content) } else { merged(&content, &older) };
            if fields.is_empty() {
                memory.confidence = memory.confidence.max(target.confidence);
                memory.valid_from = memory.valid_from.min(target.validity.from);
            }
            authority = authority.max(target.authority);
        }
        if !fields.is_empty() {
            // What a reviewer has written is a reviewer's word, unless it was a stronger one already.
            authority = authority.max(Authority::Reviewer);
        }
        let now = self.core.clock.now();
        if place.target.is_some() && memory.valid_to.is_some_and(|end| end <= now) {
            return Err(DeskError::field("placement", "what is past takes nobody's place"));
        }
        Ok(Approved { candidate, memory, content, fields, authority, place, now })
    }

    async fn write_target(&self, tx: &mut Tx, approved: &Approved<'_>) -> Result<(), DeskError> {
        let Some(target) = &approved.place.target else { return Ok(()) };
        let content = self.core.store.open_content(&target.sealed).map_err(|_| DeskError::Unreadable)?;
        let taking = Taking {
            actor: &self.actor,
            subject: &approved.candidate.subject,
            action: approved.place.action,
            from: approved.memory.valid_from,
            now: approved.now,
        };
        if take_place(tx, (target, &content), &taking).await? { Ok(()) } else { Err(DeskError::TargetChanged) }
    }

    async fn write_approved(&self, tx: &mut Tx, approved: &Approved<'_>) -> Result<(), DeskError> {
        let (row, subject, tenant) = (&approved.candidate.memory, &approved.candidate.subject, self.tenant());
        let statement = &approved.content.statement;
        let fingerprint = self.core.store.statement_fingerprint(tenant, subject, &row.scope, statement);
        let (validity, besides) = (approved.validity(), Some(&row.id));
        let other = tx.memory_by_fingerprint(tenant, subject, &row.scope, &fingerprint, validity, besides).await?;
        if other.is_some() {
            return Err(DeskError::AlreadyExists);
        }
        // What the person has deleted does not come back by a reviewer either.
        let said = self.core.store.tombstone_fingerprint(tenant, subject, statement);
        if !approved.candidate.requested_by_user && tx.is_buried(tenant, subject, &said).await? {
            return Err(DeskError::DeletedByOwner);
        }
        let revision = Revision {
            memory: &row.id,
            subject,
            follows: row.version,
            status: Status::Active,
            sensitivity: approved.memory.sensitivity,
            authority: approved.authority,
            confidence: approved.memory.confidence,
            validity: approved.validity(),
            fingerprint,
            content: &approved.content,
            index_state: approved.index_state(),
            embedding_model: None,
            actor: &self.actor,
            reason: "approved",
            at: approved.now,
        };
        if !tx.revise_memory(&revision).await? {
            return Err(DeskError::StaleVersion);
        }
        let target = approved.place.target.as_ref().map(|target| &target.id);
        tx.set_supersedes(tenant, subject, &row.id, target).await?;
        if approved.index_state() == IndexState::Pending {
            tx.enqueue_index(tenant, subject, &row.id, approved.now).await?;
        }
        Ok(())
    }

    async fn write_approval(
        &self,
        tx: &mut Tx,
        approved: &Approved<'_>,
        request: &ApproveCandidate,
        hashes: Option<KeyHashes>,
    ) -> Result<DecidedCandidate, DeskError> {
        let (row, subject) = (&approved.candidate.memory, &approved.candidate.subject);
        let (id, action): (DecisionId, _) = (self.core.ids.next(), approved.place.action);
        let decision = NewDecision {
            id: &id,
            tenant: self.tenant(),
            subject,
            memory: &row.id,
            kind: DecisionKind::Approve,
            reviewer: Some(&self.reviewer),
            at: approved.now,
            version: row.version,
            authority: row.authority,
            action: Some(action),
            target: approved.place.target.as_ref().map(|target| (&target.id, target.version + 1)),
            reason: None,
            note: request.note.as_deref().map(str::trim).filter(|note| !note.is_empty()),
            undoes: None,
            idempotency: hashes,
        };
        tx.insert_decision(&decision).await?;
        tx.release_candidate(self.tenant(), &row.id, &self.reviewer).await?;
        let edited = match approved.fields.as_slice() {
            [] => String::new(),
            fields => format!(" fields={}", fields.join(",")),
        };
        let detail = Some(format!("version={} action={action}{edited}", row.version));
        let entry = self.entry(Event::Approve, "ok", Some(subject), &row.id);
        audit::append_with(tx, &self.core.ids, approved.now, &entry, detail).await?;
        Ok(DecidedCandidate {
            decision_id: id,
            memory_id: row.id.clone(),
            version: row.version + 1,
            status: Status::Active,
            index_state: approved.index_state(),
            undo_until: Some(approved.now.plus(UNDO_WINDOW)),
        })
    }
}

fn check_fields(request: &ApproveCandidate) -> Result<(), DeskError> {
    let mut faults = request.faults();
    let says_nothing = |memory: &EditableMemory| canonical(&memory.statement).is_empty();
    if faults.is_empty() && request.memory.as_ref().is_some_and(says_nothing) {
        faults.push(FieldError::of(Fault::Empty, "memory.statement", "must say something that can be read"));
    }
    if faults.is_empty() { Ok(()) } else { Err(DeskError::Invalid(faults)) }
}
