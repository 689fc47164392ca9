//! What all decisions have in common: the candidate must wait, in the version that was seen; a repeated request is answered
//! as the first one was.

use super::ReviewDesk;
use crate::desks::DeskError;
use crate::desks::present::present;
use crate::jobs::reject_by_time;
use crate::kernel::{Actor, Principal};
use crate::policy::Action;
use crate::storage::{StoredCandidate, StoredDecision, Tx};
use contract::review::{DecidedCandidate, DecisionKind};
use contract::text::{self, EXTERNAL_ID_MAX_BYTES};
use contract::{FieldError, IndexState, MemoryId, Status};
use serde::Serialize;
use std::time::Duration;

/// How long a decision can be taken back.
pub(super) const UNDO_WINDOW: Duration = Duration::from_mins(10);

/// What makes a repeated request the same one: the caller's own key, at most 200 bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency(pub String);

/// Hashes of a key and of the request that came with it.
pub(super) type KeyHashes = ([u8; 32], [u8; 32]);

impl ReviewDesk {
    /// The hashes of the caller's key and of the request.
    pub(super) fn hashes(
        &self,
        key: Option<&Idempotency>,
        (what, request): (DecisionKind, &impl Serialize),
    ) -> Result<Option<KeyHashes>, DeskError> {
        let Some(Idempotency(key)) = key else { return Ok(None) };
        if let Err(fault) = text::check(key, EXTERNAL_ID_MAX_BYTES) {
            return Err(DeskError::Invalid(vec![FieldError::text("Idempotency-Key", fault)]));
        }
        let request = serde_json::to_string(request).unwrap_or_default();
        let store = &self.core.store;
        Ok(Some((
            store.fingerprint(&["idempotency", self.tenant().as_str(), self.reviewer.as_str(), key]),
            store.fingerprint(&["decision", what.as_str(), &request]),
        )))
    }

    /// The receipt of the decision that came with that key before, if one did.
    pub(super) async fn repeated(
        &self,
        tx: &mut Tx,
        memory: &MemoryId,
        hashes: Option<&KeyHashes>,
    ) -> Result<Option<DecidedCandidate>, DeskError> {
        let Some((key, request)) = hashes else { return Ok(None) };
        let Some(earlier) = tx.decision_by_key(self.tenant(), &self.reviewer, memory, key).await? else {
            return Ok(None);
        };
        if earlier.request_hash.as_deref() != Some(request.as_slice()) {
            return Err(DeskError::IdempotencyKeyReused);
        }
        let ids = std::slice::from_ref(memory);
        let now_there = tx.owned_memories(self.tenant(), &earlier.subject, ids).await?.pop();
        let index_state = now_there.map_or(IndexState::Excluded, |row| row.index_state);
        let receipt = receipt(&earlier, index_state);
        let undo_until = receipt.undo_until.filter(|_| !earlier.is_undone);
        Ok(Some(DecidedCandidate { undo_until, ..receipt }))
    }

    /// The candidate, if it waits; at that version, if one is named. One whose time is over is rejected on the spot.
    pub(super) async fn waiting(
        &self,
        tx: &mut Tx,
        memory: &MemoryId,
        version: Option<i64>,
    ) -> Result<StoredCandidate, DeskError> {
        self.require_present(tx).await?;
        let ids = std::slice::from_ref(memory);
        let found = tx.candidates(self.tenant(), &self.reviewer, ids).await?.pop();
        let candidate = self.not_about_oneself(found)?;
        let waits = candidate.memory.status == Status::Candidate && candidate.expires_at > self.core.clock.now();
        if !waits || version.is_some_and(|version| version != candidate.memory.version) {
            return Err(self.conflict(memory).await?);
        }
        Ok(candidate)
    }

    /// The account still is open, and its role still reviews: a bulk that has begun ends with the role.
    pub(super) async fn require_present(&self, tx: &mut Tx) -> Result<(), DeskError> {
        present(tx, &self.actor, Action::Review).await.map(|_| ())
    }

    /// Rejects a candidate whose time is over, in a transaction of its own, so that whoever comes a moment too late is told
    /// what has become of it.
    pub(super) async fn expire_if_due(&self, memory: &MemoryId) -> Result<(), DeskError> {
        let candidate = self.stored(memory).await?;
        let now = self.core.clock.now();
        if candidate.memory.status != Status::Candidate || candidate.expires_at > now {
            return Ok(());
        }
        let (tenant, subject) = (self.tenant(), &candidate.subject);
        let actor = Actor { tenant: tenant.clone(), principal: Principal::System };
        let mut tx = self.core.store.begin().await?;
        let row = tx.owned_memories(tenant, subject, std::slice::from_ref(memory)).await?.pop();
        if let Some(row) = row.filter(|row| row.status == Status::Candidate) {
            reject_by_time(&mut tx, &self.core.store, &self.core.ids, &actor, (subject, &row), now).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// Why a candidate is not what the reviewer saw: decided, by whom and how; else changed.
    pub(super) async fn conflict(&self, memory: &MemoryId) -> Result<DeskError, DeskError> {
        let decisions = self.core.store.decisions(self.tenant(), std::slice::from_ref(memory)).await?;
        let latest = decisions.first().filter(|latest| latest.kind != DecisionKind::Undo);
        Ok(latest.map_or(DeskError::StaleVersion, |latest| DeskError::Decided(Box::new(self.decision_view(latest)))))
    }
}

/// The receipt of a decision.
pub(super) fn receipt(decision: &StoredDecision, index_state: IndexState) -> DecidedCandidate {
    let (status, can_be_undone) = match decision.kind {
        DecisionKind::Approve => (Status::Active, true),
        DecisionKind::Reject => (Status::Rejected, true),
        DecisionKind::Expire => (Status::Rejected, false),
        DecisionKind::Undo => (Status::Candidate, false),
    };
    DecidedCandidate {
        decision_id: decision.id.clone(),
        memory_id: decision.memory.clone(),
        version: decision.version + 1,
        status,
        index_state,
        undo_until: can_be_undone.then(|| decision.at.plus(UNDO_WINDOW)),
    }
}
