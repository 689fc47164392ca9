//! Whether an actor may still do what a desk was given out for: asked inside the transaction of the change, so that who was
//! demoted or disabled a moment ago changes nothing any more.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::kernel::{Actor, Principal};
use crate::policy::{Action, authorise};
use crate::storage::{Account, Tx};

/// The actor as the account is now.
///
/// # Errors
/// [`DeskError::Forbidden`] if the account is not open any more, or its role does not allow it.
pub(super) async fn present(tx: &mut Tx, actor: &Actor, action: Action) -> Result<Actor, DeskError> {
    let Principal::Person { user, .. } = &actor.principal else {
        authorise(actor, action)?;
        return Ok(actor.clone());
    };
    let account = tx.account(user).await?.filter(Account::is_open).ok_or(DeskError::Forbidden)?;
    let principal = Principal::Person { user: account.id, role: account.role };
    let actor = Actor { tenant: account.tenant, principal };
    authorise(&actor, action)?;
    Ok(actor)
}

impl Core {
    /// Begins a change by somebody who may still make it. A refusal is audited.
    pub(super) async fn begin_as(&self, actor: &Actor, action: Action) -> Result<Tx, DeskError> {
        let mut tx = self.store.begin().await?;
        match present(&mut tx, actor, action).await {
            Ok(_) => Ok(tx),
            Err(error) => {
                drop(tx);
                self.note_denied(actor, action).await?;
                Err(error)
            }
        }
    }

    /// Audits that somebody asked for more than they may.
    pub(super) async fn note_denied(&self, actor: &Actor, action: Action) -> Result<(), DeskError> {
        let detail = Some(format!("action={}", action.as_str()));
        let entry = Entry { actor, event: Event::Denied, outcome: "forbidden", subject: None, object: None };
        let mut tx = self.store.begin().await?;
        audit::append_with(&mut tx, &self.ids, self.clock.now(), &entry, detail).await?;
        Ok(tx.commit().await?)
    }
}
