//! Taking a decision back: a new record that names the old one. What was decided on comes back as it was.

use super::ReviewDesk;
use super::decide::UNDO_WINDOW;
use crate::audit::{self, Event};
use crate::desks::DeskError;
use crate::memory::{Content, index_state_at_rest};
use crate::storage::{NewDecision, OwnedMemory, Revision, StoredDecision, StoredVersion, Tx};
use contract::review::{DecidedCandidate, DecisionKind};
use contract::{Authority, DecisionId, IndexState, MemoryId, Status, Timestamp};

/// A memory that goes back to an earlier version of itself.
struct Return<'a> {
    row: &'a OwnedMemory,
    earlier: &'a StoredVersion,
    content: &'a Content,
    status: Status,
    authority: Authority,
}

impl ReviewDesk {
    /// Takes one's own decision back, within ten minutes: the candidate waits again.
    ///
    /// # Errors
    /// [`DeskError::NotFound`] for a decision that is not one's own, [`DeskError::UndoOver`],
    /// [`DeskError::StaleVersion`] if the memory has changed since, [`DeskError::Unreadable`].
    pub async fn undo(&self, decision: &DecisionId) -> Result<DecidedCandidate, DeskError> {
        let mut tx = self.core.store.begin().await?;
        let now = self.core.clock.now();
        let own = tx.decision(self.tenant(), decision).await?.filter(|found| self.is_own(found));
        let Some(decision) = own else { return Err(DeskError::NotFound) };
        let undone = self.try_undo(&mut tx, &decision, now).await;
        match undone {
            Ok(undone) => {
                tx.commit().await?;
                self.core.queue.wake();
                Ok(undone)
            }
            Err(error) => {
                drop(tx);
                self.note_refusal(Event::Undo, &error, &decision.memory).await;
                Err(error)
            }
        }
    }

    fn is_own(&self, decision: &StoredDecision) -> bool {
        decision.reviewer.as_ref() == Some(&self.reviewer)
            && matches!(decision.kind, DecisionKind::Approve | DecisionKind::Reject)
    }

    async fn try_undo(
        &self,
        tx: &mut Tx,
        decision: &StoredDecision,
        now: Timestamp,
    ) -> Result<DecidedCandidate, DeskError> {
        self.require_present(tx).await?;
        if decision.is_undone || now > decision.at.plus(UNDO_WINDOW) {
            return Err(DeskError::UndoOver);
        }
        let row = self.row_of(tx, decision, &decision.memory).await?.ok_or(DeskError::NotFound)?;
        if row.version != decision.version + 1 {
            return Err(DeskError::StaleVersion);
        }
        self.go_back(tx, decision, &row, (decision.version, Status::Candidate, decision.authority), now).await?;
        if let Some((target, version)) = &decision.target
            && let Some(target) = self.row_of(tx, decision, target).await?
        {
            self.give_back(tx, decision, (&target, *version), now).await?;
        }
        tx.set_supersedes(self.tenant(), &decision.subject, &decision.memory, None).await?;
        self.write_undo(tx, decision, &row, now).await
    }

    /// Gives the memory whose place was taken its place back, unless the same is remembered anew by now.
    async fn give_back(
        &self,
        tx: &mut Tx,
        decision: &StoredDecision,
        (target, version): (&OwnedMemory, i64),
        now: Timestamp,
    ) -> Result<(), DeskError> {
        if target.version != version {
            return Err(DeskError::StaleVersion);
        }
        let (tenant, subject) = (self.tenant(), &decision.subject);
        let (fingerprint, validity, besides) = (&target.fingerprint, target.validity, Some(&target.id));
        let twin = tx.memory_by_fingerprint(tenant, subject, &target.scope, fingerprint, validity, besides).await?;
        if twin.is_some() {
            return Ok(());
        }
        let back = (version - 1, Status::Active, target.authority);
        self.go_back(tx, decision, target, back, now).await?;
        // It says what it said before: candidates that would take its place still would.
        Ok(tx.move_target(tenant, &target.id, (version - 1, version + 1)).await?)
    }

    async fn row_of(
        &self,
        tx: &mut Tx,
        decision: &StoredDecision,
        memory: &MemoryId,
    ) -> Result<Option<OwnedMemory>, DeskError> {
        let ids = std::slice::from_ref(memory);
        Ok(tx.owned_memories(self.tenant(), &decision.subject, ids).await?.pop())
    }

    /// Writes a version of the memory that is like that earlier one.
    async fn go_back(
        &self,
        tx: &mut Tx,
        decision: &StoredDecision,
        row: &OwnedMemory,
        (version, status, authority): (i64, Status, Authority),
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let ids = std::slice::from_ref(&row.id);
        let versions = self.core.store.versions(self.tenant(), &decision.subject, ids).await?;
        let earlier = versions.iter().find(|one| one.version == version).ok_or(DeskError::StaleVersion)?;
        let content = self.core.store.open_content(&earlier.sealed).map_err(|_| DeskError::Unreadable)?;
        let back = Return { row, earlier, content: &content, status, authority };
        self.write_return(tx, decision, &back, now).await
    }

    async fn write_return(
        &self,
        tx: &mut Tx,
        decision: &StoredDecision,
        back: &Return<'_>,
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let (tenant, subject, row) = (self.tenant(), &decision.subject, back.row);
        let at_rest = index_state_at_rest(back.status, back.earlier.sensitivity);
        let was_excluded = row.index_state == IndexState::Excluded;
        let index_state = match (at_rest, was_excluded) {
            (IndexState::Excluded, false) => IndexState::DeletePending,
            (state, _) => state,
        };
        let fingerprint = self.core.store.statement_fingerprint(tenant, subject, &row.scope, &back.content.statement);
        let revision = Revision {
            memory: &row.id,
            subject,
            follows: row.version,
            status: back.status,
            sensitivity: back.earlier.sensitivity,
            authority: back.authority,
            confidence: back.earlier.confidence,
            validity: back.earlier.validity,
            fingerprint,
            content: back.content,
            index_state,
            embedding_model: row.embedding_model.as_deref(),
            actor: &self.actor,
            reason: "undone",
            at: now,
        };
        if !tx.revise_memory(&revision).await? {
            return Err(DeskError::StaleVersion);
        }
        if index_state != IndexState::Excluded {
            tx.enqueue_index(tenant, subject, &row.id, now).await?;
        }
        Ok(())
    }

    async fn write_undo(
        &self,
        tx: &mut Tx,
        decision: &StoredDecision,
        row: &OwnedMemory,
        now: Timestamp,
    ) -> Result<DecidedCandidate, DeskError> {
        let id: DecisionId = self.core.ids.next();
        let undo = NewDecision {
            id: &id,
            tenant: self.tenant(),
            subject: &decision.subject,
            memory: &decision.memory,
            kind: DecisionKind::Undo,
            reviewer: Some(&self.reviewer),
            at: now,
            version: row.version,
            authority: row.authority,
            action: None,
            target: None,
            reason: None,
            note: None,
            undoes: Some(&decision.id),
            idempotency: None,
        };
        tx.insert_decision(&undo).await?;
        let detail = Some(format!("version={} undoes={}", row.version, decision.id));
        let entry = self.entry(Event::Undo, "ok", Some(&decision.subject), &decision.memory);
        audit::append_with(tx, &self.core.ids, now, &entry, detail).await?;
        Ok(DecidedCandidate {
            decision_id: id,
            memory_id: decision.memory.clone(),
            version: row.version + 1,
            status: Status::Candidate,
            index_state: IndexState::Excluded,
            undo_until: None,
        })
    }
}
