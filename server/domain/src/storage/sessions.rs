//! Browser sessions, found by the hash of their id only.

use super::error::{hash, moment, parse};
use super::{Store, StoreError, Tx};
use contract::{SessionId, Timestamp, UserId};

/// A session as stored.
pub struct Session {
    /// SHA-256 of the session id.
    pub id_hash: [u8; 32],
    /// The account signed in, if any.
    pub user: Option<UserId>,
    /// What the session middleware keeps in it.
    pub data: String,
    /// When the person signed in.
    pub began_at: Timestamp,
    /// When it was last seen.
    pub seen_at: Timestamp,
    /// What the browser calls itself.
    pub device: Option<String>,
    /// Gone after that.
    pub expires_at: Timestamp,
}

/// A session as its owner sees it.
pub struct ListedSession {
    /// SHA-256 of the session id.
    pub id_hash: [u8; 32],
    /// The id that can be shown.
    pub id: SessionId,
    /// When the person signed in.
    pub began_at: Timestamp,
    /// When it was last seen.
    pub seen_at: Timestamp,
    /// What the browser calls itself.
    pub device: Option<String>,
}

impl Store {
    /// The person's sessions that are alive at `now`, last seen first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn sessions_of(&self, user: &UserId, now: Timestamp) -> Result<Vec<ListedSession>, StoreError> {
        let (user, now) = (user.as_str(), now.micros());
        let rows = sqlx::query!(
            "SELECT id_hash, id, began_at, seen_at, device FROM session
             WHERE user_id = ? AND expires_at > ? ORDER BY seen_at DESC, id DESC",
            user,
            now
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(ListedSession {
                    id_hash: hash(row.id_hash, "session", "id_hash")?,
                    id: parse(&row.id, "session", "id")?,
                    began_at: moment(row.began_at, "session", "began_at")?,
                    seen_at: moment(row.seen_at, "session", "seen_at")?,
                    device: row.device,
                })
            })
            .collect()
    }

    /// The session with that hash, if it is still alive at `now`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn session(&self, id_hash: &[u8; 32], now: Timestamp) -> Result<Option<Session>, StoreError> {
        let (id_hash, now) = (id_hash.as_slice(), now.micros());
        let row = sqlx::query!(
            "SELECT id_hash, user_id, data, began_at, seen_at, device, expires_at FROM session WHERE id_hash = ? AND expires_at > ?",
            id_hash,
            now
        )
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| {
            Ok(Session {
                id_hash: hash(row.id_hash, "session", "id_hash")?,
                user: row.user_id.map(|id| parse(&id, "session", "user_id")).transpose()?,
                data: row.data,
                began_at: moment(row.began_at, "session", "began_at")?,
                seen_at: moment(row.seen_at, "session", "seen_at")?,
                device: row.device,
                expires_at: moment(row.expires_at, "session", "expires_at")?,
            })
        })
        .transpose()
    }
}

impl Tx {
    /// Adds a session under an id that can be shown; `false` if there is one with that hash.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_session(&mut self, id: &SessionId, session: &Session) -> Result<bool, StoreError> {
        let (id, began_at, seen_at) = (id.as_str(), session.began_at.micros(), session.seen_at.micros());
        let (id_hash, user, expires_at) =
            (session.id_hash.as_slice(), session.user.as_ref().map(UserId::as_str), session.expires_at.micros());
        let done = sqlx::query!(
            "INSERT INTO session (id_hash, id, user_id, data, began_at, seen_at, device, expires_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            id_hash,
            id,
            user,
            session.data,
            began_at,
            seen_at,
            session.device,
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
        let (began_at, seen_at) = (session.began_at.micros(), session.seen_at.micros());
        let done = sqlx::query!(
            "UPDATE session SET user_id = ?, data = ?, began_at = ?, seen_at = ?, device = ?, expires_at = ?
             WHERE id_hash = ?",
            user,
            session.data,
            began_at,
            seen_at,
            session.device,
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

    /// Removes one of the person's sessions by the id that can be shown; `false` if there is none.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_session_of(&mut self, user: &UserId, session: &SessionId) -> Result<bool, StoreError> {
        let (user, session) = (user.as_str(), session.as_str());
        let done = sqlx::query!("DELETE FROM session WHERE user_id = ? AND id = ?", user, session)
            .execute(&mut *self.inner)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Removes all of the person's sessions but one, and says how many.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_sessions_but(&mut self, user: &UserId, kept: &[u8; 32]) -> Result<u64, StoreError> {
        let (user, kept) = (user.as_str(), kept.as_slice());
        let done = sqlx::query!("DELETE FROM session WHERE user_id = ? AND id_hash <> ?", user, kept)
            .execute(&mut *self.inner)
            .await?;
        Ok(done.rows_affected())
    }

    /// Removes all of the person's sessions.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn delete_sessions_of(&mut self, user: &UserId) -> Result<(), StoreError> {
        let user = user.as_str();
        sqlx::query!("DELETE FROM session WHERE user_id = ?", user).execute(&mut *self.inner).await?;
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
