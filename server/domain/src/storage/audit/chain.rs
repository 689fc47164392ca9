//! The log in the order of its chain, as verification walks it: across all organisations, whose rows are one chain.

use super::AuditRow;
use crate::storage::{Store, StoreError};

/// A row with its place in the chain. The hashes are told as they stand there, also where they are none.
pub struct ChainedRow {
    /// The row's number.
    pub seq: i64,
    /// What it says.
    pub row: AuditRow,
    /// The hash of the row before.
    pub prev_hash: Vec<u8>,
    /// Its own.
    pub hash: Vec<u8>,
}

/// Where the log ends, by two accounts of it, read at one moment.
pub struct AuditEnd {
    /// The number of the last row that is there.
    pub last: Option<i64>,
    /// The number that the database gave last. It goes back with a transaction that is rolled back, but not with a row
    /// that is removed.
    pub counted: Option<i64>,
}

impl Store {
    /// Where the log ends.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn audit_end(&self) -> Result<AuditEnd, StoreError> {
        // Checked when it runs only: the compile-time check does not survive SQLite's own table.
        let end = sqlx::query_as(
            "SELECT (SELECT max(seq) FROM audit_log), (SELECT seq FROM sqlite_sequence WHERE name = 'audit_log')",
        );
        let (last, counted) = end.fetch_one(&self.reader).await?;
        Ok(AuditEnd { last, counted })
    }

    /// At most `limit` rows after that number, none beyond `last`, in order.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn audit_chain(&self, after: i64, last: i64, limit: u32) -> Result<Vec<ChainedRow>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT seq AS "seq!", id, tenant_id, at, actor_kind, actor_id, action, outcome, subject_id, object_id,
                      detail, prev_hash, hash
               FROM audit_log WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"#,
            after,
            last,
            limit
        )
        .fetch_all(&self.reader)
        .await?;
        let chained = rows.into_iter().map(|row| ChainedRow {
            seq: row.seq,
            row: AuditRow {
                id: row.id,
                tenant: row.tenant_id,
                at: row.at,
                actor_kind: row.actor_kind,
                actor_id: row.actor_id,
                action: row.action,
                outcome: row.outcome,
                subject_id: row.subject_id,
                object_id: row.object_id,
                detail: row.detail,
            },
            prev_hash: row.prev_hash,
            hash: row.hash,
        });
        Ok(chained.collect())
    }

    /// An id that more than one row has: only a table that was built anew without its constraints can hold one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn repeated_audit_id(&self) -> Result<Option<String>, StoreError> {
        let repeated = sqlx::query_scalar!("SELECT id FROM audit_log GROUP BY id HAVING count(*) > 1 LIMIT 1");
        Ok(repeated.fetch_optional(&self.reader).await?)
    }
}
