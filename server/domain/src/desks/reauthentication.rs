//! The password again, before an act that a borrowed browser or a stolen key must not do.

use super::{Core, DeskError};
use contract::UserId;
use contract::text::PASSWORD_MAX_BYTES;
use std::net::IpAddr;

/// The proof.
pub struct Reauthentication {
    /// The password, as typed.
    pub password: String,
    /// Where the attempt comes from; counted against its limit.
    pub address: IpAddr,
}

impl Core {
    /// Checks the person's password. Attempts count like those at signing in.
    pub(super) async fn reauthenticate(&self, user: &UserId, proof: Reauthentication) -> Result<(), DeskError> {
        self.throttle
            .attempt(user.as_str(), proof.address)
            .map_err(|retry_after| DeskError::RateLimited { retry_after })?;
        if proof.password.len() > PASSWORD_MAX_BYTES {
            return Err(DeskError::WrongPassword);
        }
        let account = self.store.account(user).await?.filter(|account| !account.disabled);
        let stored = account.as_ref().and_then(|account| account.password_hash.as_deref());
        if self.passwords.verify(&proof.password, stored).await? { Ok(()) } else { Err(DeskError::WrongPassword) }
    }
}
