//! Proposing a candidate: a memory that waits for a reviewer.

use super::agent::Settled;
use super::{AgentDesk, DeskError};
use crate::audit::{self, Entry, Event};
use crate::consent;
use crate::intake::{FitsIn, Incoming, Kept, Statement};
use crate::memory::Content;
use crate::storage::Tx;
use contract::{ApprovalPolicy, Authority, Kind, MemoryId, ProposedCandidate, SaveMemory, Status};

/// A save as it is about to be written.
pub(super) struct Written {
    pub settled: Settled,
    pub kind: Kind,
    pub confidence: f64,
    pub requested_by_user: bool,
    pub content: Content,
    pub fits: FitsIn,
    pub approval: ApprovalPolicy,
}

impl Written {
    /// A save that nobody has to decide on, and that is not compared with anything.
    pub fn alone(settled: Settled, request: SaveMemory) -> Self {
        let (kind, confidence) = (request.kind, request.confidence.unwrap_or(1.0));
        let requested_by_user = request.requested_by_user;
        let (content, fits) = (super::agent::content(request), FitsIn::alone());
        Self { settled, kind, confidence, requested_by_user, content, fits, approval: ApprovalPolicy::None }
    }
}

impl AgentDesk {
    /// Proposes one memory about a subject: it waits for a reviewer, and is rejected by itself when nobody decides.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::MemoryOff`], [`DeskError::ConsentRequired`] (also for unknown subjects),
    /// [`DeskError::DeletedByOwner`] unless the person asked for it, [`DeskError::Store`].
    pub async fn propose(&self, request: SaveMemory) -> Result<ProposedCandidate, DeskError> {
        let proposed = self.try_propose(request).await;
        if let Err(error) = &proposed
            && let Err(second) = self.audit_refusal(Event::Propose, error).await
        {
            tracing::error!(error = &second as &dyn std::error::Error, "a refused proposal was not audited");
        }
        proposed
    }

    async fn try_propose(&self, request: SaveMemory) -> Result<ProposedCandidate, DeskError> {
        let settled = self.settle(&request, SaveMemory::candidate_faults).await?;
        let written = self.compared(settled, request, ApprovalPolicy::All).await?;
        let mut tx = self.core.store.begin().await?;
        let kept = self.write(&mut tx, &written, "proposed").await?;
        let (proposed, outcome) = proposed(&written.settled, kept)?;
        self.note_proposal(&mut tx, &written.settled, &proposed.memory_id, outcome).await?;
        tx.commit().await?;
        Ok(proposed)
    }

    /// Compares what is saved with what is remembered in its scope.
    pub(super) async fn compared(
        &self,
        settled: Settled,
        request: SaveMemory,
        approval: ApprovalPolicy,
    ) -> Result<Written, DeskError> {
        let (kind, confidence) = (request.kind, request.confidence.unwrap_or(1.0));
        let requested_by_user = request.requested_by_user;
        let content = super::agent::content(request);
        let statement = Statement {
            tenant: &self.actor.tenant,
            subject: &settled.subject,
            scope: &settled.scope,
            kind,
            content: &content,
            authority: Authority::ModelInference,
            validity: settled.validity,
            ends: false,
            at: settled.now,
        };
        let fits = self.core.intake.fits_in(&statement).await?;
        Ok(Written { settled, kind, confidence, requested_by_user, content, fits, approval })
    }

    /// Writes it, if the person's consent is still on.
    pub(super) async fn write(&self, tx: &mut Tx, written: &Written, reason: &'static str) -> Result<Kept, DeskError> {
        let settled = &written.settled;
        // Asked again inside the transaction: a withdrawal that came in between is obeyed.
        consent::require(Some(((), tx.consent(&self.actor.tenant, &settled.subject).await?.granted)))?;
        let incoming = Incoming {
            id: &settled.id,
            actor: &self.actor,
            subject: &settled.subject,
            service: &self.service,
            scope: &settled.scope,
            kind: written.kind,
            sensitivity: settled.sensitivity,
            authority: Authority::ModelInference,
            confidence: written.confidence,
            validity: settled.validity,
            content: &written.content,
            fits: &written.fits,
            requested_by_user: written.requested_by_user,
            adds_evidence: false,
            approval: written.approval,
            reason,
            now: settled.now,
        };
        Ok(self.core.intake.keep(tx, &incoming).await?)
    }

    async fn note_proposal(
        &self,
        tx: &mut Tx,
        settled: &Settled,
        memory: &MemoryId,
        outcome: &str,
    ) -> Result<(), DeskError> {
        let (subject, object) = (Some(&settled.subject), Some(memory.as_str()));
        let entry = Entry { actor: &self.actor, event: Event::Propose, outcome, subject, object };
        Ok(audit::append(tx, &self.core.ids, settled.now, &entry).await?)
    }
}

/// The receipt of what was kept, and the word for the audit log.
fn proposed(settled: &Settled, kept: Kept) -> Result<(ProposedCandidate, &'static str), DeskError> {
    let known = |memory_id, status, sensitivity| ProposedCandidate {
        memory_id,
        status,
        sensitivity,
        action: None,
        expires_at: None,
        duplicate: true,
    };
    Ok(match kept {
        Kept::New { status, action, expires_at } => {
            let (memory_id, sensitivity) = (settled.id.clone(), settled.sensitivity);
            let action = Some(action);
            (ProposedCandidate { memory_id, status, sensitivity, action, expires_at, duplicate: false }, "ok")
        }
        Kept::Known { existing, raised } => {
            let outcome = if raised { "duplicate_sensitivity_raised" } else { "duplicate" };
            (known(existing.id, existing.status, existing.sensitivity), outcome)
        }
        Kept::Joined(memory) => (known(memory, Status::Active, settled.sensitivity), "duplicate"),
        Kept::Buried => return Err(DeskError::DeletedByOwner),
    })
}
