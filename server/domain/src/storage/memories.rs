//! Memories: the current version, the versions before it, where they come from.

use super::crypto::{KeyRing, length_prefixed};
use super::error::{moment, parse};
use super::{Store, StoreError, Tx};
use crate::kernel::Actor;
use crate::memory::{Content, index_state_at_rest, is_searchable};
use contract::{
    Authority, IndexState, Kind, MemoryId, Scope, Sensitivity, ServiceId, Status, TenantId, Timestamp, UserId, Validity,
};

/// What a memory's content is bound to: the associated data of its encryption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The organisation.
    pub tenant: TenantId,
    /// Whom it is about.
    pub subject: UserId,
    /// The memory.
    pub memory: MemoryId,
    /// The version.
    pub version: i64,
}

impl Binding {
    fn associated_data(&self) -> Vec<u8> {
        length_prefixed(&[self.tenant.as_str(), self.subject.as_str(), self.memory.as_str(), &self.version.to_string()])
    }
}

/// Encrypted content and what it is bound to. Opened by [`Store::open_content`].
pub struct Sealed {
    binding: Binding,
    key_id: String,
    bytes: Vec<u8>,
}

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
    /// When this system knew it.
    pub recorded_at: Timestamp,
    /// See [`Store::fingerprint`].
    pub fingerprint: [u8; 32],
    /// What it says.
    pub content: &'a Content,
    /// The service that brought it, if one did.
    pub service: Option<&'a ServiceId>,
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

/// What decides whether a hit may leave, read from the canonical row; the content still sealed.
pub struct Checkable {
    /// The memory.
    pub id: MemoryId,
    /// Where it is in use.
    pub scope: Scope,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where it is in its life.
    pub status: Status,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// When it is true.
    pub validity: Validity,
    /// When this system knew it.
    pub recorded_at: Timestamp,
    /// Whether the person's consent is on, by the same statement.
    pub consent: bool,
    /// What it says.
    pub sealed: Sealed,
}

/// Where a page of the list begins: right after this row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListCursor {
    /// The row's time.
    pub recorded_at: Timestamp,
    /// The row's id, which breaks ties.
    pub id: MemoryId,
}

/// One row of a person's list; the content still sealed.
pub struct ListedMemory {
    /// The memory.
    pub id: MemoryId,
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
    /// When it is true.
    pub validity: Validity,
    /// How far the index is with it.
    pub index_state: IndexState,
    /// When this system knew it.
    pub recorded_at: Timestamp,
    /// What it says.
    pub sealed: Sealed,
}

fn seal(keys: &KeyRing, content: &Content, binding: &Binding) -> Result<(String, Vec<u8>), StoreError> {
    let plaintext = zeroize::Zeroizing::new(serde_json::to_vec(content).map_err(|_| StoreError::Sealed)?);
    let (key_id, sealed) = keys.seal(&plaintext, &binding.associated_data());
    Ok((key_id.to_owned(), sealed))
}

pub(super) fn open(keys: &KeyRing, sealed: &Sealed) -> Result<Content, StoreError> {
    let plaintext = keys
        .open_sealed(&sealed.key_id, &sealed.bytes, &sealed.binding.associated_data())
        .map(zeroize::Zeroizing::new)
        .ok_or(StoreError::Sealed)?;
    serde_json::from_slice(&plaintext).map_err(|_| StoreError::Sealed)
}

pub(super) fn validity(from: i64, to: Option<i64>) -> Result<Validity, StoreError> {
    Ok(Validity {
        from: moment(from, "memory", "valid_from")?,
        to: to.map(|micros| moment(micros, "memory", "valid_to")).transpose()?,
    })
}

impl Sealed {
    pub(super) fn new(binding: Binding, key_id: String, bytes: Vec<u8>) -> Self {
        Self { binding, key_id, bytes }
    }
}

impl Store {
    /// Decrypts a memory's content.
    ///
    /// # Errors
    /// [`StoreError::Sealed`] if the row was moved or changed, or the key is not in the ring.
    pub fn open_content(&self, sealed: &Sealed) -> Result<Content, StoreError> {
        open(&self.keys, sealed)
    }

