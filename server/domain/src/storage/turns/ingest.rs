//! Taking turns in, each once.

use super::seal;
use crate::storage::error::{hash, parse};
use crate::storage::{StoreError, Tx};
use contract::{Scope, ServiceId, TenantId, Timestamp, TurnId, TurnMessage, TurnState, UserId};

/// A turn to insert.
pub struct NewTurn<'a> {
    /// The turn.
    pub id: &'a TurnId,
    /// Its organisation.
    pub tenant: &'a TenantId,
    /// Whose conversation it is.
    pub subject: &'a UserId,
    /// The service that brings it.
    pub service: &'a ServiceId,
    /// The conversation, in the service's words.
    pub conversation: &'a str,
    /// The turn, in the service's words.
    pub turn: &'a str,
    /// Where what is extracted is in use.
    pub scope: &'a Scope,
    /// How far it is.
    pub state: TurnState,
    /// When it ended.
    pub occurred_at: Timestamp,
    /// When it came.
    pub recorded_at: Timestamp,
    /// Keyed hash of all that came.
    pub fingerprint: [u8; 32],
    /// What was said, unless nobody will look at it.
    pub messages: Option<&'a [TurnMessage]>,
}

/// A turn that came before.
pub struct KnownTurn {
    /// The turn.
    pub id: TurnId,
    /// How far it is.
    pub state: TurnState,
    /// Keyed hash of all that came.
    pub fingerprint: [u8; 32],
}

impl Tx {
    /// The service's turn with those ids, if it came before.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn turn_by_ids(
        &mut self,
        tenant: &TenantId,
        service: &ServiceId,
        (conversation, turn): (&str, &str),
    ) -> Result<Option<KnownTurn>, StoreError> {
        let (tenant, service) = (tenant.as_str(), service.as_str());
        let row = sqlx::query!(
            "SELECT id, state, fingerprint FROM turn
             WHERE tenant_id = ? AND service_id = ? AND conversation_id = ? AND turn_id = ?",
            tenant,
            service,
            conversation,
            turn
        )
        .fetch_optional(&mut *self.inner)
        .await?;
        row.map(|row| {
            Ok(KnownTurn {
                id: parse(&row.id, "turn", "id")?,
                state: parse(&row.state, "turn", "state")?,
                fingerprint: hash(row.fingerprint, "turn", "fingerprint")?,
            })
        })
        .transpose()
    }

    /// Whether at least `limit` of the service's turns wait to be looked at, now or at night.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_backlog(&mut self, service: &ServiceId, limit: u32) -> Result<bool, StoreError> {
        let (service, before) = (service.as_str(), limit.saturating_sub(1));
        let last = sqlx::query_scalar!(
            r#"SELECT 1 AS "one: i64" FROM turn WHERE service_id = ? AND state IN ('waiting', 'held') LIMIT 1 OFFSET ?"#,
            service,
            before
        )
        .fetch_optional(&mut *self.inner)
        .await?;
        Ok(last.is_some())
    }

    /// Adds a turn.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_turn(&mut self, turn: &NewTurn<'_>) -> Result<(), StoreError> {
        let sealed = turn
            .messages
            .map(|messages| seal(&self.keys, (turn.tenant, turn.subject, turn.id), messages))
            .transpose()?;
        let (key_id, content) = sealed.unzip();
        let (id, tenant, subject, service) =
            (turn.id.as_str(), turn.tenant.as_str(), turn.subject.as_str(), turn.service.as_str());
        let (scope, state, fingerprint) = (turn.scope.to_string(), turn.state.as_str(), turn.fingerprint.as_slice());
        let (occurred, recorded) = (turn.occurred_at.micros(), turn.recorded_at.micros());
        sqlx::query!(
            "INSERT INTO turn (id, tenant_id, subject_id, service_id, conversation_id, turn_id, scope, state, not_before,
                               occurred_at, recorded_at, fingerprint, key_id, content)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            subject,
            service,
            turn.conversation,
            turn.turn,
            scope,
            state,
            recorded,
            occurred,
            recorded,
            fingerprint,
            key_id,
            content
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
