//! The recall log: what each recall saw and chose.

use super::{StoreError, Tx};
use crate::kernel::Actor;
use contract::{RecallId, Timestamp, UserId};
use std::time::Duration;

/// A row to insert. Ids and reasons only.
pub struct RecallLogRow<'a> {
    /// The recall.
    pub id: &'a RecallId,
    /// Who asked.
    pub actor: &'a Actor,
    /// Whose memory.
    pub subject: &'a UserId,
    /// When.
    pub at: Timestamp,
    /// JSON list of ids that the index proposed.
    pub candidates: String,
    /// JSON list of ids in the answer, in order.
    pub selected: String,
    /// JSON object: id → reason it was left out.
    pub filtered: String,
    /// What was down.
    pub degraded: Option<&'static str>,
    /// The version of the ranker.
    pub ranker: &'static str,
    /// Embedding the question.
    pub embed: Duration,
    /// Searching the index.
    pub search: Duration,
    /// Re-checking in the store.
    pub recheck: Duration,
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

impl Tx {
    /// Adds a row.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_recall_log(&mut self, row: &RecallLogRow<'_>) -> Result<(), StoreError> {
        let (id, tenant, subject, at) =
            (row.id.as_str(), row.actor.tenant.as_str(), row.subject.as_str(), row.at.micros());
        let (actor_kind, actor_id) = (row.actor.kind(), row.actor.id());
        let (embed, search, recheck) = (micros(row.embed), micros(row.search), micros(row.recheck));
        sqlx::query!(
            "INSERT INTO recall_log (id, tenant_id, subject_id, actor_kind, actor_id, at, candidates, selected, filtered,
                                     degraded, ranker, embed_us, search_us, recheck_us)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            tenant,
            subject,
            actor_kind,
            actor_id,
            at,
            row.candidates,
            row.selected,
            row.filtered,
            row.degraded,
            row.ranker,
            embed,
            search,
            recheck
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}

impl Tx {
    /// Removes rows of before that moment, a batch at a time; says whether there may be more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_old_recalls(&mut self, before: Timestamp) -> Result<bool, StoreError> {
        const BATCH: u32 = 1_000;
        let before = before.micros();
        let done = sqlx::query!(
            "DELETE FROM recall_log WHERE id IN (SELECT id FROM recall_log WHERE at < ? LIMIT ?)",
            before,
            BATCH
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == u64::from(BATCH))
    }
}
