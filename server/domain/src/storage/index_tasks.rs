//! The outbox: what the search index still has to do. A task is written in the same transaction as the change it is for.

use super::error::parse;
use super::memories::{Binding, Sealed, open, validity};
use super::{Store, StoreError, Tx};
use crate::memory::{Content, is_searchable};
use contract::{IndexState, MemoryId, Scope, Sensitivity, Status, TenantId, Timestamp, UserId, Validity};

/// A task that is due, with the memory as it stands now.
pub struct DueTask {
    /// The task.
    pub id: i64,
    /// How often it has failed.
    pub attempts: i64,
    /// Whose memory, in which version.
    pub binding: Binding,
    /// What is to be done.
    pub work: Work,
}

/// What a task asks of the index.
pub enum Work {
    /// To hold this.
    Put(Box<IndexWork>),
    /// To hold nothing.
    Remove,
    /// Nobody can say: the memory's content does not decrypt.
    Unreadable,
}

/// What the index shall hold of a memory.
pub struct IndexWork {
    /// Where it is in use.
    pub scope: Scope,
    /// When it is true.
    pub validity: Validity,
    /// What it says.
    pub content: Content,
}

/// What a task was read with: if any of it has changed, the work at hand is not the work to be done any more.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WorkVersion {
    /// The task.
    pub task: i64,
    /// The memory's version.
    pub version: i64,
    /// Whether the index may hold it.
    pub is_searchable: bool,
}

impl DueTask {
    /// What it was read with.
    pub fn version(&self) -> WorkVersion {
        let is_searchable = !matches!(self.work, Work::Remove);
        WorkVersion { task: self.id, version: self.binding.version, is_searchable }
    }
}

impl Store {
    /// The present versions of the work behind these tasks; tasks that are done are not among them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn work_versions(&self, tasks: &[i64]) -> Result<Vec<WorkVersion>, StoreError> {
        let ids =
            serde_json::to_string(tasks).map_err(|_| StoreError::Inconsistent { table: "index_task", column: "id" })?;
        let rows = sqlx::query!(
            r#"SELECT t.id AS "task!", m.version, m.status, m.sensitivity FROM index_task t JOIN memory m ON m.id = t.memory_id
               WHERE t.id IN (SELECT value FROM json_each(?))"#,
            ids
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let status = parse(&row.status, "memory", "status")?;
                let sensitivity = parse(&row.sensitivity, "memory", "sensitivity")?;
                let is_searchable = is_searchable(status, sensitivity);
                Ok(WorkVersion { task: row.task, version: row.version, is_searchable })
            })
            .collect()
    }

    /// The tasks that are due at `now`, newest first, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn due_index_tasks(&self, now: Timestamp, limit: u32) -> Result<Vec<DueTask>, StoreError> {
        let now = now.micros();
        let rows = sqlx::query!(
            r#"SELECT t.id AS "task_id!", t.attempts, m.id, m.tenant_id, m.subject_id, m.scope, m.status, m.sensitivity,
                      m.valid_from, m.valid_to, m.version, m.key_id, m.content
               FROM index_task t JOIN memory m
                 ON m.id = t.memory_id AND m.tenant_id = t.tenant_id AND m.subject_id = t.subject_id
               WHERE t.not_before <= ? ORDER BY t.id DESC LIMIT ?"#,
            now,
            limit
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let binding = Binding {
                    tenant: parse(&row.tenant_id, "memory", "tenant_id")?,
                    subject: parse(&row.subject_id, "memory", "subject_id")?,
                    memory: parse(&row.id, "memory", "id")?,
                    version: row.version,
                };
                let status: Status = parse(&row.status, "memory", "status")?;
                let sensitivity: Sensitivity = parse(&row.sensitivity, "memory", "sensitivity")?;
                let validity = validity(row.valid_from, row.valid_to)?;
                let scope = parse(&row.scope, "memory", "scope")?;
                let sealed = Sealed::new(binding.clone(), row.key_id, row.content);
                let work = match open(&self.keys, &sealed) {
                    _ if !is_searchable(status, sensitivity) => Work::Remove,
                    Ok(content) => Work::Put(Box::new(IndexWork { scope, validity, content })),
                    Err(_) => Work::Unreadable,
                };
                Ok(DueTask { id: row.task_id, attempts: row.attempts, binding, work })
            })
            .collect()
    }

    /// How many tasks wait, due or not.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn waiting_index_tasks(&self) -> Result<u64, StoreError> {
        let count = sqlx::query_scalar!("SELECT count(*) FROM index_task").fetch_one(&self.reader).await?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// How many memories are in the index, or should be.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn searchable_memories(&self) -> Result<u64, StoreError> {
        let count = sqlx::query_scalar!(
            "SELECT count(*) FROM memory WHERE status = 'active' AND sensitivity IN ('normal', 'unknown')"
        )
        .fetch_one(&self.reader)
        .await?;
        Ok(u64::try_from(count).unwrap_or(0))
    }
}

