//! Choosing a password by a link from an administrator.

use super::front::password_faults;
use super::{DeskError, FrontDesk};
use crate::audit::{self, Entry, Event};
use crate::identity::Secret;
use crate::kernel::{Actor, Principal};
use contract::UserId;
use std::net::IpAddr;

impl FrontDesk {
    /// Makes `password` that of the account whose link has that token, and says whose it is. The link works once; sessions
    /// from before end.
    ///
    /// # Errors
    /// [`DeskError::WrongLink`], [`DeskError::Invalid`], [`DeskError::RateLimited`].
    pub async fn welcome(&self, token: &str, password: &str, address: IpAddr) -> Result<UserId, DeskError> {
        let token = token.trim();
        // No address begins with a blank. Each token is counted apart: who guesses keeps nobody else from using theirs.
        self.count(&format!(" welcome {token}"), address)?;
        let faults = password_faults(password);
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let (token_hash, now) = (Secret::hash(token), self.core.clock.now());
        // Looked for before the password is hashed, so that guesses cost next to nothing.
        if !self.core.store.has_welcome_link(&token_hash, now).await? {
            return Err(DeskError::WrongLink);
        }
        let password_hash = self.core.passwords.hash(password).await?;
        let mut tx = self.core.store.begin().await?;
        // Taking the link away inside the transaction makes it work once.
        let user = tx.take_welcome_link(&token_hash, now).await?.ok_or(DeskError::WrongLink)?;
        let account = tx.account(&user).await?.filter(|account| !account.disabled).ok_or(DeskError::WrongLink)?;
        tx.set_password_hash(&user, Some(&password_hash)).await?;
        tx.delete_sessions_of(&user).await?;
        let principal = Principal::Person { user: user.clone(), role: account.role };
        let actor = Actor { tenant: account.tenant, principal };
        let entry =
            Entry { actor: &actor, event: Event::UserWelcome, outcome: "ok", subject: Some(&user), object: None };
        audit::append(&mut tx, &self.core.ids, now, &entry).await?;
        tx.commit().await?;
        Ok(user)
    }
}
