//! Making an account for somebody else: the rules that are the same at every desk that does.

use super::{Core, DeskError};
use crate::kernel::Actor;
use crate::policy::may_give;
use crate::storage::{NewAccount, Tx};
use contract::{InviteUser, Timestamp, UserId};

impl Core {
    /// Adds the account that a request without faults asks for. Without a hash its person has yet to choose a password.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`] for a role above the actor's own, [`DeskError::Invalid`] for an address or external id
    /// that is in use.
    pub(super) async fn insert_person(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        person: &InviteUser,
        password_hash: Option<&str>,
        at: Timestamp,
    ) -> Result<UserId, DeskError> {
        if !may_give(actor, person.role) {
            return Err(DeskError::Forbidden);
        }
        let (id, email) = (self.ids.next::<UserId>(), person.email.trim().to_lowercase());
        let account =
            NewAccount { id: &id, tenant: &actor.tenant, email: Some(&email), password_hash, role: person.role, at };
        tx.insert_account(&account).await.map_err(|error| DeskError::taken(error, "email"))?;
        if let Some(external_id) = person.external_id() {
            let linked = tx.link_external_id(&actor.tenant, external_id, &id).await;
            linked.map_err(|error| DeskError::taken(error, "external_id"))?;
        }
        Ok(id)
    }
}
