//! Adding a memory.

use super::versions::NewVersion;
use super::{Binding, seal};
use crate::kernel::Actor;
use crate::memory::{Content, index_state_at_rest, is_searchable};
use crate::storage::error::{moment, parse};
use crate::storage::{StoreError, Tx};
use contract::{
    Authority, IndexState, Kind, MemoryId, Scope, Sensitivity, ServiceId, SourceRef, Status, TenantId, Timestamp,
    UserId, Validity,
};

/// A memory to insert, as its first version.
pub struct NewMemory<'a> {
    /// The memory.
    pub id: &'a MemoryId,
    /// Whom it is about.
    pub subject: &'a UserId,
    /// Where it is in use.
    pub scope: &'a Scope,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where its life begins.
    pub status: Status,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// Who said it.
    pub authority: Authority,
    /// 0.0 to 1.0.
    pub confidence: f64,
    /// When it is true.
    pub validity: Validity,
    /// When this system knew it; for an import, when the system before did.
    pub recorded_at: Timestamp,
    /// When it is written.
    pub written_at: Timestamp,
    /// See [`Store::fingerprint`].
    pub fingerprint: [u8; 32],
    /// What it says.
    pub content: &'a Content,
    /// The service that brought it, if one did.
    pub service: Option<&'a ServiceId>,
    /// When it is rejected by itself, if it waits for a reviewer.
    pub expires_at: Option<Timestamp>,
    /// Who brought it; its tenant is the memory's.
    pub actor: &'a Actor,
    /// Why this version exists, as a short code.
    pub reason: &'static str,
}

/// What the receipt of a save needs of a memory that is there already.
pub struct Existing {
    /// The memory.
    pub id: MemoryId,
    /// Where it is in its life.
    pub status: Status,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// How far the index is with it.
    pub index_state: IndexState,
}

/// Whose sources.
pub(super) struct SourceOwner<'a> {
    pub memory: &'a MemoryId,
    pub tenant: &'a TenantId,
    pub subject: &'a UserId,
}

