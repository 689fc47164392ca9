//! The password again, before an act that a borrowed browser or a stolen key must not do.

use super::{Core, DeskError};
use crate::kernel::Actor;
use contract::UserId;
use contract::text::PASSWORD_MAX_BYTES;

impl Core {
    /// Checks the person's password. Attempts through a key are counted apart: they cannot keep the person out.
    pub(super) async fn reauthenticate(&self, actor: &Actor, user: &UserId, password: &str) -> Result<(), DeskError> {
        // All keys of a person are one: whoever can make keys must not get a new count with each.
        let who = format!("{} {user}", actor.kind());
        self.throttle.confirm(&who).map_err(|retry_after| DeskError::RateLimited { retry_after })?;
        if password.len() > PASSWORD_MAX_BYTES {
            return Err(DeskError::WrongPassword);
        }
        let account = self.store.account(user).await?.filter(|account| !account.disabled);
        let stored = account.as_ref().and_then(|account| account.password_hash.as_deref());
        if !self.passwords.verify(password, stored).await? {
            return Err(DeskError::WrongPassword);
        }
        self.throttle.trust(&who);
        Ok(())
    }
}