impl Tx {
    /// Adds a task for one memory, and returns it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn enqueue_index(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        memory: &MemoryId,
        at: Timestamp,
    ) -> Result<i64, StoreError> {
        let (tenant, subject, memory, at) = (tenant.as_str(), subject.as_str(), memory.as_str(), at.micros());
        let done = sqlx::query!(
            "INSERT INTO index_task (tenant_id, subject_id, memory_id, not_before) VALUES (?, ?, ?, ?)",
            tenant,
            subject,
            memory,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.last_insert_rowid())
    }

    /// Notes, before it happens, that the index is about to be changed for these memories: whatever comes in between, the
    /// worker will make index and store agree again. Returns the tasks.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn announce_index_change(
        &mut self,
        tenant: &TenantId,
        subject: &UserId,
        memories: &[MemoryId],
        at: Timestamp,
    ) -> Result<Vec<i64>, StoreError> {
        let (tenant_text, subject_text) = (tenant.as_str(), subject.as_str());
        let mut tasks = Vec::with_capacity(memories.len());
        for memory in memories {
            let id = memory.as_str();
            sqlx::query!(
                "UPDATE memory SET index_state = 'stale' WHERE tenant_id = ? AND subject_id = ? AND id = ?",
                tenant_text,
                subject_text,
                id
            )
            .execute(&mut *self.inner)
            .await?;
            tasks.push(self.enqueue_index(tenant, subject, memory, at).await?);
        }
        Ok(tasks)
    }

    /// Takes an announcement back: the index was not changed.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn withdraw_index_change(
        &mut self,
        task: i64,
        memory: &MemoryId,
        version: i64,
        state: IndexState,
    ) -> Result<(), StoreError> {
        let (memory, state) = (memory.as_str(), state.as_str());
        let done = sqlx::query!("DELETE FROM index_task WHERE id = ?", task).execute(&mut *self.inner).await?;
        if done.rows_affected() == 1 {
            sqlx::query!("UPDATE memory SET index_state = ? WHERE id = ? AND version = ?", state, memory, version)
                .execute(&mut *self.inner)
                .await?;
        }
        Ok(())
    }

    /// Drops every task for a memory: the index has just been made to agree with it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn drop_index_tasks(&mut self, memory: &MemoryId) -> Result<(), StoreError> {
        let memory = memory.as_str();
        sqlx::query!("DELETE FROM index_task WHERE memory_id = ?", memory).execute(&mut *self.inner).await?;
        Ok(())
    }

    /// Notes that the index has done a task. A memory that changed meanwhile keeps its state: it has a task of its own.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn finish_index_task(
        &mut self,
        task: &DueTask,
        state: IndexState,
        embedding_model: Option<&str>,
    ) -> Result<(), StoreError> {
        let (state, memory, version) = (state.as_str(), task.binding.memory.as_str(), task.binding.version);
        sqlx::query!(
            "UPDATE memory SET index_state = ?, embedding_model = ? WHERE id = ? AND version = ?",
            state,
            embedding_model,
            memory,
            version
        )
        .execute(&mut *self.inner)
        .await?;
        sqlx::query!("DELETE FROM index_task WHERE id = ?", task.id).execute(&mut *self.inner).await?;
        Ok(())
    }

    /// Puts a task off until `not_before`, and shows its memory as `state` meanwhile.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn defer_index_task(
        &mut self,
        task: &DueTask,
        not_before: Timestamp,
        state: IndexState,
    ) -> Result<(), StoreError> {
        let (not_before, state) = (not_before.micros(), state.as_str());
        let (memory, version) = (task.binding.memory.as_str(), task.binding.version);
        sqlx::query!("UPDATE index_task SET attempts = attempts + 1, not_before = ? WHERE id = ?", not_before, task.id)
            .execute(&mut *self.inner)
            .await?;
        sqlx::query!(
            "UPDATE memory SET index_state = ? WHERE id = ? AND version = ? AND status <> 'deleted'",
            state,
            memory,
            version
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Makes a task for every memory that the index shall hold: the index was lost, or belongs to another model.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn enqueue_whole_index(&mut self, at: Timestamp) -> Result<(), StoreError> {
        let at = at.micros();
        sqlx::query!("DELETE FROM index_task").execute(&mut *self.inner).await?;
        sqlx::query!(
            "UPDATE memory SET index_state = 'stale'
             WHERE status = 'active' AND sensitivity IN ('normal', 'unknown') AND index_state = 'indexed'"
        )
        .execute(&mut *self.inner)
        .await?;
        // What the index shall not hold is not in a new one.
        sqlx::query!(
            "UPDATE memory SET index_state = 'excluded', embedding_model = NULL
             WHERE index_state <> 'excluded' AND (status <> 'active' OR sensitivity NOT IN ('normal', 'unknown'))"
        )
        .execute(&mut *self.inner)
        .await?;
        sqlx::query!(
            "INSERT INTO index_task (tenant_id, subject_id, memory_id, not_before)
             SELECT tenant_id, subject_id, id, ? FROM memory
             WHERE status = 'active' AND sensitivity IN ('normal', 'unknown') ORDER BY recorded_at, id",
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
