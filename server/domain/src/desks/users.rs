//! The desk that manages the accounts of a tenant.
//!
//! Kept true here: nobody changes oneself, or whoever may do more; nobody gives more than one has; somebody is left who
//! manages the system. All of it is asked inside the transaction of the change, of the asking account too: who was demoted
//! or disabled a moment ago changes nothing any more.

use super::present::present;
use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::identity::Secret;
use crate::kernel::Actor;
use crate::policy::{Action, may_change, may_give};
use crate::storage::{Account, LinkKind, ListedUser, NewWelcomeLink, Tx, UserQuery};
use contract::page::MAX_PAGE_SIZE;
use contract::{
    AccountState, ChangeRole, ErrorCode, InviteUser, ListUsers, Role, Timestamp, UserAction, UserId, UserList, UserRow,
    WelcomeLink,
};
use std::sync::Arc;
use std::time::Duration;

/// What the token of every link begins with.
const TOKEN_PREFIX: &str = "welcome_";
/// An invitation may lie in a mailbox for a while.
const INVITATION_VALID: Duration = Duration::from_hours(7 * 24);
/// Who has lost a password waits for the link.
const RESET_VALID: Duration = Duration::from_hours(24);

/// See the module.
pub struct UsersDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
    pub(super) user: UserId,
}

/// An account that may be changed, as it is inside the transaction of the change.
struct Change {
    tx: Tx,
    /// Who changes it, with the role of this moment.
    actor: Actor,
    account: Account,
    now: Timestamp,
}

impl UsersDesk {
    /// One page of the tenant's accounts, those made last first.
    ///
    /// # Errors
    /// [`DeskError::Invalid`] for a cursor that is none, or a search text that is too long.
    pub async fn list(&self, request: &ListUsers) -> Result<UserList, DeskError> {
        let faults = request.faults();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let before = request.cursor.as_deref().map(str::parse).transpose();
        let before = before.map_err(|_| DeskError::field("cursor", "is not a cursor of this list"))?;
        let limit = request.limit.clamp(1, MAX_PAGE_SIZE);
        let query = UserQuery {
            role: request.role,
            state: request.state,
            search: request.search(),
            before: before.as_ref(),
            now: self.core.clock.now(),
            // One row more than asked for tells whether there is a next page.
            limit: limit + 1,
        };
        let mut users = self.core.store.users(&self.actor.tenant, &query).await?;
        let has_more = users.len() > limit as usize;
        users.truncate(limit as usize);
        let next_cursor = users.last().filter(|_| has_more).map(|user| user.id.to_string());
        let roles = Role::ALL.into_iter().filter(|role| may_give(&self.actor, *role)).collect();
        Ok(UserList { items: users.into_iter().map(|user| self.row(user)).collect(), next_cursor, roles })
    }

    fn row(&self, user: ListedUser) -> UserRow {
        let may_change = may_change(&self.actor, &user.id, user.role);
        let allowed = if may_change { possible(user.state, user.email.is_some()) } else { &[] };
        UserRow {
            is_you: user.id == self.user,
            user_id: user.id,
            email: user.email,
            external_ids: user.external_ids,
            role: user.role,
            state: user.state,
            link_expires_at: user.link_expires_at,
            has_consented: user.has_consented,
            created_at: user.created_at,
            seen_at: user.seen_at,
            sessions: user.sessions,
            allowed: allowed.to_vec(),
        }
    }

    /// Makes an account, and the link with which its person chooses a password within seven days.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], also for an address or external id that is in use; [`DeskError::Forbidden`] for a role
    /// above one's own.
    pub async fn invite(&self, request: &InviteUser) -> Result<WelcomeLink, DeskError> {
        let faults = request.faults();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        let mut tx = self.core.store.begin().await?;
        match self.try_invite(&mut tx, request).await {
            Ok(link) => {
                tx.commit().await?;
                Ok(link)
            }
            Err(error) => {
                drop(tx);
                Err(self.refused(Event::UserInvite, None, error).await?)
            }
        }
    }

