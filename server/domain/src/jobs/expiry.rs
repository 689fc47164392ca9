//! Rejects candidates that nobody has decided on in time, as the system.
//!
//! Any number of processes may do so beside one another: each takes a batch in one write transaction, in which a candidate
//! that another has rejected does not wait any more. What became due while nothing ran is rejected at the next start.

use super::worker::{Looks, Rhythm, Round};
use crate::audit::{self, Entry, Event};
use crate::kernel::{Actor, Clock, Ids, Principal};
use crate::memory::index_state_at_rest;
use crate::storage::{NewDecision, OwnedMemory, Revision, Store, StoreError, Tx};
use contract::review::DecisionKind;
use contract::{DecisionId, Status, Timestamp, UserId};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How often it looks whether something is due: well within the minute that reviewers are promised.
const LOOK: Duration = Duration::from_secs(1);
/// Candidates a transaction: others who write wait for no more than so many.
const BATCH: u32 = 50;

/// The worker.
pub struct Expiry {
    store: Store,
    clock: Arc<dyn Clock>,
    ids: Ids,
}

impl Round for Expiry {
    async fn round(&mut self) -> Result<bool, StoreError> {
        self.batch().await
    }
}

impl Expiry {
    /// Starts the worker. It stops when `stop` turns true, after the batch at hand.
    pub fn start(
        store: Store,
        clock: Arc<dyn Clock>,
        ids: Ids,
        stop: watch::Receiver<bool>,
    ) -> (JoinHandle<()>, Looks) {
        let (rhythm, looks) = Rhythm::new("rejecting candidates in time", LOOK);
        let mut worker = Self { store, clock, ids };
        (tokio::spawn(async move { rhythm.keep(stop, &mut worker).await }), looks)
    }

    /// Rejects what is due; says whether there may be more.
    async fn batch(&self) -> Result<bool, StoreError> {
        let now = self.clock.now();
        if !self.store.has_due_candidates(now).await? {
            return Ok(false);
        }
        let mut tx = self.store.begin().await?;
        let due = tx.due_candidates(now, BATCH).await?;
        for candidate in &due {
            let actor = Actor { tenant: candidate.tenant.clone(), principal: Principal::System };
            let ids = std::slice::from_ref(&candidate.memory);
            if let Some(row) = tx.owned_memories(&candidate.tenant, &candidate.subject, ids).await?.pop() {
                reject_by_time(&mut tx, &self.store, &self.ids, &actor, (&candidate.subject, &row), now).await?;
            }
        }
        tx.commit().await?;
        Ok(due.len() == BATCH as usize)
    }
}

/// Rejects a waiting candidate whose time is over; `actor` is the system, in the candidate's organisation.
///
/// # Errors
/// [`StoreError`].
pub async fn reject_by_time(
    tx: &mut Tx,
    store: &Store,
    ids: &Ids,
    actor: &Actor,
    (subject, row): (&UserId, &OwnedMemory),
    now: Timestamp,
) -> Result<(), StoreError> {
    match store.open_content(&row.sealed) {
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
                index_state: index_state_at_rest(Status::Rejected, row.sensitivity),
                embedding_model: None,
                actor,
                reason: "expired",
                at: now,
            };
            tx.revise_memory(&revision).await?;
        }
        // It could not be written anew, and must not stand in the way of the others for ever.
        Err(_) => tx.reject_unreadable(&actor.tenant, subject, &row.id, now).await?,
    }
    let decision = NewDecision {
        id: &ids.next::<DecisionId>(),
        tenant: &actor.tenant,
        subject,
        memory: &row.id,
        kind: DecisionKind::Expire,
        reviewer: None,
        at: now,
        version: row.version,
        authority: row.authority,
        action: None,
        target: None,
        reason: None,
        note: None,
        undoes: None,
        idempotency: None,
    };
    tx.insert_decision(&decision).await?;
    let (event, outcome) = (Event::Reject, "expired");
    let entry = Entry { actor, event, outcome, subject: Some(subject), object: Some(row.id.as_str()) };
    audit::append(tx, ids, now, &entry).await
}
