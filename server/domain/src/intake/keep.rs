//! Writing something new: as a candidate, or at once.

use super::{FitsIn, Intake, Taking, raise_sensitivity, take_place, waits};
use crate::kernel::Actor;
use crate::memory::{Content, asks_for_more_care};
use crate::storage::{Existing, NewCandidate, NewMemory, OwnedMemory, StoreError, Tx};
use contract::review::ReconcileAction;
use contract::{
    ApprovalPolicy, Authority, Kind, MemoryId, Scope, Sensitivity, ServiceId, Status, Timestamp, UserId, Validity,
};

/// Something new, and how it fits in.
pub struct Incoming<'a> {
    /// The memory to be.
    pub id: &'a MemoryId,
    /// Who brings it; its tenant is the memory's.
    pub actor: &'a Actor,
    /// Whom it is about. Consent has been asked for in this transaction.
    pub subject: &'a UserId,
    /// The service that brought it.
    pub service: &'a ServiceId,
    /// Where it is in use.
    pub scope: &'a Scope,
    /// What sort of thing it is.
    pub kind: Kind,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// Who said it.
    pub authority: Authority,
    /// 0.0 to 1.0.
    pub confidence: f64,
    /// When it is true.
    pub validity: Validity,
    /// What it says.
    pub content: &'a Content,
    /// How it fits in.
    pub fits: &'a FitsIn,
    /// Whether the person asked to remember it.
    pub requested_by_user: bool,
    /// Whether it adds to the evidence of a memory that says the same already.
    pub adds_evidence: bool,
    /// Which of what the service brings waits for a reviewer.
    pub approval: ApprovalPolicy,
    /// Why, as a short code.
    pub reason: &'static str,
    /// When.
    pub now: Timestamp,
}

/// What became of it.
pub enum Kept {
    /// It is there now.
    New {
        /// Active, or waiting.
        status: Status,
        /// How it was fitted in.
        action: ReconcileAction,
        /// When it is rejected by itself, if it waits.
        expires_at: Option<Timestamp>,
    },
    /// A memory says exactly this already: its evidence has grown, and it is hidden if that was asked for.
    Known {
        /// That memory, with the sensitivity that it has now.
        existing: Existing,
        /// Whether it was hidden.
        raised: bool,
    },
    /// It says the same as another, whose evidence has grown.
    Joined(MemoryId),
    /// The person has deleted this very statement.
    Buried,
}

