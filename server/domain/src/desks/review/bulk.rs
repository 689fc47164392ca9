//! One decision for many candidates, each for itself: what cannot be decided does not stop the others.

use super::ReviewDesk;
use super::approve::Together;
use super::decide::Idempotency;
use crate::audit::Event;
use crate::desks::DeskError;
use crate::storage::StoredCandidate;
use contract::review::{
    ApproveCandidate, BulkDecide, BulkDecision, BulkReport, BulkRow, DecidedCandidate, RejectCandidate,
};
use contract::{ChosenMemory, ErrorCode, MemoryId};
use std::collections::{HashMap, HashSet};

impl ReviewDesk {
    /// Decides on many, each for itself. What somebody else has open is left alone; what is sensitive, and what would take
    /// the place of the person's own word, is never approved together with others.
    ///
    /// # Errors
    /// [`DeskError::Invalid`]; what was not decided is in the report.
    pub async fn bulk(&self, request: BulkDecide, key: Option<Idempotency>) -> Result<BulkReport, DeskError> {
        let faults = request.faults();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let ids: Vec<MemoryId> = request.candidates.iter().map(|chosen| chosen.memory_id.clone()).collect();
        let found = self.core.store.candidates(self.tenant(), &self.reviewer, &ids).await?;
        let found: HashMap<&MemoryId, &StoredCandidate> = found.iter().map(|one| (&one.memory.id, one)).collect();
        let (mut rows, mut named) = (Vec::with_capacity(ids.len()), HashSet::new());
        for chosen in request.candidates.iter().filter(|chosen| named.insert(chosen.memory_id.clone())) {
            let candidate = found.get(&chosen.memory_id).copied();
            rows.push(self.bulk_row(&request.decision, chosen, candidate, key.as_ref()).await);
        }
        Ok(BulkReport { rows })
    }

    async fn bulk_row(
        &self,
        decision: &BulkDecision,
        chosen: &ChosenMemory,
        candidate: Option<&StoredCandidate>,
        key: Option<&Idempotency>,
    ) -> BulkRow {
        let memory_id = chosen.memory_id.clone();
        match self.bulk_decide(decision, chosen, candidate, key).await {
            Ok(decided) => BulkRow { memory_id, decided: Some(decided), error: None },
            Err(error) => {
                let code = ErrorCode::from(&error);
                if code == ErrorCode::Internal {
                    tracing::error!(error = &error as &dyn std::error::Error, "a bulk decision failed");
                }
                BulkRow { memory_id, decided: None, error: Some(code) }
            }
        }
    }

    async fn bulk_decide(
        &self,
        decision: &BulkDecision,
        chosen: &ChosenMemory,
        candidate: Option<&StoredCandidate>,
        key: Option<&Idempotency>,
    ) -> Result<DecidedCandidate, DeskError> {
        let (memory, version) = (&chosen.memory_id, chosen.version);
        let event = match decision {
            BulkDecision::Approve => Event::Approve,
            BulkDecision::Reject { .. } => Event::Reject,
        };
        if let Err(error) = self.may_be_decided_with_others(decision, candidate) {
            self.note_refusal(event, &error, memory).await;
            return Err(error);
        }
        match decision {
            BulkDecision::Approve => {
                let request = ApproveCandidate { version, placement: None, memory: None, note: None };
                self.approve_unsettled(memory, &request, key, Together::WithOthers).await
            }
            BulkDecision::Reject { reason, note } => {
                let request = RejectCandidate { version, reason: *reason, note: note.clone() };
                self.reject(memory, request, key.cloned()).await
            }
        }
    }

    fn may_be_decided_with_others(
        &self,
        decision: &BulkDecision,
        candidate: Option<&StoredCandidate>,
    ) -> Result<(), DeskError> {
        let Some(candidate) = candidate else { return Err(DeskError::NotFound) };
        let now = self.core.clock.now();
        if candidate.claim.as_ref().is_some_and(|claim| claim.until > now && claim.by != self.reviewer) {
            return Err(DeskError::Claimed);
        }
        if *decision == BulkDecision::Approve && candidate.memory.sensitivity.is_masked() {
            return Err(DeskError::NeedsReveal);
        }
        Ok(())
    }
}
