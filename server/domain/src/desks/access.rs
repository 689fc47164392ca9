//! A person's desk for what proves the person: sessions and personal keys. Only a signed-in browser gets it; a key
//! cannot make keys.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::identity::{PERSONAL_KEY_PREFIX, Secret};
use crate::kernel::Actor;
use crate::storage::{NewPersonalKey, Tx};
use contract::{
    CreatePersonalKey, CreatedPersonalKey, Fault, FieldError, KeyId, PersonalKeyRow, SessionId, SessionRow, Timestamp,
    UserId,
};
use std::sync::Arc;

/// So many keys may be in use at a time: a person has a handful of programs.
const MOST_KEYS: i64 = 20;

/// See the module.
pub struct AccessDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
    pub(super) user: UserId,
}

impl AccessDesk {
    /// The person's keys, latest first, revoked ones too.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn keys(&self) -> Result<Vec<PersonalKeyRow>, DeskError> {
        Ok(self.core.store.personal_keys(&self.actor.tenant, &self.user).await?)
    }

    /// Makes a key. At most 20 may be in use at a time.
    ///
    /// # Errors
    /// [`DeskError::Invalid`].
    pub async fn create_key(&self, request: &CreatePersonalKey) -> Result<CreatedPersonalKey, DeskError> {
        let faults = request.faults();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let (id, now) = (self.core.ids.next::<KeyId>(), self.core.clock.now());
        let secret = Secret::random(self.core.rng.as_ref(), PERSONAL_KEY_PREFIX);
        let name = request.name.trim();
        let mut tx = self.core.store.begin().await?;
        if tx.personal_keys_in_use(&self.actor.tenant, &self.user).await? >= MOST_KEYS {
            let message = format!("{MOST_KEYS} keys are in use; revoke one first");
            return Err(DeskError::Invalid(vec![FieldError::of(Fault::TooMany, "name", message)]));
        }
        let key = NewPersonalKey {
            id: &id,
            tenant: &self.actor.tenant,
            user: &self.user,
            name,
            secret_hash: Secret::hash(secret.reveal()),
            prefix: secret.shown_prefix(),
            at: now,
        };
        tx.insert_personal_key(&key).await?;
        let row = PersonalKeyRow {
            key_id: id.clone(),
            name: name.to_owned(),
            prefix: secret.shown_prefix().to_owned(),
            created_at: now,
            last_used_at: None,
            revoked_at: None,
        };
        self.commit(tx, Event::PersonalKeyCreate, id.as_str(), now).await?;
        Ok(CreatedPersonalKey { key: row, secret: secret.reveal().to_owned() })
    }

    /// Revokes a key; it stops working at once.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn revoke_key(&self, key: &KeyId) -> Result<(), DeskError> {
        let now = self.core.clock.now();
        let mut tx = self.core.store.begin().await?;
        if !tx.revoke_personal_key(&self.actor.tenant, &self.user, key, now).await? {
            return Err(DeskError::NotFound);
        }
        self.commit(tx, Event::PersonalKeyRevoke, key.as_str(), now).await
    }

    /// The browsers in which the person is signed in, last seen first. `current` is the hash of the asking one.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn sessions(&self, current: Option<&[u8; 32]>) -> Result<Vec<SessionRow>, DeskError> {
        let sessions = self.core.store.sessions_of(&self.user, self.core.clock.now()).await?;
        let row = |session: crate::storage::ListedSession| SessionRow {
            session_id: session.id,
            device: session.device,
            began_at: session.began_at,
            seen_at: session.seen_at,
            is_current: current == Some(&session.id_hash),
        };
        Ok(sessions.into_iter().map(row).collect())
    }

    /// Ends a session; its browser is signed out at once.
    ///
    /// # Errors
    /// [`DeskError::NotFound`].
    pub async fn end_session(&self, session: &SessionId) -> Result<(), DeskError> {
        let mut tx = self.core.store.begin().await?;
        if !tx.delete_session_of(&self.user, session).await? {
            return Err(DeskError::NotFound);
        }
        self.commit(tx, Event::SessionEnd, session.as_str(), self.core.clock.now()).await
    }

    /// Ends all sessions but the asking one, and says how many.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn end_other_sessions(&self, current: &[u8; 32]) -> Result<u64, DeskError> {
        let mut tx = self.core.store.begin().await?;
        let ended = tx.delete_sessions_but(&self.user, current).await?;
        self.commit(tx, Event::SessionEnd, "others", self.core.clock.now()).await?;
        Ok(ended)
    }

    async fn commit(&self, mut tx: Tx, event: Event, object: &str, now: Timestamp) -> Result<(), DeskError> {
        let entry = Entry { actor: &self.actor, event, outcome: "ok", subject: Some(&self.user), object: Some(object) };
        audit::append(&mut tx, &self.core.ids, now, &entry).await?;
        Ok(tx.commit().await?)
    }
}
