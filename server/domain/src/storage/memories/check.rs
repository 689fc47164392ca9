//! The canonical rows behind what the index proposes.

use super::{Binding, Sealed, validity};
use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError};
use contract::{Authority, Kind, MemoryId, Scope, Sensitivity, Status, TenantId, Timestamp, UserId, Validity};

/// What decides whether a hit may leave, read from the canonical row; the content still sealed.
pub struct Checkable {
    /// The memory.
    pub id: MemoryId,
    /// Its version.
    pub version: i64,
    /// Where it is in use.
    pub scope: Scope,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where it is in its life.
    pub status: Status,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// Who said it.
    pub authority: Authority,
    /// When it is true.
    pub validity: Validity,
    /// When this system knew it.
    pub recorded_at: Timestamp,
    /// Whether the person's consent is on, by the same statement.
    pub consent: bool,
    /// What it says.
    pub sealed: Sealed,
}

/// A row with what decides about a memory. A macro, because each statement's rows are of a type of their own.
macro_rules! checkable {
    ($row:ident, $tenant:expr, $subject:expr) => {{
        let id: MemoryId = parse(&$row.id, "memory", "id")?;
        let binding = Binding::new($tenant, $subject, &id, $row.version);
        Ok(Checkable {
            id,
            version: $row.version,
            scope: parse(&$row.scope, "memory", "scope")?,
            kind: parse(&$row.kind, "memory", "kind")?,
            status: parse(&$row.status, "memory", "status")?,
            sensitivity: parse(&$row.sensitivity, "memory", "sensitivity")?,
            authority: parse(&$row.authority, "memory", "authority")?,
            validity: validity($row.valid_from, $row.valid_to)?,
            recorded_at: moment($row.recorded_at, "memory", "recorded_at")?,
            consent: $row.consent.unwrap_or(false),
            sealed: Sealed::new(binding, $row.key_id, $row.content),
        })
    }};
}

impl Store {
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
            r#"SELECT m.id, m.scope, m.kind, m.status, m.sensitivity, m.authority, m.valid_from, m.valid_to, m.recorded_at, m.version,
                      m.key_id, m.content,
                      (SELECT granted FROM consent_event c WHERE c.tenant_id = ?1 AND c.subject_id = ?2
                       ORDER BY c.seq DESC LIMIT 1) AS "consent: bool"
               FROM memory m
               WHERE +m.tenant_id = ?1 AND +m.subject_id = ?2 AND m.id IN (SELECT value FROM json_each(?3))"#,
            tenant_text,
            subject_text,
            ids
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter().map(|row| checkable!(row, tenant, subject)).collect()
    }

    /// The person's active memories of that scope that the index has not seen as they stand, latest first, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn unindexed(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        scope: &Scope,
        limit: u32,
    ) -> Result<Vec<Checkable>, StoreError> {
        let (tenant_text, subject_text, scope) = (tenant.as_str(), subject.as_str(), scope.to_string());
        let rows = sqlx::query!(
            r#"SELECT m.id AS "id!", m.scope, m.kind, m.status, m.sensitivity, m.authority, m.valid_from, m.valid_to, m.recorded_at,
                      m.version, m.key_id, m.content,
                      (SELECT granted FROM consent_event c WHERE c.tenant_id = ?1 AND c.subject_id = ?2
                       ORDER BY c.seq DESC LIMIT 1) AS "consent: bool"
               FROM memory m
               WHERE m.tenant_id = ?1 AND m.subject_id = ?2 AND m.scope = ?3 AND m.status = 'active'
                 AND m.index_state IN ('pending', 'indexing', 'stale', 'failed')
               ORDER BY m.recorded_at DESC, m.id DESC LIMIT ?4"#,
            tenant_text,
            subject_text,
            scope,
            limit
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter().map(|row| checkable!(row, tenant, subject)).collect()
    }
}
