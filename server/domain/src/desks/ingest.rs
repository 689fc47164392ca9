//! Taking a turn in: it is stored, answered, and looked at afterwards.

use super::{AgentDesk, DeskError};
use crate::audit::{self, Entry, Event};
use crate::consent;
use crate::storage::{NewTurn, Tx};
use contract::{IngestTurn, RevisionSettings, Scope, Timestamp, TurnId, TurnReceipt, TurnState, UserId};
use std::time::Duration;

/// When a service whose turns pile up shall try again: a good part of a full queue is done by then.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// A turn whose fields, scope and subject are settled.
struct Settled {
    id: TurnId,
    subject: UserId,
    scope: Scope,
    state: TurnState,
    fingerprint: [u8; 32],
    occurred_at: Timestamp,
    now: Timestamp,
}

impl AgentDesk {
    /// Takes a turn in, once for its ids; what is worth keeping of it is found afterwards.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::MemoryOff`] and [`DeskError::ConsentRequired`] (also for unknown subjects), both
    /// of which keep no text; [`DeskError::IdempotencyKeyReused`] if the ids came with something else before;
    /// [`DeskError::Backlog`], [`DeskError::RateLimited`], [`DeskError::Store`].
    pub async fn ingest(&self, turn: IngestTurn) -> Result<TurnReceipt, DeskError> {
        let taken = self.try_ingest(&turn).await;
        if let Err(error) = &taken
            && let Err(second) = self.audit_refusal(Event::Turn, error).await
        {
            tracing::error!(error = &second as &dyn std::error::Error, "a refused turn was not audited");
        }
        taken
    }

    async fn try_ingest(&self, turn: &IngestTurn) -> Result<TurnReceipt, DeskError> {
        self.count_call()?;
        let settled = self.settle_turn(turn).await?;
        let mut tx = self.core.store.begin().await?;
        // Asked again inside the transaction: a withdrawal that came in between is obeyed.
        consent::require(Some(((), tx.consent(&self.actor.tenant, &settled.subject).await?.granted)))?;
        let (receipt, outcome) = self.take_in(&mut tx, turn, &settled).await?;
        let object = Some(receipt.id.as_str());
        let entry = Entry { actor: &self.actor, event: Event::Turn, outcome, subject: Some(&settled.subject), object };
        audit::append(&mut tx, &self.core.ids, settled.now, &entry).await?;
        tx.commit().await?;
        self.core.turns.notify_one();
        Ok(receipt)
    }

    async fn settle_turn(&self, turn: &IngestTurn) -> Result<Settled, DeskError> {
        let scope = turn.scope.clone().unwrap_or(Scope::Personal);
        let mut faults = turn.faults();
        faults.extend(self.scope_fault("scope", &scope));
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let revision = self.revision().await?;
        let subject = self.consenting_subject(&turn.subject).await?;
        let now = self.core.clock.now();
        Ok(Settled {
            id: self.core.ids.next(),
            scope,
            state: self.first_state(&revision),
            fingerprint: self.turn_fingerprint(turn, &subject)?,
            // A service's clock may be ahead; nothing has been said that is not said yet.
            occurred_at: turn.occurred_at.unwrap_or(now).min(now),
            subject,
            now,
        })
    }

    /// Looked at soon, at night, or never.
    fn first_state(&self, revision: &RevisionSettings) -> TurnState {
        let is_soon = revision.per_turn && self.core.settings().per_turn_extraction;
        match (is_soon, revision.nightly) {
            (true, _) => TurnState::Waiting,
            (false, Some(_)) => TurnState::Held,
            (false, None) => TurnState::Skipped,
        }
    }

    /// What makes it the same turn when it comes again: all that came, whose and whatever it is.
    fn turn_fingerprint(&self, turn: &IngestTurn, subject: &UserId) -> Result<[u8; 32], DeskError> {
        let all = serde_json::to_string(&(&turn.messages, &turn.occurred_at, &turn.scope));
        let all = all.map_err(|_| DeskError::field("messages", "cannot be stored"))?;
        Ok(self.core.store.fingerprint(&["turn", self.actor.tenant.as_str(), subject.as_str(), &all]))
    }

    async fn take_in(
        &self,
        tx: &mut Tx,
        turn: &IngestTurn,
        settled: &Settled,
    ) -> Result<(TurnReceipt, &'static str), DeskError> {
        let ids = (turn.conversation_id.as_str(), turn.turn_id.as_str());
        if let Some(known) = tx.turn_by_ids(&self.actor.tenant, &self.service, ids).await? {
            if known.fingerprint != settled.fingerprint {
                return Err(DeskError::IdempotencyKeyReused);
            }
            return Ok((TurnReceipt { id: known.id, state: known.state, duplicate: true }, "duplicate"));
        }
        let is_looked_at = settled.state != TurnState::Skipped;
        if is_looked_at && tx.has_backlog(&self.service, self.core.settings().waiting_turns).await? {
            return Err(DeskError::Backlog { retry_after: RETRY_AFTER });
        }
        tx.insert_turn(&NewTurn {
            id: &settled.id,
            tenant: &self.actor.tenant,
            subject: &settled.subject,
            service: &self.service,
            conversation: &turn.conversation_id,
            turn: &turn.turn_id,
            scope: &settled.scope,
            state: settled.state,
            occurred_at: settled.occurred_at,
            recorded_at: settled.now,
            fingerprint: settled.fingerprint,
            messages: is_looked_at.then_some(turn.messages.as_slice()),
        })
        .await?;
        Ok((TurnReceipt { id: settled.id.clone(), state: settled.state, duplicate: false }, "ok"))
    }
}
