//! Proposing a candidate: a memory that waits for a reviewer.

use super::agent::Settled;
use super::{AgentDesk, DeskError};
use crate::audit::{self, Entry, Event};
use crate::consent;
use crate::memory::{Content, Known, Newcomer, asks_for_more_care, reconcile};
use crate::recall::Compared;
use crate::storage::{Checkable, NewCandidate, NewMemory, NewSimilar, Tx};
use contract::review::ReconcileAction;
use contract::{Authority, MemoryId, ProposedCandidate, SaveMemory, Scope, ScopeSet, Sensitivity, Status};
use std::collections::HashMap;

/// A candidate is shown with at most so many memories that are like it.
const MOST_SIMILAR: usize = 3;
/// Closer than a person's memories are to one another on average, by a margin: below that, "similar" would mislead. The
/// scale is that of [`crate::recall::Recaller::similar`]; chosen by looking at pairs of the demo.
const LEAST_CLOSENESS: f64 = 0.3;

/// How a candidate fits in.
struct FitsIn {
    action: ReconcileAction,
    target: Option<(MemoryId, i64)>,
    compared: bool,
    similar: Vec<NewSimilar>,
}

impl AgentDesk {
    /// Proposes one memory about a subject: it waits for a reviewer, and is rejected by itself when nobody decides.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::ConsentRequired`] (also for unknown subjects), [`DeskError::DeletedByOwner`]
    /// unless the person asked for it, [`DeskError::Store`].
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
        let (kind, confidence) = (request.kind, request.confidence.unwrap_or(1.0));
        let requested_by_user = request.requested_by_user;
        let content = super::agent::content(request);
        let fits = self.fits_in(&settled, kind, &content).await?;
        let (tenant, subject) = (&self.actor.tenant, &settled.subject);
        let mut tx = self.core.store.begin().await?;
        // Asked again inside the transaction: a withdrawal that came in between is obeyed.
        consent::require(Some(((), tx.consent(tenant, subject).await?.granted)))?;
        if let Some(duplicate) = self.duplicate(&mut tx, &settled).await? {
            tx.commit().await?;
            return Ok(duplicate);
        }
        if !requested_by_user {
            self.require_not_buried(&mut tx, subject, &content.statement).await?;
        }
        let expires_at = settled.now.plus(self.core.candidate_lifetime);
        let memory = NewMemory {
            id: &settled.id,
            subject,
            scope: &settled.scope,
            kind,
            status: Status::Candidate,
            sensitivity: settled.sensitivity,
            authority: Authority::ModelInference,
            confidence,
            validity: settled.validity,
            recorded_at: settled.now,
            written_at: settled.now,
            fingerprint: settled.fingerprint,
            content: &content,
            service: Some(&self.service),
            expires_at: Some(expires_at),
            actor: &self.actor,
            reason: "proposed",
        };
        tx.insert_memory(&memory).await?;
        tx.insert_candidate(&NewCandidate {
            memory: &settled.id,
            tenant,
            subject,
            action: fits.action,
            target: fits.target.as_ref().map(|(id, version)| (id, *version)),
            compared: fits.compared,
            requested_by_user,
            similar: &fits.similar,
        })
        .await?;
        self.note_proposal(&mut tx, &settled, &settled.id, "ok").await?;
        tx.commit().await?;
        Ok(ProposedCandidate {
            memory_id: settled.id,
            status: Status::Candidate,
            sensitivity: settled.sensitivity,
            action: Some(fits.action),
            expires_at: Some(expires_at),
            duplicate: false,
        })
    }

    /// What the person has that says exactly this, if anything does; said again as sensitive, it is hidden from now on.
    async fn duplicate(&self, tx: &mut Tx, settled: &Settled) -> Result<Option<ProposedCandidate>, DeskError> {
        let (tenant, subject) = (&self.actor.tenant, &settled.subject);
        let existing = tx
            .memory_by_fingerprint(tenant, subject, &settled.scope, &settled.fingerprint, settled.validity, None)
            .await?;
        let Some(existing) = existing else { return Ok(None) };
        let raised = asks_for_more_care(existing.sensitivity, settled.sensitivity);
        if raised {
            let (sensitivity, now) = (settled.sensitivity, settled.now);
            self.core.raise_sensitivity(tx, &self.actor, subject, &existing.id, sensitivity, now).await?;
        }
        let outcome = if raised { "duplicate_sensitivity_raised" } else { "duplicate" };
        self.note_proposal(tx, settled, &existing.id, outcome).await?;
        Ok(Some(ProposedCandidate {
            memory_id: existing.id,
            status: existing.status,
            sensitivity: if raised { settled.sensitivity } else { existing.sensitivity },
            action: None,
            expires_at: None,
            duplicate: true,
        }))
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

    /// Compares the candidate with what is remembered in its scope. Without index or model it is a plain insert.
    async fn fits_in(&self, settled: &Settled, kind: contract::Kind, content: &Content) -> Result<FitsIn, DeskError> {
        let scopes = ScopeSet::of(settled.scope.clone());
        let compared = Compared {
            tenant: &self.actor.tenant,
            subject: &settled.subject,
            scopes: &scopes,
            statement: &content.statement,
            at: settled.now,
            limit: MOST_SIMILAR,
        };
        let Some(mut found) = self.core.recaller.similar(&compared).await else {
            return Ok(FitsIn { action: ReconcileAction::Insert, target: None, compared: false, similar: Vec::new() });
        };
        found.retain(|(_, closeness)| *closeness >= LEAST_CLOSENESS);
        let ids: Vec<MemoryId> = found.iter().map(|(id, _)| id.clone()).collect();
        let rows = self.core.store.checkable(&self.actor.tenant, &settled.subject, &ids).await?;
        let rows: HashMap<&MemoryId, &Checkable> =
            rows.iter().filter(|row| may_be_compared(row, &settled.scope)).map(|row| (&row.id, row)).collect();
        let mut similar = Vec::new();
        let mut known = Vec::new();
        for (id, closeness) in &found {
            let Some(row) = rows.get(id) else { continue };
            let Ok(content) = self.core.store.open_content(&row.sealed) else { continue };
            similar.push(NewSimilar { memory: id.clone(), closeness: *closeness });
            known.push((*row, content));
        }
        let candidates: Vec<Known<'_>> = known
            .iter()
            .map(|(row, content)| {
                let Checkable { kind, authority, validity, .. } = **row;
                Known { kind, content, authority, validity }
            })
            .collect();
        let (authority, validity) = (Authority::ModelInference, settled.validity);
        let newcomer = Newcomer { kind, content, authority, validity, ends: false };
        let found = reconcile(&newcomer, &candidates);
        let target = found.target.map(|place| (similar[place].memory.clone(), known[place].0.version));
        Ok(FitsIn { action: found.action, target, compared: true, similar })
    }
}

/// Only what is in force, in the very scope, and may be shown beside a candidate.
fn may_be_compared(row: &Checkable, scope: &Scope) -> bool {
    row.status == Status::Active && row.scope == *scope && !Sensitivity::is_masked(row.sensitivity)
}
