//! Browser sessions, found by the hash of their id only.

use super::error::{hash, moment};
use super::{Store, StoreError, Tx};
use contract::{Timestamp, UserId};

/// A session as stored.
pub struct Session {
    /// SHA-256 of the session id.
    pub id_hash: [u8; 32],
    /// The account signed in, if any.
    pub user: Option<UserId>,
    /// What the session middleware keeps in it.
    pub data: String,
    /// Gone after that.
    pub expires_at: Timestamp,
}

impl Store {
    /// The session with that hash, if it is still alive at `now`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn session(&self, id_hash: &[u8; 32], now: Timestamp) -> Result<Option<Session>, StoreError> {
        let (id_hash, now) = (id_hash.as_slice(), now.micros());
        let row = sqlx::query!(
            "SELECT id_hash, user_id, data, expires_at FROM session WHERE id_hash = ? AND expires_at > ?",
            id_hash,
            now
        )
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| {
            Ok(Session {
                id_hash: hash(row.id_hash, "session", "id_hash")?,
                user: row.user_id.map(|id| super::error::parse(&id, "session", "user_id")).transpose()?,
                data: row.data,
                expires_at: moment(row.expires_at, "session", "expires_at")?,
            })
        })
        .transpose()
    }
}

impl Tx {
    /// Adds a session; `false` if there is one with that hash.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_session(&mut self, session: &Session) -> Result<bool, StoreError> {
        let (id_hash, user, expires_at) =
            (session.id_hash.as_slice(), session.user.as_ref().map(UserId::as_str), session.expires_at.micros());
        let done = sqlx::query!(
            "INSERT INTO session (id_hash, user_id, data, expires_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            id_hash,
            user,
            session.data,
            expires_at
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Writes over a session; `false` if it is not there any more: one that was ended must not come back.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn update_session(&mut self, session: &Session) -> Result<bool, StoreError> {
        let (id_hash, user, expires_at) =
            (session.id_hash.as_slice(), session.user.as_ref().map(UserId::as_str), session.expires_at.micros());
        let done = sqlx::query!(
            "UPDATE session SET user_id = ?, data = ?, expires_at = ? WHERE id_hash = ?",
            user,
            session.data,
            expires_at,
            id_hash
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Removes a session.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_session(&mut self, id_hash: &[u8; 32]) -> Result<(), StoreError> {
        let id_hash = id_hash.as_slice();
        sqlx::query!("DELETE FROM session WHERE id_hash = ?", id_hash).execute(&mut *self.inner).await?;
        Ok(())
    }

    /// Removes the sessions that ended before `now`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_expired_sessions(&mut self, now: Timestamp) -> Result<(), StoreError> {
        let now = now.micros();
        sqlx::query!("DELETE FROM session WHERE expires_at <= ?", now).execute(&mut *self.inner).await?;
        Ok(())
    }
}
