//! Handing turns to whoever looks at them, and putting them off.

use super::open;
use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError, Tx};
use contract::{Scope, ServiceId, TenantId, Timestamp, TurnId, TurnMessage, TurnState, UserId};

/// A turn to look at. Nobody else gets it before the time that was asked for is over.
pub struct ClaimedTurn {
    /// The turn.
    pub id: TurnId,
    /// Its organisation.
    pub tenant: TenantId,
    /// Whose conversation it is.
    pub subject: UserId,
    /// The service that brought it.
    pub service: ServiceId,
    /// The conversation, in the service's words.
    pub conversation: String,
    /// The turn, in the service's words.
    pub turn: String,
    /// Where what is extracted is in use.
    pub scope: Scope,
    /// How often it was looked at, this time included.
    pub attempts: i64,
    /// When it ended.
    pub occurred_at: Timestamp,
    /// What was said; absent if it does not decrypt.
    pub messages: Option<Vec<TurnMessage>>,
}

impl Store {
    /// Whether a turn waits that may be looked at now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_due_turns(&self, now: Timestamp) -> Result<bool, StoreError> {
        let now = now.micros();
        let due = sqlx::query_scalar!(
            r#"SELECT 1 AS "one: i64" FROM turn WHERE state = 'waiting' AND not_before <= ? LIMIT 1"#,
            now
        )
        .fetch_optional(&self.reader)
        .await?;
        Ok(due.is_some())
    }
}

impl Tx {
    /// Takes turns that wait, those that have waited longest first, at most `limit`. If nobody has finished one by `until`,
    /// another may take it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim_turns(
        &mut self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<ClaimedTurn>, StoreError> {
        let (now, until) = (now.micros(), until.micros());
        let rows = sqlx::query!(
            r#"UPDATE turn SET not_before = ?1, attempts = attempts + 1
               WHERE id IN (SELECT id FROM turn WHERE state = 'waiting' AND not_before <= ?2
                            ORDER BY not_before, id LIMIT ?3)
               RETURNING id AS "id!", tenant_id AS "tenant_id!", subject_id AS "subject_id!",
                         service_id AS "service_id!", conversation_id AS "conversation_id!", turn_id AS "turn_id!",
                         scope AS "scope!", attempts AS "attempts!", occurred_at AS "occurred_at!", key_id, content"#,
            until,
            now,
            limit
        )
        .fetch_all(&mut *self.inner)
        .await?;
        rows.into_iter()
            .map(|row| {
                let id: TurnId = parse(&row.id, "turn", "id")?;
                let tenant = parse(&row.tenant_id, "turn", "tenant_id")?;
                let subject = parse(&row.subject_id, "turn", "subject_id")?;
                let sealed = row.key_id.zip(row.content);
                let messages = sealed
                    .and_then(|(key_id, bytes)| open(&self.keys, (&tenant, &subject, &id), (&key_id, &bytes)).ok());
                Ok(ClaimedTurn {
                    id,
                    tenant,
                    subject,
                    service: parse(&row.service_id, "turn", "service_id")?,
                    conversation: row.conversation_id,
                    turn: row.turn_id,
                    scope: parse(&row.scope, "turn", "scope")?,
                    attempts: row.attempts,
                    occurred_at: moment(row.occurred_at, "turn", "occurred_at")?,
                    messages,
                })
            })
            .collect()
    }

    /// Says that these are still being looked at: nobody else takes them before `until`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn renew_claims(&mut self, turns: &[TurnId], until: Timestamp) -> Result<(), StoreError> {
        let ids = serde_json::to_string(turns).map_err(|_| StoreError::Inconsistent { table: "turn", column: "id" })?;
        let until = until.micros();
        sqlx::query!(
            "UPDATE turn SET not_before = ?1
             WHERE id IN (SELECT value FROM json_each(?2)) AND state = 'waiting' AND not_before < ?1",
            until,
            ids
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Puts a turn off, or gives it up until the night; without effect if somebody else has finished it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn put_turn_off(
        &mut self,
        turn: &ClaimedTurn,
        state: TurnState,
        not_before: Timestamp,
    ) -> Result<(), StoreError> {
        let (id, tenant, state, not_before) =
            (turn.id.as_str(), turn.tenant.as_str(), state.as_str(), not_before.micros());
        sqlx::query!(
            "UPDATE turn SET state = ?, not_before = ? WHERE id = ? AND tenant_id = ? AND state = 'waiting'",
            state,
            not_before,
            id,
            tenant
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
