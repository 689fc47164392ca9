//! The desk for those who have not proven who they are yet: sign-in, first set-up, keys, session records.

use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::identity::Secret;
use crate::kernel::{Actor, Principal};
use crate::policy::places;
use crate::storage::{Account, NewAccount, Session, StoreError};
use contract::text::{PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARS, is_email};
use contract::{FieldError, KeyId, Role, SessionView, TenantId, Timestamp, UserId};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

const SETUP_TOKEN: &str = "setup_token";
/// What attempts at the token are counted under. No address begins with a blank, so nobody's sign-ins are counted here.
const SETUP_ATTEMPTS: &str = " set-up";
/// A key's last use is noted at most this often, so that recall does not write for it.
const TOUCH_EVERY: Duration = Duration::from_mins(1);

/// An attempt to sign in.
pub struct SignIn {
    /// The address of the account.
    pub email: String,
    /// The password, as typed.
    pub password: String,
    /// Where the attempt comes from; counted against its limit.
    pub address: IpAddr,
}

/// A browser session as stored: found by the SHA-256 of its id only.
pub struct SessionRecord {
    /// SHA-256 of the session id.
    pub id_hash: [u8; 32],
    /// What the session middleware keeps in it, as JSON.
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

/// See the module.
pub struct FrontDesk {
    pub(super) core: Arc<Core>,
}

impl FrontDesk {
    /// Whether the install has no account yet and waits for the set-up token.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn needs_setup(&self) -> Result<bool, DeskError> {
        Ok(!self.core.store.has_accounts().await?)
    }

