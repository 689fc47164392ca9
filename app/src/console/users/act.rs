//! What can be done with an account once it was asked about: the words for it, and the call.

use super::words::name;
use crate::auth::role_key;
use crate::error::UiError;
use crate::i18n::Locale;
use crate::server_fns::{change_role, disable_user, enable_user, end_user_sessions, renew_link, reset_password};
use contract::{Role, UserAction, UserId, UserRow, WelcomeLink};

/// What is to be done with which account.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The account.
    pub user_id: UserId,
    /// What to call it.
    pub name: String,
    /// The role that it had in the list.
    pub seen_role: Role,
    /// What is to be done.
    pub action: UserAction,
    /// The role to give, for a change of role.
    pub role: Role,
}

impl Asked {
    /// `action` on the account of that row; for a change of role, to `role`.
    pub fn about(locale: Locale, row: &UserRow, action: UserAction, role: Role) -> Self {
        Self { user_id: row.user_id.clone(), name: name(locale, row), seen_role: row.role, action, role }
    }

    /// What it would come to.
    pub fn question(&self, locale: Locale) -> String {
        let key = match self.action {
            UserAction::ChangeRole => {
                let (was, role) = (locale.t(role_key(self.seen_role)), locale.t(role_key(self.role)));
                return locale.fill_all("users.ask_role", &[("name", &self.name), ("was", was), ("role", role)]);
            }
            UserAction::EndSessions => "users.ask_sessions",
            UserAction::ResetPassword => "users.ask_reset",
            UserAction::RenewLink => "users.ask_link",
            UserAction::Disable => "users.ask_disable",
            UserAction::Enable => "users.ask_enable",
        };
        locale.fill(key, "name", &self.name)
    }

    /// Does it. A link comes back where one was made.
    pub async fn carry_out(self) -> Result<Option<WelcomeLink>, UiError> {
        let id = self.user_id;
        match self.action {
            UserAction::ChangeRole => change_role(id, self.role, self.seen_role).await?,
            UserAction::EndSessions => end_user_sessions(id).await?,
            UserAction::ResetPassword => return reset_password(id).await.map(Some),
            UserAction::RenewLink => return renew_link(id).await.map(Some),
            UserAction::Disable => disable_user(id).await?,
            UserAction::Enable => enable_user(id).await?,
        }
        Ok(None)
    }
}

/// What a button says that does it.
pub fn label_key(action: UserAction) -> &'static str {
    match action {
        UserAction::ChangeRole => "users.change_role",
        UserAction::EndSessions => "users.end_sessions",
        UserAction::ResetPassword => "users.reset",
        UserAction::RenewLink => "users.renew",
        UserAction::Disable => "users.disable",
        UserAction::Enable => "users.enable",
    }
}

/// Whether it takes something away from the person.
pub fn is_harsh(action: UserAction) -> bool {
    matches!(action, UserAction::EndSessions | UserAction::ResetPassword | UserAction::Disable)
}

/// Whether it makes a link, which only the script can show: it must not be in a page that a form leads to.
pub fn makes_link(action: UserAction) -> bool {
    matches!(action, UserAction::ResetPassword | UserAction::RenewLink)
}
