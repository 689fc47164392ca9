//! What happens to candidates, as the audit log tells it: every change is a row there, in order, whichever process made it.

use crate::storage::error::parse;
use crate::storage::{Store, StoreError};
use contract::{MemoryId, TenantId, UserId};

/// An entry of the audit log that is about a candidate.
pub struct CandidateEntry {
    /// Its place in the log.
    pub seq: i64,
    /// What was done.
    pub action: String,
    /// By whom.
    pub actor_id: Option<String>,
    /// To which candidate.
    pub memory: MemoryId,
}

impl Store {
    /// The number of the latest entry; 0 before the first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn last_audit_seq(&self) -> Result<i64, StoreError> {
        let last = sqlx::query_scalar!(r#"SELECT coalesce(max(seq), 0) AS "last!: i64" FROM audit_log"#);
        Ok(last.fetch_one(&self.reader).await?)
    }

    /// The entries about the organisation's candidates that came after `after` up to `until`, in order, at most `limit`.
    /// What was refused has changed nothing, and what is about the reviewer is none of the reviewer's business: neither is
    /// among them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn candidate_entries(
        &self,
        tenant: &TenantId,
        (reviewer, after, until): (&UserId, i64, i64),
        limit: u32,
    ) -> Result<Vec<CandidateEntry>, StoreError> {
        let (tenant, reviewer) = (tenant.as_str(), reviewer.as_str());
        let rows = sqlx::query!(
            r#"SELECT a.seq, a.action, a.actor_id, a.object_id AS "object_id!"
               FROM audit_log a
               WHERE a.seq > ? AND a.seq <= ? AND +a.tenant_id = ? AND a.outcome IN ('ok', 'expired')
                 AND (a.action LIKE 'candidate.%' OR (a.action IN ('memory.correct', 'memory.delete')
                      AND EXISTS (SELECT 1 FROM memory m WHERE m.id = a.object_id AND m.expires_at IS NOT NULL)))
                 AND a.object_id IS NOT NULL AND (a.subject_id IS NULL OR a.subject_id <> ?)
               ORDER BY a.seq LIMIT ?"#,
            after,
            until,
            tenant,
            reviewer,
            limit
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(CandidateEntry {
                    seq: row.seq,
                    action: row.action,
                    actor_id: row.actor_id,
                    memory: parse(&row.object_id, "audit_log", "object_id")?,
                })
            })
            .collect()
    }
}
