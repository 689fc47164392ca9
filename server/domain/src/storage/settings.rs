//! The settings of the system, and which processes go by which version of them.

use super::error::moment;
use super::{Store, StoreError, Tx};
use contract::{ProcessRow, SystemSettings, Timestamp, UserId};
use std::time::Duration;

/// A process that has not been seen for so long is gone.
const GONE: Duration = Duration::from_mins(2);

/// The settings as stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoredSettings {
    /// Raised with every change; 0 for the defaults.
    pub version: i64,
    /// What they are.
    pub settings: SystemSettings,
    /// When they were changed last.
    pub changed_at: Option<Timestamp>,
    /// Who changed them, by address.
    pub changed_by: Option<String>,
}

macro_rules! latest_settings {
    ($executor:expr) => {{
        let row = sqlx::query!(
            r#"SELECT s.version, s.settings, s.changed_at, u.email AS "changed_by?"
               FROM setting s LEFT JOIN user u ON u.id = s.changed_by ORDER BY s.version DESC LIMIT 1"#
        )
        .fetch_optional($executor)
        .await?;
        let Some(row) = row else { return Ok(StoredSettings::default()) };
        let settings = serde_json::from_str(&row.settings)
            .map_err(|_| StoreError::Inconsistent { table: "setting", column: "settings" })?;
        let changed_at = Some(moment(row.changed_at, "setting", "changed_at")?);
        Ok(StoredSettings { version: row.version, settings, changed_at, changed_by: row.changed_by })
    }};
}

impl Store {
    /// The settings.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn settings(&self) -> Result<StoredSettings, StoreError> {
        latest_settings!(&self.reader)
    }

    /// The processes that were seen a moment ago, those that started first first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn processes(&self, now: Timestamp) -> Result<Vec<ProcessRow>, StoreError> {
        let alive = now.minus(GONE).micros();
        let rows = sqlx::query!(
            "SELECT id, started_at, seen_at, version, applied_at, embedding_model, fault FROM process
             WHERE seen_at >= ? ORDER BY started_at, id",
            alive
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(ProcessRow {
                    id: row.id,
                    started_at: moment(row.started_at, "process", "started_at")?,
                    seen_at: moment(row.seen_at, "process", "seen_at")?,
                    version: row.version,
                    applied_at: moment(row.applied_at, "process", "applied_at")?,
                    embedding_model: row.embedding_model,
                    fault: row.fault,
                })
            })
            .collect()
    }
}

impl Tx {
    /// The settings, seen from inside this transaction.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn settings(&mut self) -> Result<StoredSettings, StoreError> {
        latest_settings!(&mut *self.inner)
    }

    /// Makes these the settings, as that version.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_settings(
        &mut self,
        version: i64,
        settings: &SystemSettings,
        by: Option<&UserId>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let json = serde_json::to_string(settings)
            .map_err(|_| StoreError::Inconsistent { table: "setting", column: "settings" })?;
        let (by, at) = (by.map(UserId::as_str), at.micros());
        sqlx::query!(
            "INSERT INTO setting (version, settings, changed_by, changed_at) VALUES (?, ?, ?, ?)",
            version,
            json,
            by,
            at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Notes that a process is there, and by what it goes; forgets those that are gone.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn note_process(&mut self, process: &ProcessRow) -> Result<(), StoreError> {
        let ProcessRow { id, version, embedding_model, fault, .. } = process;
        let (started, seen, applied) =
            (process.started_at.micros(), process.seen_at.micros(), process.applied_at.micros());
        let gone = process.seen_at.minus(GONE).micros();
        sqlx::query!("DELETE FROM process WHERE seen_at < ?", gone).execute(&mut *self.inner).await?;
        sqlx::query!(
            "INSERT INTO process (id, started_at, seen_at, version, applied_at, embedding_model, fault)
             VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, version = excluded.version,
                 applied_at = excluded.applied_at, embedding_model = excluded.embedding_model, fault = excluded.fault",
            id,
            started,
            seen,
            version,
            applied,
            embedding_model,
            fault
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Forgets a process that stops.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_process(&mut self, id: &str) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM process WHERE id = ?", id).execute(&mut *self.inner).await?;
        Ok(())
    }
}
