//! What became of a turn.

use super::ClaimedTurn;
use crate::storage::{StoreError, Tx};
use contract::review::ReconcileAction;
use contract::{Kind, MemoryId, Refusal, Timestamp, TurnState, UserId};
use std::ops::Range;

/// What became of one proposal. Places, figures and reasons, never words.
pub struct NewVerdict<'a> {
    /// What proposed it.
    pub extractor: &'a str,
    /// The version of the gate.
    pub gate: &'a str,
    /// The message that it was drawn from, by its place in the turn.
    pub message: usize,
    /// What it was taken for.
    pub kind: Kind,
    /// How sure the extractor was, 0.0 to 1.0.
    pub confidence: f64,
    /// Why it is not remembered, if it is not.
    pub refusal: Option<Refusal>,
    /// Where its words stand in the message, in bytes.
    pub at: Option<Range<usize>>,
    /// Usefulness, stability, verifiability and permission, each 0.0 to 1.0.
    pub scores: Option<[f64; 4]>,
    /// How it was fitted in.
    pub action: Option<ReconcileAction>,
    /// The memory that it became or joined.
    pub memory: Option<&'a MemoryId>,
}

/// What it took to look at a turn.
pub struct TurnCost<'a> {
    /// To whom it is put down; absent for the operator.
    pub borne_by: Option<&'a UserId>,
    /// Calls over the network.
    pub calls: u64,
    /// Tokens sent to a language model.
    pub prompt_tokens: u64,
    /// Tokens that came back from it.
    pub completion_tokens: u64,
    /// Tokens that the embedding model read.
    pub embedded_tokens: u64,
}

/// No turn takes more. What the other side counts may be anything, and the sums of many turns have to stay numbers.
const MOST_PER_TURN: u64 = 1_000_000_000;

fn stored(count: u64) -> i64 {
    i64::try_from(count.min(MOST_PER_TURN)).unwrap_or(i64::MAX)
}

impl Tx {
    /// Ends the work on a turn; `false`, and nothing is changed, if it does not wait any more: somebody else was faster.
    /// Its text goes unless it is to be kept.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn finish_turn(
        &mut self,
        turn: &ClaimedTurn,
        state: TurnState,
        keeps_text: bool,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let (id, tenant, state, at) = (turn.id.as_str(), turn.tenant.as_str(), state.as_str(), at.micros());
        let done = sqlx::query!(
            "UPDATE turn SET state = ?1, finished_at = ?2, key_id = iif(?3, key_id, NULL), content = iif(?3, content, NULL)
             WHERE id = ?4 AND tenant_id = ?5 AND state = 'waiting'",
            state,
            at,
            keeps_text,
            id,
            tenant
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Notes what became of the turn's proposals, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_verdicts(
        &mut self,
        turn: &ClaimedTurn,
        verdicts: &[NewVerdict<'_>],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (id, tenant, subject, service, at) =
            (turn.id.as_str(), turn.tenant.as_str(), turn.subject.as_str(), turn.service.as_str(), at.micros());
        let place = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
        for (ordinal, verdict) in (0_i64..).zip(verdicts) {
            let (message, kind, refusal) =
                (place(verdict.message), verdict.kind.as_str(), verdict.refusal.map(Refusal::as_str));
            let (start, end) = verdict.at.clone().map(|at| (place(at.start), place(at.end))).unzip();
            let [usefulness, stability, verifiability, permission] =
                verdict.scores.map_or([None; 4], |scores| scores.map(Some));
            let (action, memory) = (verdict.action.map(ReconcileAction::as_str), verdict.memory.map(MemoryId::as_str));
            sqlx::query!(
                "INSERT INTO verdict (turn_id, ordinal, tenant_id, subject_id, service_id, at, extractor, gate, message, kind,
                                      confidence, refusal, span_start, span_end, usefulness, stability, verifiability,
                                      permission, action, memory_id)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                id,
                ordinal,
                tenant,
                subject,
                service,
                at,
                verdict.extractor,
                verdict.gate,
                message,
                kind,
                verdict.confidence,
                refusal,
                start,
                end,
                usefulness,
                stability,
                verifiability,
                permission,
                action,
                memory
            )
            .execute(&mut *self.inner)
            .await?;
        }
        Ok(())
    }

    /// Notes what the turn took.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_turn_cost(
        &mut self,
        turn: &ClaimedTurn,
        cost: &TurnCost<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (id, tenant, service, at) = (turn.id.as_str(), turn.tenant.as_str(), turn.service.as_str(), at.micros());
        let borne_by = cost.borne_by.map(UserId::as_str);
        let (calls, prompt, completion, embedded) = (
            stored(cost.calls),
            stored(cost.prompt_tokens),
            stored(cost.completion_tokens),
            stored(cost.embedded_tokens),
        );
        sqlx::query!(
            "INSERT INTO turn_cost (turn_id, tenant_id, service_id, borne_by, at, calls, prompt_tokens, completion_tokens,
                                    embedded_tokens)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            service,
            borne_by,
            at,
            calls,
            prompt,
            completion,
            embedded
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