impl Intake {
    /// Writes it. What it would take the place of has to be as it was; if it is not, a reviewer decides.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn keep(&self, tx: &mut Tx, incoming: &Incoming<'_>) -> Result<Kept, StoreError> {
        let (tenant, subject, statement) = (&incoming.actor.tenant, incoming.subject, &incoming.content.statement);
        let fingerprint = self.store.statement_fingerprint(tenant, subject, incoming.scope, statement);
        let validity = Validity { to: incoming.validity.to.or(incoming.fits.valid_to), ..incoming.validity };
        // What is said again is the same memory if that is true now, whenever it was said.
        let asked = if incoming.adds_evidence { Validity { from: incoming.now, to: None } } else { validity };
        let existing = tx.memory_by_fingerprint(tenant, subject, incoming.scope, &fingerprint, asked, None).await?;
        if let Some(existing) = existing {
            return self.hear_again(tx, incoming, existing).await;
        }
        let said = self.store.tombstone_fingerprint(tenant, subject, statement);
        if !incoming.requested_by_user && tx.is_buried(tenant, subject, &said).await? {
            return Ok(Kept::Buried);
        }
        let target = self.target(tx, incoming).await?;
        let has_lost_target = incoming.fits.target.is_some() && target.is_none();
        let action = incoming.fits.action;
        let is_doubtful = has_lost_target && action != ReconcileAction::Conflict;
        if is_doubtful || waits(incoming.approval, incoming.sensitivity, incoming.confidence, action) {
            return self.propose(tx, incoming, (fingerprint, validity)).await;
        }
        match target {
            Some(target) if action == ReconcileAction::Merge => {
                let strength = (incoming.authority, incoming.confidence);
                let heard = (&target, incoming.content);
                self.add_evidence(tx, incoming.actor, subject, heard, strength, incoming.now).await?;
                if asks_for_more_care(target.sensitivity, incoming.sensitivity) {
                    let Incoming { actor, sensitivity, now, .. } = *incoming;
                    raise_sensitivity((tx, &self.store), actor, subject, &target.id, sensitivity, now).await?;
                }
                Ok(Kept::Joined(target.id))
            }
            target => self.activate(tx, incoming, (fingerprint, validity), target.as_ref()).await,
        }
    }

    async fn hear_again(
        &self,
        tx: &mut Tx,
        incoming: &Incoming<'_>,
        mut existing: Existing,
    ) -> Result<Kept, StoreError> {
        let Incoming { actor, subject, now, .. } = *incoming;
        let raised = asks_for_more_care(existing.sensitivity, incoming.sensitivity);
        if raised {
            existing.sensitivity = incoming.sensitivity;
            raise_sensitivity((tx, &self.store), actor, subject, &existing.id, incoming.sensitivity, now).await?;
        }
        if incoming.adds_evidence {
            let rows = tx.owned_memories(&actor.tenant, subject, std::slice::from_ref(&existing.id)).await?;
            let strength = (incoming.authority, incoming.confidence);
            for row in &rows {
                self.add_evidence(tx, actor, subject, (row, incoming.content), strength, now).await?;
            }
        }
        Ok(Kept::Known { existing, raised })
    }

    /// What it would take the place of or contradicts, if that is as it was.
    async fn target(&self, tx: &mut Tx, incoming: &Incoming<'_>) -> Result<Option<OwnedMemory>, StoreError> {
        let Some((id, version)) = &incoming.fits.target else { return Ok(None) };
        let tenant = &incoming.actor.tenant;
        let found = tx.owned_memories(tenant, incoming.subject, std::slice::from_ref(id)).await?.pop();
        Ok(found.filter(|row| row.version == *version && row.status == Status::Active))
    }

    async fn propose(
        &self,
        tx: &mut Tx,
        incoming: &Incoming<'_>,
        (fingerprint, validity): ([u8; 32], Validity),
    ) -> Result<Kept, StoreError> {
        let expires_at = Some(incoming.now.plus(self.candidate_lifetime));
        let memory = new_memory(incoming, (fingerprint, validity), Status::Candidate, expires_at);
        tx.insert_memory(&memory).await?;
        let fits = incoming.fits;
        tx.insert_candidate(&NewCandidate {
            memory: incoming.id,
            tenant: &incoming.actor.tenant,
            subject: incoming.subject,
            action: fits.action,
            target: fits.target.as_ref().map(|(id, version)| (id, *version)),
            compared: fits.compared,
            requested_by_user: incoming.requested_by_user,
            similar: &fits.similar,
        })
        .await?;
        Ok(Kept::New { status: Status::Candidate, action: fits.action, expires_at })
    }

    async fn activate(
        &self,
        tx: &mut Tx,
        incoming: &Incoming<'_>,
        (fingerprint, validity): ([u8; 32], Validity),
        target: Option<&OwnedMemory>,
    ) -> Result<Kept, StoreError> {
        let Incoming { actor, subject, now, .. } = *incoming;
        tx.insert_memory(&new_memory(incoming, (fingerprint, validity), Status::Active, None)).await?;
        if let Some(target) = target {
            let content = self.store.open_content(&target.sealed)?;
            let taking = Taking { actor, subject, action: incoming.fits.action, from: validity.from, now };
            if !take_place(tx, (target, &content), &taking).await? {
                return Err(StoreError::Inconsistent { table: "memory", column: "version" });
            }
            tx.set_supersedes(&actor.tenant, subject, incoming.id, Some(&target.id)).await?;
        }
        Ok(Kept::New { status: Status::Active, action: incoming.fits.action, expires_at: None })
    }
}

fn new_memory<'a>(
    incoming: &Incoming<'a>,
    (fingerprint, validity): ([u8; 32], Validity),
    status: Status,
    expires_at: Option<Timestamp>,
) -> NewMemory<'a> {
    NewMemory {
        id: incoming.id,
        subject: incoming.subject,
        scope: incoming.scope,
        kind: incoming.kind,
        status,
        sensitivity: incoming.sensitivity,
        authority: incoming.authority,
        confidence: incoming.confidence,
        validity,
        recorded_at: incoming.now,
        written_at: incoming.now,
        fingerprint,
        content: incoming.content,
        service: Some(incoming.service),
        expires_at,
        actor: incoming.actor,
        reason: incoming.reason,
    }
}
