//! Rejecting a candidate.

use super::ReviewDesk;
use super::decide::{Idempotency, KeyHashes, UNDO_WINDOW};
use crate::audit::{self, Event};
use crate::desks::DeskError;
use crate::memory::index_state_at_rest;
use crate::storage::{NewDecision, Revision, StoredCandidate, Tx};
use contract::review::{DecidedCandidate, DecisionKind, RejectCandidate};
use contract::{DecisionId, MemoryId, Status};

impl ReviewDesk {
    /// Rejects a candidate: it is kept as rejected, and never recalled.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::NotFound`], [`DeskError::Forbidden`] for one about oneself,
    /// [`DeskError::Decided`], [`DeskError::StaleVersion`], [`DeskError::IdempotencyKeyReused`].
    pub async fn reject(
        &self,
        memory: &MemoryId,
        request: RejectCandidate,
        key: Option<Idempotency>,
    ) -> Result<DecidedCandidate, DeskError> {
        let rejected = self.try_reject(memory, &request, key.as_ref()).await;
        if let Err(error) = &rejected {
            self.note_refusal(Event::Reject, error, memory).await;
        }
        rejected
    }

    async fn try_reject(
        &self,
        memory: &MemoryId,
        request: &RejectCandidate,
        key: Option<&Idempotency>,
    ) -> Result<DecidedCandidate, DeskError> {
        let faults = request.faults();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let hashes = self.hashes(key, (DecisionKind::Reject, request))?;
        self.expire_if_due(memory).await?;
        let mut tx = self.core.store.begin().await?;
        if let Some(receipt) = self.repeated(&mut tx, memory, hashes.as_ref()).await? {
            return Ok(receipt);
        }
        let candidate = self.waiting(&mut tx, memory, Some(request.version)).await?;
        let decided = self.write_rejection(&mut tx, &candidate, request, hashes).await?;
        tx.commit().await?;
        Ok(decided)
    }

    async fn write_rejection(
        &self,
        tx: &mut Tx,
        candidate: &StoredCandidate,
        request: &RejectCandidate,
        hashes: Option<KeyHashes>,
    ) -> Result<DecidedCandidate, DeskError> {
        let (row, subject, now) = (&candidate.memory, &candidate.subject, self.core.clock.now());
        let index_state = index_state_at_rest(Status::Rejected, row.sensitivity);
        match self.core.store.open_content(&row.sealed) {
            Ok(content) => {
                let revision = Revision {
                    memory: &row.id,
                    subject,
                    follows: row.version,
                    status: Status::Rejected,
                    sensitivity: row.sensitivity,
                    authority: row.authority,
                    confidence: row.confidence,
                    validity: row.validity,
                    fingerprint: row.fingerprint,
                    content: &content,
                    index_state,
                    embedding_model: None,
                    actor: &self.actor,
                    reason: "rejected",
                    at: now,
                };
                tx.revise_memory(&revision).await?;
            }
            // What nobody can read can only be rejected.
            Err(_) => tx.reject_unreadable(self.tenant(), subject, &row.id, now).await?,
        }
        let id: DecisionId = self.core.ids.next();
        let decision = NewDecision {
            id: &id,
            tenant: self.tenant(),
            subject,
            memory: &row.id,
            kind: DecisionKind::Reject,
            reviewer: Some(&self.reviewer),
            at: now,
            version: row.version,
            authority: row.authority,
            action: None,
            target: None,
            reason: Some(request.reason),
            note: request.note.as_deref().map(str::trim).filter(|note| !note.is_empty()),
            undoes: None,
            idempotency: hashes,
        };
        tx.insert_decision(&decision).await?;
        tx.release_candidate(self.tenant(), &row.id, &self.reviewer).await?;
        let detail = Some(format!("version={} reason={}", row.version, request.reason));
        let entry = self.entry(Event::Reject, "ok", Some(subject), &row.id);
        audit::append_with(tx, &self.core.ids, now, &entry, detail).await?;
        Ok(DecidedCandidate {
            decision_id: id,
            memory_id: row.id.clone(),
            version: row.version + 1,
            status: Status::Rejected,
            index_state,
            undo_until: Some(now.plus(UNDO_WINDOW)),
        })
    }
}
