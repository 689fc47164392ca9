//! How the search index is doing as a whole, and the repairs of it.

use super::error::moment;
use super::{Store, StoreError, Tx};
use contract::Timestamp;

/// How many memories are how far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IndexStates {
    /// In the index as they stand.
    pub indexed: u64,
    /// On their way.
    pub pending: u64,
    /// In the index as they were.
    pub stale: u64,
    /// Not taken by it.
    pub failed: u64,
    /// Of a sensitivity that nobody has settled.
    pub unclassified: u64,
}

/// A repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredRepair {
    /// Its number.
    pub id: i64,
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended, if it has.
    pub ended_at: Option<Timestamp>,
    /// How many memories there were to see to.
    pub total: u64,
}

fn count(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(0)
}

macro_rules! latest_repair {
    ($executor:expr) => {{
        let row = sqlx::query!("SELECT id, started_at, ended_at, total FROM index_repair ORDER BY id DESC LIMIT 1")
            .fetch_optional($executor)
            .await?;
        row.map(|row| {
            Ok(StoredRepair {
                id: row.id,
                started_at: moment(row.started_at, "index_repair", "started_at")?,
                ended_at: row.ended_at.map(|at| moment(at, "index_repair", "ended_at")).transpose()?,
                total: count(row.total),
            })
        })
        .transpose()
    }};
}

impl Store {
    /// How many memories are how far, in all organisations: there is one index.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn index_states(&self) -> Result<IndexStates, StoreError> {
        let row = sqlx::query!(
            r#"SELECT count(*) FILTER (WHERE index_state = 'indexed') AS "indexed!: i64",
                      count(*) FILTER (WHERE index_state IN ('pending', 'indexing', 'delete_pending')) AS "pending!: i64",
                      count(*) FILTER (WHERE index_state = 'stale') AS "stale!: i64",
                      count(*) FILTER (WHERE index_state = 'failed') AS "failed!: i64",
                      count(*) FILTER (WHERE sensitivity = 'unknown' AND status IN ('active', 'candidate'))
                          AS "unclassified!: i64"
               FROM memory"#
        )
        .fetch_one(&self.reader)
        .await?;
        Ok(IndexStates {
            indexed: count(row.indexed),
            pending: count(row.pending),
            stale: count(row.stale),
            failed: count(row.failed),
            unclassified: count(row.unclassified),
        })
    }

    /// Whether the index holds a vector of another model than that one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_other_vectors(&self, model: &str) -> Result<bool, StoreError> {
        // Two ranges, each found in the index on the column; "another one" would read all that is indexed.
        let found = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM memory WHERE index_state = 'indexed' AND embedding_model < ?1)
                   OR EXISTS (SELECT 1 FROM memory WHERE index_state = 'indexed' AND embedding_model > ?1) AS "found!: bool""#,
            model
        )
        .fetch_one(&self.reader)
        .await?;
        Ok(found)
    }

    /// The repair under way, or the last one.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn index_repair(&self) -> Result<Option<StoredRepair>, StoreError> {
        latest_repair!(&self.reader)
    }
}

impl Tx {
    /// The repair under way, or the last one, seen from inside this transaction.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn index_repair(&mut self) -> Result<Option<StoredRepair>, StoreError> {
        latest_repair!(&mut *self.inner)
    }

    /// Has every memory seen to that the index does not hold as it stands, or not with a vector of that model: at once,
    /// whatever was put off. Returns how many there are.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn enqueue_repair(&mut self, model: &str, at: Timestamp) -> Result<u64, StoreError> {
        self.mark_other_vectors_stale(model).await?;
        let at = at.micros();
        sqlx::query!("UPDATE index_task SET not_before = ?, attempts = 0", at).execute(&mut *self.inner).await?;
        sqlx::query!(
            "INSERT INTO index_task (tenant_id, subject_id, memory_id, not_before)
             SELECT m.tenant_id, m.subject_id, m.id, ? FROM memory m
             WHERE m.index_state NOT IN ('indexed', 'excluded')
               AND NOT EXISTS (SELECT 1 FROM index_task t WHERE t.memory_id = m.id)
             ORDER BY m.recorded_at, m.id",
            at
        )
        .execute(&mut *self.inner)
        .await?;
        let total = sqlx::query_scalar!("SELECT count(*) FROM index_task").fetch_one(&mut *self.inner).await?;
        Ok(count(total))
    }

    /// Marks as stale what the index holds with another model's vector.
    ///
    /// # Errors
    /// [`StoreError`].
    async fn mark_other_vectors_stale(&mut self, model: &str) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE memory SET index_state = 'stale' WHERE index_state = 'indexed' AND embedding_model IS NOT ?",
            model
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Notes that a repair has begun.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn begin_repair(&mut self, total: u64, at: Timestamp) -> Result<(), StoreError> {
        let (total, at) = (i64::try_from(total).unwrap_or(i64::MAX), at.micros());
        sqlx::query!("INSERT INTO index_repair (started_at, total) VALUES (?, ?)", at, total)
            .execute(&mut *self.inner)
            .await?;
        Ok(())
    }

    /// Notes that the repair under way has ended, if no task is left that came before it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn end_repair_if_done(&mut self, at: Timestamp) -> Result<(), StoreError> {
        let at = at.micros();
        sqlx::query!(
            "UPDATE index_repair SET ended_at = ? WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM index_task)",
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
