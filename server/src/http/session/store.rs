//! Session records through the front desk. The store learns the SHA-256 of a session id only: whoever reads the
//! database cannot take over a session.
//!
//! The record's expiry is computed here, from the injected clock and the role's limits; the middleware's own reckoning
//! is not used.

use super::current::SIGNED_IN;
use super::limits::{Limits, SignedIn};
use crate::http::AppState;
use async_trait::async_trait;
use domain::desks::{DeskError, Desks, SessionRecord};
use domain::kernel::Clock;
use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::Arc;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};

/// See the module.
#[derive(Clone)]
pub struct HashedStore {
    desks: Desks,
    clock: Arc<dyn Clock>,
    limits: Limits,
}

impl HashedStore {
    /// A store on the state's desks.
    pub fn new(state: &AppState) -> Self {
        Self { desks: state.desks.clone(), clock: Arc::clone(&state.clock), limits: state.limits }
    }

    async fn write(&self, record: &Record, must_be_new: bool) -> Result<bool> {
        let signed_in = signed_in(record);
        let user = signed_in.as_ref().map(|session| session.user.clone());
        let data = serde_json::to_string(&record.data).map_err(|error| Error::Encode(error.to_string()))?;
        let stored = self.stored(hash(&record.id), data, signed_in);
        self.desks.front().save_session(stored, user.as_ref(), must_be_new).await.map_err(backend)
    }

    /// A session that nobody has signed in to is of no use and ends at once.
    fn stored(&self, id_hash: [u8; 32], data: String, signed_in: Option<SignedIn>) -> SessionRecord {
        let Some(session) = signed_in else {
            let now = self.clock.now();
            return SessionRecord { id_hash, data, began_at: now, seen_at: now, device: None, expires_at: now };
        };
        let expires_at = self.limits.end(&session);
        let SignedIn { began: began_at, seen: seen_at, device, .. } = session;
        SessionRecord { id_hash, data, began_at, seen_at, device, expires_at }
    }
}

impl fmt::Debug for HashedStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HashedStore")
    }
}

#[async_trait]
impl SessionStore for HashedStore {
    async fn create(&self, record: &mut Record) -> Result<()> {
        while !self.write(record, true).await? {
            record.id = Id::default();
        }
        Ok(())
    }

    async fn save(&self, record: &Record) -> Result<()> {
        // `false`: a sign-out in another tab was faster. Nothing to save, and nothing to complain about.
        self.write(record, false).await.map(drop)
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let Some(stored) = self.desks.front().session(&hash(id)).await.map_err(backend)? else { return Ok(None) };
        let data = serde_json::from_str(&stored.data).map_err(|error| Error::Decode(error.to_string()))?;
        Ok(Some(Record { id: *id, data, expiry_date: stored.expires_at.to_utc() }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        self.desks.front().end_session(&hash(id)).await.map_err(backend)
    }
}

fn signed_in(record: &Record) -> Option<SignedIn> {
    record.data.get(SIGNED_IN).cloned().and_then(|value| serde_json::from_value(value).ok())
}

/// What the store knows a session by.
pub fn hash(id: &Id) -> [u8; 32] {
    Sha256::digest(id.0.to_le_bytes()).into()
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn backend(error: DeskError) -> Error {
    Error::Backend(error.to_string())
}
