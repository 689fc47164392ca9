//! Every version that a memory has had, and where it comes from.

use super::{Binding, Sealed, validity};
use crate::kernel::Actor;
use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError, Tx};
use contract::{MemoryId, Sensitivity, TenantId, Timestamp, UserId, Validity};

/// A version; the content still sealed.
pub struct StoredVersion {
    /// Whose.
    pub memory: MemoryId,
    /// Its number.
    pub version: i64,
    /// Since when it was the current one.
    pub recorded_from: Timestamp,
    /// Until when.
    pub recorded_to: Option<Timestamp>,
    /// The kind of actor that made it.
    pub actor_kind: String,
    /// The actor.
    pub actor_id: Option<String>,
    /// Why, as a short code.
    pub reason: String,
    /// How sensitive it was.
    pub sensitivity: Sensitivity,
    /// 0.0 to 1.0.
    pub confidence: f64,
    /// When it was true.
    pub validity: Validity,
    /// What it said.
    pub sealed: Sealed,
}

/// What the store knows of a source beside the sealed content.
pub struct StoredSource {
    /// Whose.
    pub memory: MemoryId,
    /// Its place among the content's sources.
    pub ordinal: i64,
    /// The service that brought it.
    pub service_name: Option<String>,
    /// When this system knew it.
    pub recorded_at: Timestamp,
}

/// A version to insert; the content sealed by then.
pub(super) struct NewVersion<'a> {
    pub memory: &'a MemoryId,
    pub subject: &'a UserId,
    pub version: i64,
    pub sensitivity: Sensitivity,
    pub confidence: f64,
    pub validity: Validity,
    pub actor: &'a Actor,
    pub reason: &'static str,
    pub at: Timestamp,
}

impl Tx {
    /// Adds a version, the current one from now on.
    pub(super) async fn insert_version(
        &mut self,
        new: &NewVersion<'_>,
        key_id: &str,
        content: &[u8],
    ) -> Result<(), StoreError> {
        let (id, tenant, subject) = (new.memory.as_str(), new.actor.tenant.as_str(), new.subject.as_str());
        let (at, actor_kind, actor_id) = (new.at.micros(), new.actor.kind(), new.actor.id());
        let (valid_from, valid_to) = (new.validity.from.micros(), new.validity.to.map(Timestamp::micros));
        let sensitivity = new.sensitivity.as_str();
        sqlx::query!(
            "INSERT INTO memory_version (memory_id, version, tenant_id, subject_id, recorded_from, actor_kind, actor_id,
                                         reason, sensitivity, confidence, valid_from, valid_to, key_id, content)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            new.version,
            tenant,
            subject,
            at,
            actor_kind,
            actor_id,
            new.reason,
            sensitivity,
            new.confidence,
            valid_from,
            valid_to,
            key_id,
            content
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}

impl Store {
    /// The versions of these memories of the person, oldest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn versions(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        ids: &[MemoryId],
    ) -> Result<Vec<StoredVersion>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|_| StoreError::Inconsistent { table: "memory", column: "id" })?;
        let (tenant_text, subject_text) = (tenant.as_str(), subject.as_str());
        let rows = sqlx::query!(
            "SELECT memory_id, version, recorded_from, recorded_to, actor_kind, actor_id, reason, sensitivity, confidence,
                    valid_from, valid_to, key_id, content
             FROM memory_version
             WHERE tenant_id = ? AND subject_id = ? AND memory_id IN (SELECT value FROM json_each(?))
             ORDER BY memory_id, version",
            tenant_text,
            subject_text,
            ids
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let memory: MemoryId = parse(&row.memory_id, "memory_version", "memory_id")?;
                let binding = Binding::new(tenant, subject, &memory, row.version);
                Ok(StoredVersion {
                    memory,
                    version: row.version,
                    recorded_from: moment(row.recorded_from, "memory_version", "recorded_from")?,
                    recorded_to: row
                        .recorded_to
                        .map(|micros| moment(micros, "memory_version", "recorded_to"))
                        .transpose()?,
                    actor_kind: row.actor_kind,
                    actor_id: row.actor_id,
                    reason: row.reason,
                    sensitivity: parse(&row.sensitivity, "memory_version", "sensitivity")?,
                    confidence: row.confidence,
                    validity: validity(row.valid_from, row.valid_to)?,
                    sealed: Sealed::new(binding, row.key_id, row.content),
                })
            })
            .collect()
    }

    /// The sources of these memories of the person, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn sources(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        ids: &[MemoryId],
    ) -> Result<Vec<StoredSource>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|_| StoreError::Inconsistent { table: "memory", column: "id" })?;
        let (tenant, subject) = (tenant.as_str(), subject.as_str());
        let rows = sqlx::query!(
            r#"SELECT m.memory_id, m.ordinal, m.recorded_at, s.name AS "service_name?"
               FROM memory_source m LEFT JOIN service s ON s.id = m.service_id AND s.tenant_id = m.tenant_id
               WHERE m.tenant_id = ? AND m.subject_id = ? AND m.memory_id IN (SELECT value FROM json_each(?))
               ORDER BY m.memory_id, m.ordinal"#,
            tenant,
            subject,
            ids
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(StoredSource {
                    memory: parse(&row.memory_id, "memory_source", "memory_id")?,
                    ordinal: row.ordinal,
                    service_name: row.service_name,
                    recorded_at: moment(row.recorded_at, "memory_source", "recorded_at")?,
                })
            })
            .collect()
    }
}