    /// The canonical rows of those ids that are about `subject`, in one statement. Ids of other people, other tenants or
    /// nothing are simply not in the answer.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn checkable(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        ids: &[MemoryId],
    ) -> Result<Vec<Checkable>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|_| StoreError::Inconsistent { table: "memory", column: "id" })?;
        let (tenant_text, subject_text) = (tenant.as_str(), subject.as_str());
        let rows = sqlx::query!(
            r#"SELECT m.id, m.scope, m.kind, m.status, m.sensitivity, m.valid_from, m.valid_to, m.recorded_at, m.version,
                      m.key_id, m.content,
                      (SELECT granted FROM consent_event c WHERE c.tenant_id = ?1 AND c.subject_id = ?2
                       ORDER BY c.seq DESC LIMIT 1) AS "consent: bool"
               FROM memory m
               WHERE m.tenant_id = ?1 AND m.subject_id = ?2 AND m.id IN (SELECT value FROM json_each(?3))"#,
            tenant_text,
            subject_text,
            ids
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let id: MemoryId = parse(&row.id, "memory", "id")?;
                let binding = Binding {
                    tenant: tenant.clone(),
                    subject: subject.clone(),
                    memory: id.clone(),
                    version: row.version,
                };
                Ok(Checkable {
                    id,
                    scope: parse(&row.scope, "memory", "scope")?,
                    kind: parse(&row.kind, "memory", "kind")?,
                    status: parse(&row.status, "memory", "status")?,
                    sensitivity: parse(&row.sensitivity, "memory", "sensitivity")?,
                    validity: validity(row.valid_from, row.valid_to)?,
                    recorded_at: moment(row.recorded_at, "memory", "recorded_at")?,
                    consent: row.consent.unwrap_or(false),
                    sealed: Sealed::new(binding, row.key_id, row.content),
                })
            })
            .collect()
    }

    /// A page of the person's memories, latest first: at most `limit` rows after `cursor`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn list_memories(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        cursor: Option<&ListCursor>,
        limit: u32,
    ) -> Result<Vec<ListedMemory>, StoreError> {
        let (tenant_text, subject_text) = (tenant.as_str(), subject.as_str());
        let before = cursor.map_or(i64::MAX, |cursor| cursor.recorded_at.micros());
        let before_id = cursor.map_or("", |cursor| cursor.id.as_str());
        let rows = sqlx::query!(
            r#"SELECT m.id, m.scope, m.kind, m.status, m.sensitivity, m.valid_from, m.valid_to, m.index_state,
                      m.recorded_at, m.version, m.key_id, m.content, s.name AS "service_name?"
               FROM memory m LEFT JOIN service s ON s.tenant_id = m.tenant_id AND 'service:' || s.id = m.scope
               WHERE m.tenant_id = ?1 AND m.subject_id = ?2 AND m.status <> 'deleted'
                 AND (m.recorded_at, m.id) < (?3, ?4)
               ORDER BY m.recorded_at DESC, m.id DESC LIMIT ?5"#,
            tenant_text,
            subject_text,
            before,
            before_id,
            limit
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let id: MemoryId = parse(&row.id, "memory", "id")?;
                let binding = Binding {
                    tenant: tenant.clone(),
                    subject: subject.clone(),
                    memory: id.clone(),
                    version: row.version,
                };
                Ok(ListedMemory {
                    id,
                    scope: parse(&row.scope, "memory", "scope")?,
                    service_name: row.service_name,
                    kind: parse(&row.kind, "memory", "kind")?,
                    status: parse(&row.status, "memory", "status")?,
                    sensitivity: parse(&row.sensitivity, "memory", "sensitivity")?,
                    validity: validity(row.valid_from, row.valid_to)?,
                    index_state: parse(&row.index_state, "memory", "index_state")?,
                    recorded_at: moment(row.recorded_at, "memory", "recorded_at")?,
                    sealed: Sealed::new(binding, row.key_id, row.content),
                })
            })
            .collect()
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
    /// The person's active or candidate memory with that fingerprint in that scope, if it is true for as long as
    /// `validity` says, or longer: one that has ended does not stand in the way of the same fact now.
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
    ) -> Result<Option<Existing>, StoreError> {
        let (tenant, subject, scope, fingerprint) =
            (tenant.as_str(), subject.as_str(), scope.to_string(), fingerprint.as_slice());
        let (from, to) = (validity.from.micros(), validity.to.map_or(i64::MAX, Timestamp::micros));
        let row = sqlx::query!(
            "SELECT id, status, sensitivity, index_state FROM memory
             WHERE tenant_id = ? AND subject_id = ? AND scope = ? AND fingerprint = ? AND status IN ('active', 'candidate')
               AND valid_from <= ? AND (valid_to IS NULL OR valid_to >= ?)
             ORDER BY recorded_at LIMIT 1",
            tenant,
            subject,
            scope,
            fingerprint,
            from,
            to
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

    /// Marks one of the person's memories as sensitive: it is masked from now on, and leaves the index.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn raise_sensitivity(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        memory: &MemoryId,
        sensitivity: Sensitivity,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let (tenant_text, subject_text, id) = (tenant.as_str(), subject.as_str(), memory.as_str());
        let word = sensitivity.as_str();
        sqlx::query!(
            "UPDATE memory SET sensitivity = ?, index_state = 'delete_pending'
             WHERE tenant_id = ? AND subject_id = ? AND id = ?",
            word,
            tenant_text,
            subject_text,
            id
        )
        .execute(&mut *self.inner)
        .await?;
        self.enqueue_index(tenant, subject, memory, at).await
    }

    /// Adds a memory with its first version and its sources, and a task for the index if it is to be searched.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_memory(&mut self, memory: &NewMemory<'_>) -> Result<(), StoreError> {
        let binding = Binding {
            tenant: memory.actor.tenant.clone(),
            subject: memory.subject.clone(),
            memory: memory.id.clone(),
            version: 1,
        };
        let (key_id, content) = seal(&self.keys, memory.content, &binding)?;
        self.insert_current(memory, &key_id, &content).await?;
        self.insert_version(memory, &key_id, &content).await?;
        self.insert_sources(memory).await?;
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
        let (recorded_at, fingerprint) = (memory.recorded_at.micros(), memory.fingerprint.as_slice());
        let index_state = index_state_at_rest(memory.status, memory.sensitivity).as_str();
        sqlx::query!(
            "INSERT INTO memory (id, tenant_id, subject_id, scope, kind, status, sensitivity, authority, confidence,
                                 valid_from, valid_to, recorded_at, version, fingerprint, key_id, content, index_state)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)",
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
            fingerprint,
            key_id,
            content,
            index_state
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    async fn insert_version(&mut self, memory: &NewMemory<'_>, key_id: &str, content: &[u8]) -> Result<(), StoreError> {
        let (id, tenant, subject) = (memory.id.as_str(), memory.actor.tenant.as_str(), memory.subject.as_str());
        let (recorded_from, actor_kind, actor_id) =
            (memory.recorded_at.micros(), memory.actor.kind(), memory.actor.id());
        sqlx::query!(
            "INSERT INTO memory_version (memory_id, version, tenant_id, subject_id, recorded_from, actor_kind, actor_id,
                                         reason, key_id, content)
             VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            subject,
            recorded_from,
            actor_kind,
            actor_id,
            memory.reason,
            key_id,
            content
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    async fn insert_sources(&mut self, memory: &NewMemory<'_>) -> Result<(), StoreError> {
        let (id, tenant, subject) = (memory.id.as_str(), memory.actor.tenant.as_str(), memory.subject.as_str());
        let (service, recorded_at) = (memory.service.map(ServiceId::as_str), memory.recorded_at.micros());
        for (ordinal, source) in (0_i64..).zip(&memory.content.sources) {
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
                recorded_at
            )
            .execute(&mut *self.inner)
            .await?;
        }
        Ok(())
    }
}