    async fn try_invite(&self, tx: &mut Tx, request: &InviteUser) -> Result<WelcomeLink, DeskError> {
        let (actor, now) = (present(tx, &self.actor, Action::ManageUsers).await?, self.core.clock.now());
        let user = self.core.insert_person(tx, &actor, request, None, now).await?;
        let link = self.make_link(tx, &user, LinkKind::Invitation, now).await?;
        self.note(tx, Event::UserInvite, &user, Some(format!("role={}", request.role.as_str())), now).await?;
        Ok(link)
    }

    /// Gives an account another role. Acts at once, also on its sessions.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Forbidden`], [`DeskError::LastSuperadmin`], [`DeskError::StaleVersion`] if
    /// the account has another role by now than the request has seen.
    pub async fn change_role(&self, user: &UserId, change: ChangeRole) -> Result<(), DeskError> {
        let Change { mut tx, actor, account, now } = self.begin(user, UserAction::ChangeRole).await?;
        if !may_give(&actor, change.role) {
            drop(tx);
            return Err(self.refused(Event::UserRole, Some(user), DeskError::Forbidden).await?);
        }
        if account.role != change.seen_role {
            return Err(DeskError::StaleVersion);
        }
        tx.set_role(&actor.tenant, user, change.role).await?;
        let detail = format!("was={} role={}", account.role.as_str(), change.role.as_str());
        self.note(&mut tx, Event::UserRole, user, Some(detail), now).await?;
        Ok(tx.commit().await?)
    }

    /// Disables an account: its sessions and its link end, its keys do nothing, and services do not know the person.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Forbidden`], [`DeskError::LastSuperadmin`], [`DeskError::StaleVersion`] if
    /// it is disabled already.
    pub async fn disable(&self, user: &UserId) -> Result<(), DeskError> {
        let Change { mut tx, actor, now, .. } = self.begin(user, UserAction::Disable).await?;
        tx.set_disabled(&actor.tenant, user, Some(now)).await?;
        tx.delete_sessions_of(user).await?;
        tx.delete_welcome_link(user).await?;
        self.note(&mut tx, Event::UserDisable, user, None, now).await?;
        Ok(tx.commit().await?)
    }

    /// Takes a disabled account into use again, with the password that it had.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Forbidden`], [`DeskError::StaleVersion`] if it is in use.
    pub async fn enable(&self, user: &UserId) -> Result<(), DeskError> {
        let Change { mut tx, actor, now, .. } = self.begin(user, UserAction::Enable).await?;
        tx.set_disabled(&actor.tenant, user, None).await?;
        self.note(&mut tx, Event::UserEnable, user, None, now).await?;
        Ok(tx.commit().await?)
    }

    /// Signs a person out everywhere.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Forbidden`], [`DeskError::StaleVersion`] if nobody can be signed in.
    pub async fn end_sessions(&self, user: &UserId) -> Result<(), DeskError> {
        let Change { mut tx, now, .. } = self.begin(user, UserAction::EndSessions).await?;
        tx.delete_sessions_of(user).await?;
        self.note(&mut tx, Event::SessionEnd, user, None, now).await?;
        Ok(tx.commit().await?)
    }

    /// Ends an account's password and sessions, and makes the link with which its person chooses another within a day.
    /// The password ends at once, not when the link is used: it may be in wrong hands.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Forbidden`], [`DeskError::StaleVersion`] if it has no password.
    pub async fn reset_password(&self, user: &UserId) -> Result<WelcomeLink, DeskError> {
        let Change { mut tx, now, .. } = self.begin(user, UserAction::ResetPassword).await?;
        tx.set_password_hash(user, None).await?;
        tx.delete_sessions_of(user).await?;
        let link = self.make_link(&mut tx, user, LinkKind::Reset, now).await?;
        self.note(&mut tx, Event::UserResetPassword, user, None, now).await?;
        tx.commit().await?;
        Ok(link)
    }

    /// Makes a new link of the same kind for whoever has not chosen a password yet; the one before ends.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Forbidden`], [`DeskError::StaleVersion`] if the person has a password.
    pub async fn renew_link(&self, user: &UserId) -> Result<WelcomeLink, DeskError> {
        let Change { mut tx, now, .. } = self.begin(user, UserAction::RenewLink).await?;
        let kind = tx.welcome_link_kind(user).await?.unwrap_or(LinkKind::Invitation);
        let link = self.make_link(&mut tx, user, kind, now).await?;
        self.note(&mut tx, Event::UserLink, user, None, now).await?;
        tx.commit().await?;
        Ok(link)
    }