    /// Makes a new one-time set-up token, if the install has no account; older ones end. The caller prints it to the log.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn setup_token(&self) -> Result<Option<String>, DeskError> {
        let mut tx = self.core.store.begin().await?;
        if tx.has_accounts().await? {
            return Ok(None);
        }
        let secret = Secret::random(self.core.rng.as_ref(), "setup_");
        tx.set_install_fact(SETUP_TOKEN, &Secret::hash(secret.reveal())).await?;
        tx.commit().await?;
        Ok(Some(secret.reveal().to_owned()))
    }

    /// Creates the superadmin of a new install.
    ///
    /// # Errors
    /// [`DeskError::WrongSetupToken`], [`DeskError::Invalid`], [`DeskError::RateLimited`].
    pub async fn set_up(&self, token: &str, attempt: SignIn) -> Result<UserId, DeskError> {
        self.count(SETUP_ATTEMPTS, attempt.address)?;
        let email = attempt.email.trim().to_lowercase();
        let mut faults = password_faults(&attempt.password);
        if !is_email(&email) {
            faults.insert(0, FieldError::new("email", "must be an e-mail address"));
        }
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        self.check_setup_token(token).await?;
        let password_hash = self.core.passwords.hash(&attempt.password).await?;
        let (tenant, now, id) = (TenantId::default_tenant(), self.core.clock.now(), self.core.ids.next::<UserId>());
        let mut tx = self.core.store.begin().await?;
        // Taking the token away inside the transaction makes it work once.
        if tx.has_accounts().await? || tx.take_install_fact(SETUP_TOKEN).await?.is_none() {
            return Err(DeskError::WrongSetupToken);
        }
        let account = NewAccount {
            id: &id,
            tenant: &tenant,
            email: Some(&email),
            password_hash: Some(&password_hash),
            role: Role::Superadmin,
            at: now,
        };
        tx.insert_account(&account).await?;
        let actor = Actor { tenant, principal: Principal::Person { user: id.clone(), role: Role::Superadmin } };
        let entry =
            Entry { actor: &actor, event: Event::SetUp, outcome: "ok", subject: None, object: Some(id.as_str()) };
        audit::append(&mut tx, &self.core.ids, now, &entry).await?;
        tx.commit().await?;
        Ok(id)
    }

    async fn check_setup_token(&self, token: &str) -> Result<(), DeskError> {
        let wanted = self.core.store.install_fact(SETUP_TOKEN).await?;
        // Comparing hashes tells an attacker nothing by its time.
        if wanted.as_deref() == Some(Secret::hash(token.trim()).as_slice()) {
            Ok(())
        } else {
            Err(DeskError::WrongSetupToken)
        }
    }

    /// Checks an e-mail address and a password. Answer and time are the same for unknown accounts and wrong passwords.
    ///
    /// # Errors
    /// [`DeskError::WrongCredentials`], [`DeskError::RateLimited`].
    pub async fn sign_in(&self, attempt: SignIn) -> Result<UserId, DeskError> {
        let email = attempt.email.trim().to_lowercase();
        self.count(&email, attempt.address)?;
        if attempt.password.len() > PASSWORD_MAX_BYTES {
            return Err(DeskError::WrongCredentials);
        }
        let account = self.core.store.account_by_email(&email).await?.filter(|account| !account.disabled);
        let stored = account.as_ref().and_then(|account| account.password_hash.as_deref());
        let matches = self.core.passwords.verify(&attempt.password, stored).await?;
        self.audit_sign_in(account.as_ref(), matches).await?;
        let account = account.filter(|_| matches).ok_or(DeskError::WrongCredentials)?;
        self.rehash_if_outdated(&account, &attempt.password).await?;
        Ok(account.id)
    }

    /// Counts an attempt to prove something.
    pub(super) fn count(&self, account: &str, address: IpAddr) -> Result<(), DeskError> {
        self.core.throttle.attempt(account, address).map_err(|retry_after| DeskError::RateLimited { retry_after })
    }

    async fn audit_sign_in(&self, account: Option<&Account>, matches: bool) -> Result<(), DeskError> {
        // An attempt on an unknown address is one of nobody, in no particular organisation.
        let actor =
            account.map_or(Actor { tenant: TenantId::default_tenant(), principal: Principal::System }, actor_of);
        self.note(&actor, Event::SignIn, if matches { "ok" } else { "wrong_credentials" }).await
    }

    /// Notes that somebody signs out.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn note_sign_out(&self, actor: &Actor) -> Result<(), DeskError> {
        self.note(actor, Event::SignOut, "ok").await
    }

    async fn note(&self, actor: &Actor, event: Event, outcome: &str) -> Result<(), DeskError> {
        let entry = Entry { actor, event, outcome, subject: None, object: None };
        let mut tx = self.core.store.begin().await?;
        audit::append(&mut tx, &self.core.ids, self.core.clock.now(), &entry).await?;
        Ok(tx.commit().await?)
    }

    async fn rehash_if_outdated(&self, account: &Account, password: &str) -> Result<(), DeskError> {
        let Some(old) = account.password_hash.as_deref().filter(|old| self.core.passwords.is_outdated(old)) else {
            return Ok(());
        };
        let new = self.core.passwords.hash(password).await?;
        let mut tx = self.core.store.begin().await?;
        tx.replace_password_hash(&account.id, old, &new).await?;
        Ok(tx.commit().await?)
    }

    /// The actor and view of a signed-in account, read anew on each request; `None` if it is gone or disabled, or its
    /// password was ended.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn person(&self, user: &UserId) -> Result<Option<(Actor, SessionView)>, DeskError> {
        let account = self.core.store.account(user).await?.filter(Account::is_open);
        Ok(account.and_then(|account| {
            let actor = actor_of(&account);
            let view = SessionView {
                user_id: account.id.clone(),
                tenant_id: account.tenant.clone(),
                email: account.email.clone()?,
                role: account.role,
                places: places(&actor),
            };
            Some((actor, view))
        }))
    }

    /// The actor that an API key proves; `None` if the key is unknown or revoked.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn key_holder(&self, secret: &str) -> Result<Option<Actor>, DeskError> {
        let Some(holder) = self.core.store.key_holder(&Secret::hash(secret)).await? else { return Ok(None) };
        let now = self.core.clock.now();
        if holder.last_used_at.is_none_or(|last| now.since(last) >= TOUCH_EVERY)
            && let Err(error) = self.touch(&holder.key, now).await
        {
            // A store that can only be read still answers questions.
            tracing::warn!(error = &error as &dyn std::error::Error, "a key's last use was not noted");
        }
        let principal =
            Principal::Service { service: holder.service, key: holder.key, bound_subject: holder.bound_subject };
        Ok(Some(Actor { tenant: holder.tenant, principal }))
    }

    /// The person whom a personal key proves; `None` if the key is unknown or revoked, or the account is gone or disabled.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn personal_key_holder(&self, secret: &str) -> Result<Option<Actor>, DeskError> {
        let Some(holder) = self.core.store.personal_key_holder(&Secret::hash(secret)).await? else { return Ok(None) };
        let now = self.core.clock.now();
        if holder.last_used_at.is_none_or(|last| now.since(last) >= TOUCH_EVERY)
            && let Err(error) = self.touch_personal(&holder.key, now).await
        {
            tracing::warn!(error = &error as &dyn std::error::Error, "a personal key's last use was not noted");
        }
        let principal = Principal::PersonalKey { user: holder.user, key: holder.key };
        Ok(Some(Actor { tenant: holder.tenant, principal }))
    }

    async fn touch(&self, key: &KeyId, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.core.store.begin().await?;
        tx.touch_key(key, now).await?;
        tx.commit().await
    }

    async fn touch_personal(&self, key: &KeyId, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.core.store.begin().await?;
        tx.touch_personal_key(key, now).await?;
        tx.commit().await
    }

    /// Stores a session record. `false`: nothing was stored, because a new one's hash is taken, or an old one has ended
    /// meanwhile.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn save_session(
        &self,
        record: SessionRecord,
        user: Option<&UserId>,
        must_be_new: bool,
    ) -> Result<bool, DeskError> {
        let session = Session {
            id_hash: record.id_hash,
            user: user.cloned(),
            data: record.data,
            began_at: record.began_at,
            seen_at: record.seen_at,
            device: record.device,
            expires_at: record.expires_at,
        };
        let mut tx = self.core.store.begin().await?;
        let stored = if must_be_new {
            tx.delete_expired_sessions(self.core.clock.now()).await?;
            tx.insert_session(&self.core.ids.next(), &session).await?
        } else {
            tx.update_session(&session).await?
        };
        tx.commit().await?;
        Ok(stored)
    }

    /// The session record with that hash, unless it has expired.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn session(&self, id_hash: &[u8; 32]) -> Result<Option<SessionRecord>, DeskError> {
        let session = self.core.store.session(id_hash, self.core.clock.now()).await?;
        Ok(session.map(|session| SessionRecord {
            id_hash: session.id_hash,
            data: session.data,
            began_at: session.began_at,
            seen_at: session.seen_at,
            device: session.device,
            expires_at: session.expires_at,
        }))
    }

    /// Removes a session record.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn end_session(&self, id_hash: &[u8; 32]) -> Result<(), DeskError> {
        let mut tx = self.core.store.begin().await?;
        tx.delete_session(id_hash).await?;
        Ok(tx.commit().await?)
    }
}

fn actor_of(account: &Account) -> Actor {
    Actor {
        tenant: account.tenant.clone(),
        principal: Principal::Person { user: account.id.clone(), role: account.role },
    }
}

/// What is wrong with a new password.
pub(super) fn password_faults(password: &str) -> Vec<FieldError> {
    let mut faults = Vec::new();
    if password.chars().count() < PASSWORD_MIN_CHARS {
        faults.push(FieldError::new("password", format!("must have at least {PASSWORD_MIN_CHARS} characters")));
    }
    if password.len() > PASSWORD_MAX_BYTES {
        faults.push(FieldError::new("password", format!("must be at most {PASSWORD_MAX_BYTES} bytes long")));
    }
    faults
}
