//! Keys of services: made and revoked in the same way from the console and from the command line.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::identity::{KEY_PREFIX, Secret};
use crate::kernel::Actor;
use crate::storage::{NewApiKey, Tx};
use contract::{KeyId, ServiceId, Timestamp};

/// A new key: the only moment when the secret exists outside of its holder.
pub struct NewKey {
    /// The key's record.
    pub id: KeyId,
    /// The secret, `gk_…`.
    pub secret: String,
    /// The service that it acts for.
    pub service: ServiceId,
}

impl Core {
    /// Adds a key for a service of the actor's tenant, and audits it.
    pub(super) async fn issue_key(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        service: ServiceId,
        at: Timestamp,
    ) -> Result<NewKey, DeskError> {
        let (id, secret) = (self.ids.next::<KeyId>(), Secret::random(self.rng.as_ref(), KEY_PREFIX));
        let key = NewApiKey {
            id: &id,
            tenant: &actor.tenant,
            service: &service,
            secret_hash: Secret::hash(secret.reveal()),
            prefix: secret.shown_prefix(),
            at,
        };
        tx.insert_key(&key).await?;
        self.note_key(tx, actor, Event::KeyCreate, &id, at).await?;
        Ok(NewKey { id, secret: secret.reveal().to_owned(), service })
    }

    /// Revokes one of the tenant's keys, and audits it.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], also for one that is revoked already.
    pub(super) async fn withdraw_key(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        key: &KeyId,
        at: Timestamp,
    ) -> Result<(), DeskError> {
        if !tx.revoke_key(&actor.tenant, key, at).await? {
            return Err(DeskError::NotFound);
        }
        self.note_key(tx, actor, Event::KeyRevoke, key, at).await
    }

    async fn note_key(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        event: Event,
        key: &KeyId,
        at: Timestamp,
    ) -> Result<(), DeskError> {
        let entry = Entry { actor, event, outcome: "ok", subject: None, object: Some(key.as_str()) };
        Ok(audit::append(tx, &self.ids, at, &entry).await?)
    }
}