impl Tx {
    /// The person's active or candidate memory with that fingerprint in that scope, other than `besides`, if it is true for
    /// as long as `validity` says, or longer: one that has ended does not stand in the way of the same fact now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn memory_by_fingerprint(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        scope: &Scope,
        fingerprint: &[u8; 32],
        validity: Validity,
        besides: Option<&MemoryId>,
    ) -> Result<Option<Existing>, StoreError> {
        let (tenant, subject, scope, fingerprint) =
            (tenant.as_str(), subject.as_str(), scope.to_string(), fingerprint.as_slice());
        let (from, to) = (validity.from.micros(), validity.to.map_or(i64::MAX, Timestamp::micros));
        let besides = besides.map(MemoryId::as_str);
        let row = sqlx::query!(
            "SELECT id, status, sensitivity, index_state FROM memory
             WHERE tenant_id = ? AND subject_id = ? AND scope = ? AND fingerprint = ? AND status IN ('active', 'candidate')
               AND valid_from <= ? AND (valid_to IS NULL OR valid_to >= ?)
               AND id IS NOT ?
             ORDER BY recorded_at LIMIT 1",
            tenant,
            subject,
            scope,
            fingerprint,
            from,
            to,
            besides
        )
        .fetch_optional(&mut *self.inner)
        .await?;
        row.map(|row| {
            Ok(Existing {
                id: parse(&row.id, "memory", "id")?,
                status: parse(&row.status, "memory", "status")?,
                sensitivity: parse(&row.sensitivity, "memory", "sensitivity")?,
                index_state: parse(&row.index_state, "memory", "index_state")?,
            })
        })
        .transpose()
    }

    /// Adds a memory with its first version and its sources, and a task for the index if it is to be searched.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_memory(&mut self, memory: &NewMemory<'_>) -> Result<(), StoreError> {
        let binding = Binding::new(&memory.actor.tenant, memory.subject, memory.id, 1);
        let (key_id, content) = seal(&self.keys, memory.content, &binding)?;
        self.insert_current(memory, &key_id, &content).await?;
        let version = NewVersion {
            memory: memory.id,
            subject: memory.subject,
            version: 1,
            sensitivity: memory.sensitivity,
            confidence: memory.confidence,
            validity: memory.validity,
            actor: memory.actor,
            reason: memory.reason,
            at: memory.recorded_at,
        };
        self.insert_version(&version, &key_id, &content).await?;
        let owner = SourceOwner { memory: memory.id, tenant: &memory.actor.tenant, subject: memory.subject };
        let service = memory.service.map(ServiceId::as_str);
        self.insert_sources(&owner, &memory.content.sources, service, memory.recorded_at).await?;
        if is_searchable(memory.status, memory.sensitivity) {
            self.enqueue_index(&binding.tenant, memory.subject, memory.id, memory.recorded_at).await?;
        }
        Ok(())
    }

    async fn insert_current(&mut self, memory: &NewMemory<'_>, key_id: &str, content: &[u8]) -> Result<(), StoreError> {
        let (id, tenant, subject, scope) =
            (memory.id.as_str(), memory.actor.tenant.as_str(), memory.subject.as_str(), memory.scope.to_string());
        let (kind, status, sensitivity, authority) =
            (memory.kind.as_str(), memory.status.as_str(), memory.sensitivity.as_str(), memory.authority.as_str());
        let (valid_from, valid_to) = (memory.validity.from.micros(), memory.validity.to.map(Timestamp::micros));
        let (recorded_at, written_at) = (memory.recorded_at.micros(), memory.written_at.micros());
        let fingerprint = memory.fingerprint.as_slice();
        let index_state = index_state_at_rest(memory.status, memory.sensitivity).as_str();
        let (service, expires_at) = (memory.service.map(ServiceId::as_str), memory.expires_at.map(Timestamp::micros));
        sqlx::query!(
            "INSERT INTO memory (id, tenant_id, subject_id, scope, kind, status, sensitivity, authority, confidence,
                                 valid_from, valid_to, recorded_at, changed_at, version, fingerprint, key_id, content,
                                 index_state, service_id, expires_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            subject,
            scope,
            kind,
            status,
            sensitivity,
            authority,
            memory.confidence,
            valid_from,
            valid_to,
            recorded_at,
            written_at,
            fingerprint,
            key_id,
            content,
            index_state,
            service,
            expires_at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Adds sources, from the service that brought them.
    async fn insert_sources(
        &mut self,
        owner: &SourceOwner<'_>,
        sources: &[SourceRef],
        service: Option<&str>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (id, tenant, subject, at) =
            (owner.memory.as_str(), owner.tenant.as_str(), owner.subject.as_str(), at.micros());
        for (ordinal, source) in (0_i64..).zip(sources) {
            let hash =
                self.keys.fingerprint(&["source", tenant, &source.event_id, source.span.as_deref().unwrap_or("")]);
            let (hash, role) = (hash.as_slice(), source.role.as_str());
            sqlx::query!(
                "INSERT INTO memory_source (memory_id, ordinal, tenant_id, subject_id, service_id, role, source_hash, recorded_at)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                id,
                ordinal,
                tenant,
                subject,
                service,
                role,
                hash,
                at
            )
            .execute(&mut *self.inner)
            .await?;
        }
        Ok(())
    }

    /// Replaces a memory's sources. All of them are from one service: the one that brought the memory,
    /// and known since then.
    pub(super) async fn replace_sources(
        &mut self,
        owner: &SourceOwner<'_>,
        sources: &[SourceRef],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (id, tenant, subject) = (owner.memory.as_str(), owner.tenant.as_str(), owner.subject.as_str());
        let known = sqlx::query!(
            "SELECT service_id, recorded_at FROM memory_source
             WHERE memory_id = ? AND tenant_id = ? AND subject_id = ? LIMIT 1",
            id,
            tenant,
            subject
        )
        .fetch_optional(&mut *self.inner)
        .await?;
        let (service, at) = match known {
            Some(row) => (row.service_id, moment(row.recorded_at, "memory_source", "recorded_at")?),
            None => (None, at),
        };
        sqlx::query!(
            "DELETE FROM memory_source WHERE memory_id = ? AND tenant_id = ? AND subject_id = ?",
            id,
            tenant,
            subject
        )
        .execute(&mut *self.inner)
        .await?;
        self.insert_sources(owner, sources, service.as_deref(), at).await
    }
}
