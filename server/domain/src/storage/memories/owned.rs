//! A person's memories by id: the canonical rows, the content still sealed.

use super::{Binding, Sealed, validity};
use crate::storage::error::{hash, moment, parse};
use crate::storage::{Store, StoreError, Tx};
use contract::{
    Authority, IndexState, Kind, MemoryId, Scope, Sensitivity, Status, TenantId, Timestamp, UserId, Validity,
};

/// One of the person's memories, in its current version.
pub struct OwnedMemory {
    /// The memory.
    pub id: MemoryId,
    /// Its version.
    pub version: i64,
    /// Where it is in use.
    pub scope: Scope,
    /// The service's name, for a service scope.
    pub service_name: Option<String>,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where it is in its life.
    pub status: Status,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// The class that its words look like, if that was looked at.
    pub proposed_sensitivity: Option<Sensitivity>,
    /// Who said it.
    pub authority: Authority,
    /// 0.0 to 1.0.
    pub confidence: f64,
    /// When it is true.
    pub validity: Validity,
    /// When this system knew it.
    pub recorded_at: Timestamp,
    /// How far the index is with it.
    pub index_state: IndexState,
    /// The model whose vector the index holds.
    pub embedding_model: Option<String>,
    /// See [`Store::fingerprint`].
    pub fingerprint: [u8; 32],
    /// What it says.
    pub sealed: Sealed,
}

/// A row with a memory's columns as the memory. A macro, because each statement's rows are of a type of their own.
macro_rules! owned_memory {
    ($row:ident, $tenant:expr, $subject:expr, $service_name:expr) => {{
        let id: MemoryId = parse(&$row.id, "memory", "id")?;
        let binding = Binding::new($tenant, $subject, &id, $row.version);
        OwnedMemory {
            version: $row.version,
            scope: parse(&$row.scope, "memory", "scope")?,
            service_name: $service_name,
            kind: parse(&$row.kind, "memory", "kind")?,
            status: parse(&$row.status, "memory", "status")?,
            sensitivity: parse(&$row.sensitivity, "memory", "sensitivity")?,
            proposed_sensitivity: $row
                .proposed_sensitivity
                .map(|word| parse(&word, "memory", "proposed_sensitivity"))
                .transpose()?,
            authority: parse(&$row.authority, "memory", "authority")?,
            confidence: $row.confidence,
            validity: validity($row.valid_from, $row.valid_to)?,
            recorded_at: moment($row.recorded_at, "memory", "recorded_at")?,
            index_state: parse(&$row.index_state, "memory", "index_state")?,
            embedding_model: $row.embedding_model,
            fingerprint: hash($row.fingerprint, "memory", "fingerprint")?,
            sealed: Sealed::new(binding, $row.key_id, $row.content),
            id,
        }
    }};
}
pub(in crate::storage) use owned_memory;

macro_rules! owned_memories {
    ($executor:expr, $tenant:expr, $subject:expr, $ids:expr) => {{
        let ids = serde_json::to_string($ids).map_err(|_| StoreError::Inconsistent { table: "memory", column: "id" })?;
        let (tenant, subject) = ($tenant.as_str(), $subject.as_str());
        let rows = sqlx::query!(
            r#"SELECT m.id, m.version, m.scope, m.kind, m.status, m.sensitivity, m.authority, m.confidence, m.valid_from,
                      m.valid_to, m.recorded_at, m.index_state, m.embedding_model, m.fingerprint, m.key_id, m.content,
                      m.proposed_sensitivity, s.name AS "service_name?"
               FROM memory m LEFT JOIN service s ON s.tenant_id = m.tenant_id AND s.id = substr(m.scope, 9)
               WHERE +m.tenant_id = ?1 AND +m.subject_id = ?2 AND m.status <> 'deleted'
                 AND m.id IN (SELECT value FROM json_each(?3))"#,
            tenant,
            subject,
            ids
        )
        .fetch_all($executor)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(owned_memory!(row, $tenant, $subject, row.service_name))
            })
            .collect()
    }};
}

impl Store {
    /// Those of the ids that are memories of the person, in no particular order, in one statement.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn owned_memories(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        ids: &[MemoryId],
    ) -> Result<Vec<OwnedMemory>, StoreError> {
        owned_memories!(&self.reader, tenant, subject, ids)
    }

    /// How far the index is with one of the person's memories, and whether an attempt at it has failed.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn index_progress(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        memory: &MemoryId,
    ) -> Result<Option<(IndexState, bool)>, StoreError> {
        let (tenant, subject, memory) = (tenant.as_str(), subject.as_str(), memory.as_str());
        let row = sqlx::query!(
            r#"SELECT index_state,
                      EXISTS (SELECT 1 FROM index_task t WHERE t.memory_id = m.id AND t.attempts > 0) AS "failed: bool"
               FROM memory m WHERE tenant_id = ? AND subject_id = ? AND id = ?"#,
            tenant,
            subject,
            memory
        )
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| Ok((parse(&row.index_state, "memory", "index_state")?, row.failed))).transpose()
    }
}

impl Tx {
    /// Those of the ids that are memories of the person, seen from inside this transaction.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn owned_memories(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        ids: &[MemoryId],
    ) -> Result<Vec<OwnedMemory>, StoreError> {
        owned_memories!(&mut *self.inner, tenant, subject, ids)
    }
}
