//! The canonical store: `SQLite` through sqlx. The only room with SQL, and the only one that encrypts and decrypts.
//!
//! Keeps true: every query about people's data names tenant and subject; content is never stored or logged in the clear;
//! writes go through one connection in `BEGIN IMMEDIATE` transactions, so that a check and the write it guards are one.

mod accounts;
mod audit;
mod candidates;
mod consent;
mod crypto;
mod error;
mod index_repairs;
mod index_tasks;
mod install;
mod keys;
mod memories;
mod overview;
mod personal_keys;
mod recall_log;
mod services;
mod sessions;
mod settings;
mod turns;
mod users;
mod welcome_links;

pub use accounts::{Account, NewAccount};
pub use audit::{AuditEnd, AuditPlace, AuditQuery, AuditRow, ChainedRow, ListedAuditRow};
pub use candidates::{
    CandidateEntry, DueCandidate, NewCandidate, NewDecision, NewSimilar, PlacedCandidate, QueueKey, QueuePlace,
    QueueQuery, SealedNote, StoredCandidate, StoredClaim, StoredDecision, StoredSimilar,
};
pub use crypto::{KeyRing, KeyRingError};
pub use error::StoreError;
pub use index_repairs::{IndexStates, StoredRepair};
pub use index_tasks::{DueTask, IndexWork, Work, WorkVersion};
pub use keys::{ApiKey, KeyHolder, NewApiKey};
pub use memories::{
    Binding, Burial, Checkable, Existing, Key, Keyset, ListQuery, NewMemory, OwnedMemory, PlacedMemory, Revision,
    Sealed, StoredSource, StoredVersion, Unclassified,
};
pub use overview::{DecidedOnDay, DecidedOnWhat, NextToEnd};
pub use personal_keys::{NewPersonalKey, PersonalKeyHolder};
pub use recall_log::RecallLogRow;
pub use services::{NewRevision, NewService, StoredRevision, StoredService};
pub use sessions::{ListedSession, Session};
pub use settings::StoredSettings;
pub use turns::{ClaimedTurn, KnownTurn, NewTurn, NewVerdict, Night, TurnCost};
pub use users::{ListedUser, UserQuery};
pub use welcome_links::{LinkKind, NewWelcomeLink};

use crate::kernel::text::canonical;
use contract::{Scope, TenantId, UserId};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Sqlite, Transaction};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The database's file; `SQLite` gives its log files the same permissions.
const FILE_NAME: &str = "gieok.db";
/// How long a writer waits for another process's transaction before it gives up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a caller waits for a connection: longer than that, and the store counts as down.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(8);
/// Connections that read; `SQLite` readers do not block one another.
const READERS: u32 = 4;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations/sqlite");

/// The open store.
#[derive(Clone)]
pub struct Store {
    reader: SqlitePool,
    writer: SqlitePool,
    keys: Arc<KeyRing>,
}

/// A write transaction. Dropped without [`Tx::commit`], it changes nothing.
pub struct Tx {
    inner: Transaction<'static, Sqlite>,
    keys: Arc<KeyRing>,
}

impl Store {
    /// Opens `gieok.db` in `data_dir`, creates or migrates it, and checks that the migrations it has are the ones this
    /// program knows.
    ///
    /// # Errors
    /// [`StoreError`], with the path in its text.
    pub async fn open(data_dir: &Path, keys: KeyRing) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(data_dir.join(FILE_NAME))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged save survives a power cut, not only a killed process.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            // Deleted content must not stay readable in free pages.
            .pragma("secure_delete", "on")
            .optimize_on_close(true, None);
        let pool = |connections| SqlitePoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT);
        let writer = pool(1).after_release(|connection, _| {
            Box::pin(async move {
                // After a full disk SQLite has rolled back by itself, while sqlx still counts an open transaction: such a
                // connection would refuse every write from then on. The ping waits for a rollback that is on its way.
                connection.ping().await?;
                Ok(!connection.is_in_transaction())
            })
        });
        make_private_file(&data_dir.join(FILE_NAME))?;
        let writer = writer.connect_with(options.clone()).await?;
        MIGRATIONS.run(&writer).await?;
        let reader = pool(READERS).connect_with(options.read_only(true)).await?;
        Ok(Self { reader, writer, keys: Arc::new(keys) })
    }

    /// Starts a write transaction.
    ///
    /// # Errors
    /// [`StoreError`] if the store is locked by another process for too long, or broken.
    pub async fn begin(&self) -> Result<Tx, StoreError> {
        let inner = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Tx { inner, keys: Arc::clone(&self.keys) })
    }

    /// Reads one row and starts a write that it takes back, to see whether the store answers. Being busy is an answer.
    ///
    /// # Errors
    /// [`StoreError`] if it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query_scalar!("SELECT count(*) FROM tenant WHERE id = 'default'").fetch_one(&self.reader).await?;
        match self.begin().await {
            Err(error) if !error.is_busy() => Err(error),
            _ => Ok(()),
        }
    }

    /// The keyed hash under which equal statements about one person in one scope meet.
    pub fn statement_fingerprint(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        scope: &Scope,
        statement: &str,
    ) -> [u8; 32] {
        let scope = scope.to_string();
        self.keys.fingerprint(&["memory", tenant.as_str(), subject.as_str(), &scope, &canonical(statement)])
    }

    /// The keyed hash that is left of a statement that the person has deleted.
    pub fn tombstone_fingerprint(&self, tenant: &TenantId, subject: &UserId, statement: &str) -> [u8; 32] {
        self.keys.fingerprint(&["tombstone", tenant.as_str(), subject.as_str(), &canonical(statement)])
    }

    /// The keyed hash of anything else that is to be known again.
    pub fn fingerprint(&self, parts: &[&str]) -> [u8; 32] {
        self.keys.fingerprint(parts)
    }

    /// Closes all connections, the write-ahead log merged.
    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
    }
}

/// Makes the file, if it is not there, for nobody but its owner.
fn make_private_file(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?;
    Ok(())
}

impl Tx {
    /// Makes the transaction's changes last.
    ///
    /// # Errors
    /// [`StoreError`]; then nothing was changed.
    pub async fn commit(self) -> Result<(), StoreError> {
        Ok(self.inner.commit().await?)
    }
}