    /// Begins to change an account; a refusal is audited.
    async fn begin(&self, user: &UserId, action: UserAction) -> Result<Change, DeskError> {
        let mut tx = self.core.store.begin().await?;
        match self.check(&mut tx, user, action).await {
            Ok((actor, account)) => Ok(Change { tx, actor, account, now: self.core.clock.now() }),
            Err(error) => {
                drop(tx);
                Err(self.refused(event(action), Some(user), error).await?)
            }
        }
    }

    async fn check(&self, tx: &mut Tx, user: &UserId, action: UserAction) -> Result<(Actor, Account), DeskError> {
        let actor = present(tx, &self.actor, Action::ManageUsers).await?;
        let account = tx.account(user).await?.filter(|account| account.tenant == actor.tenant);
        let account = account.ok_or(DeskError::NotFound)?;
        if !may_give(&actor, account.role) {
            return Err(DeskError::Forbidden);
        }
        let takes_away = matches!(action, UserAction::ChangeRole | UserAction::Disable);
        if takes_away && account.role == Role::Superadmin && !tx.has_other_superadmin(user).await? {
            return Err(DeskError::LastSuperadmin);
        }
        if !may_change(&actor, user, account.role) {
            return Err(DeskError::Forbidden);
        }
        if !possible(account.state(), account.email.is_some()).contains(&action) {
            return Err(DeskError::StaleVersion);
        }
        Ok((actor, account))
    }

    async fn make_link(
        &self,
        tx: &mut Tx,
        user: &UserId,
        kind: LinkKind,
        now: Timestamp,
    ) -> Result<WelcomeLink, DeskError> {
        let token = Secret::random(self.core.rng.as_ref(), TOKEN_PREFIX);
        let expires_at = now.plus(match kind {
            LinkKind::Invitation => INVITATION_VALID,
            LinkKind::Reset => RESET_VALID,
        });
        let token_hash = Secret::hash(token.reveal());
        tx.put_welcome_link(&NewWelcomeLink { user, tenant: &self.actor.tenant, kind, token_hash, expires_at }).await?;
        Ok(WelcomeLink::new(user.clone(), token.reveal(), expires_at))
    }

    async fn note(
        &self,
        tx: &mut Tx,
        event: Event,
        user: &UserId,
        detail: Option<String>,
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let entry = Entry { actor: &self.actor, event, outcome: "ok", subject: Some(user), object: None };
        Ok(audit::append_with(tx, &self.core.ids, now, &entry, detail).await?)
    }

    /// Audits a refusal that somebody asked for more than they may. Gives the error back.
    async fn refused(&self, event: Event, user: Option<&UserId>, error: DeskError) -> Result<DeskError, DeskError> {
        if matches!(error, DeskError::Forbidden | DeskError::LastSuperadmin) {
            let outcome = ErrorCode::from(&error).as_str();
            let entry = Entry { actor: &self.actor, event, outcome, subject: user, object: None };
            let mut tx = self.core.store.begin().await?;
            audit::append(&mut tx, &self.core.ids, self.core.clock.now(), &entry).await?;
            tx.commit().await?;
        }
        Ok(error)
    }
}

/// What can be done with an account in that state. Whoever has no address cannot sign in, and needs neither role nor link.
fn possible(state: AccountState, has_address: bool) -> &'static [UserAction] {
    use UserAction::{ChangeRole, Disable, Enable, EndSessions, RenewLink, ResetPassword};
    match (state, has_address) {
        (AccountState::Active, true) => &[ChangeRole, EndSessions, ResetPassword, Disable],
        (AccountState::Active, false) => &[Disable],
        (AccountState::Invited, _) => &[ChangeRole, RenewLink, Disable],
        (AccountState::Disabled, true) => &[ChangeRole, Enable],
        (AccountState::Disabled, false) => &[Enable],
    }
}

fn event(action: UserAction) -> Event {
    match action {
        UserAction::ChangeRole => Event::UserRole,
        UserAction::Disable => Event::UserDisable,
        UserAction::Enable => Event::UserEnable,
        UserAction::EndSessions => Event::SessionEnd,
        UserAction::ResetPassword => Event::UserResetPassword,
        UserAction::RenewLink => Event::UserLink,
    }
}
