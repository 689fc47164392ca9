//! The accounts of a tenant as administrators manage them. Nothing here says anything of anybody's memories.

use crate::account::Role;
use crate::details::Faults;
use crate::error::{Fault, FieldError};
use crate::ids::UserId;
use crate::listing::SEARCH_MAX_BYTES;
use crate::memory::words;
use crate::page::DEFAULT_PAGE_SIZE;
use crate::text::{EXTERNAL_ID_MAX_BYTES, is_email};
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

words!(
    /// What an account is good for now.
    AccountState {
        /// In use. People without an address are only known to services, and never sign in.
        Active = "active",
        /// Its person has yet to choose a password, by a link.
        Invited = "invited",
        /// Nobody signs in, its keys do nothing, and services do not know the person.
        Disabled = "disabled",
    }
);

words!(
    /// What can be done with an account.
    UserAction {
        /// Give it another role.
        ChangeRole = "change_role",
        /// Disable it.
        Disable = "disable",
        /// Take it into use again.
        Enable = "enable",
        /// Sign its person out everywhere.
        EndSessions = "end_sessions",
        /// End its password, and make a link with which its person chooses another.
        ResetPassword = "reset_password",
        /// Make a new link in place of the one that has not been used.
        RenewLink = "renew_link",
    }
);

/// The parameters of `GET /api/v1/admin/users`, and the state in the address of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ListUsers {
    /// Of that role only.
    pub role: Option<Role>,
    /// In that state only.
    pub state: Option<AccountState>,
    /// With that text in the e-mail address or in an external id.
    pub q: Option<String>,
    /// Where the page begins, from the page before.
    pub cursor: Option<String>,
    /// How many rows, held between 1 and 200.
    pub limit: u32,
}

impl Default for ListUsers {
    fn default() -> Self {
        Self { role: None, state: None, q: None, cursor: None, limit: DEFAULT_PAGE_SIZE }
    }
}

impl ListUsers {
    /// Everything that is wrong with it; empty if it is fine. A blank search text is none.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        if let Some(q) = self.search() {
            faults.text("q", q, SEARCH_MAX_BYTES);
        }
        faults.0
    }

    /// The text to search for, unless it is blank.
    pub fn search(&self) -> Option<&str> {
        self.q.as_deref().map(str::trim).filter(|q| !q.is_empty())
    }
}

/// One account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserRow {
    /// The account.
    pub user_id: UserId,
    /// The address to sign in with; absent for people who are only known to services.
    pub email: Option<String>,
    /// How services call the person.
    pub external_ids: Vec<String>,
    /// What it may do.
    pub role: Role,
    /// What it is good for now.
    pub state: AccountState,
    /// Until when the link for choosing a password works, if one is out.
    pub link_expires_at: Option<Timestamp>,
    /// Whether the person has switched memory on.
    pub has_consented: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last seen, as far as a browser is still signed in.
    pub seen_at: Option<Timestamp>,
    /// In how many browsers its person is signed in.
    pub sessions: u32,
    /// Whether it is the asking one.
    pub is_you: bool,
    /// What the asking one may do with it.
    pub allowed: Vec<UserAction>,
}

/// One page of the accounts, latest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserList {
    /// The rows.
    pub items: Vec<UserRow>,
    /// Pass this to get the next page; absent on the last one. Opaque to callers.
    pub next_cursor: Option<String>,
    /// The roles that the asking one may give.
    pub roles: Vec<Role>,
}

/// The body of `POST /api/v1/admin/users`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct InviteUser {
    /// The address that the person will sign in with.
    pub email: String,
    /// What the account may do.
    pub role: Role,
    /// How services call the person, if they do.
    #[serde(default)]
    pub external_id: Option<String>,
}

impl InviteUser {
    /// Everything that is wrong with it; empty if it is fine. A blank external id is none.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        if !is_email(self.email.trim()) {
            faults.0.push(FieldError::of(Fault::Invalid, "email", "must be an e-mail address"));
        }
        if let Some(id) = self.external_id() {
            faults.text("external_id", id, EXTERNAL_ID_MAX_BYTES);
        }
        faults.0
    }

    /// The external id, unless it is blank.
    pub fn external_id(&self) -> Option<&str> {
        self.external_id.as_deref().map(str::trim).filter(|id| !id.is_empty())
    }
}

/// The body of `PUT /api/v1/admin/users/{id}/role`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeRole {
    /// The role to give.
    pub role: Role,
    /// The role that the account had when this was decided; another one now is `stale_version`.
    pub seen_role: Role,
}

/// A link with which a person chooses a password and is signed in: the only answer that ever holds it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WelcomeLink {
    /// Whose account it opens.
    pub user_id: UserId,
    /// Where it leads on this server, with the token that works once.
    pub path: String,
    /// Until when it works.
    pub expires_at: Timestamp,
}

impl WelcomeLink {
    /// The link for that token, of letters, digits and `_`.
    pub fn new(user_id: UserId, token: &str, expires_at: Timestamp) -> Self {
        Self { user_id, path: format!("/welcome?token={token}"), expires_at }
    }
}

impl std::fmt::Debug for WelcomeLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { user_id, expires_at, .. } = self;
        f.debug_struct("WelcomeLink").field("user_id", user_id).field("expires_at", expires_at).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PrefixedId;

    fn invitation(email: &str, external_id: Option<&str>) -> InviteUser {
        InviteUser { email: email.to_owned(), role: Role::User, external_id: external_id.map(str::to_owned) }
    }

    #[test]
    fn an_invitation_needs_an_address_and_no_external_id() {
        assert!(invitation(" mina@example.com ", None).faults().is_empty());
        let blank = invitation("mina@example.com", Some("  "));
        assert!(blank.faults().is_empty() && blank.external_id().is_none());
        let wrong = invitation("mina", Some("a\u{0}b")).faults();
        assert_eq!(wrong.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), ["email", "external_id"]);
    }

    #[test]
    fn a_link_is_not_told_by_accident() {
        let at = Timestamp::from_micros(0).expect("in range");
        let link = WelcomeLink::new(UserId::from_bytes([7; 16]), "welcome_abc", at);
        assert_eq!(link.path, "/welcome?token=welcome_abc");
        assert!(!format!("{link:?}").contains("welcome_abc"));
    }

    #[test]
    fn parameters_have_defaults_and_no_strangers() {
        let list: ListUsers = serde_json::from_str(r#"{"role":"admin","q":" "}"#).expect("reads");
        assert_eq!((list.role, list.search(), list.limit), (Some(Role::Admin), None, DEFAULT_PAGE_SIZE));
        assert!(serde_json::from_str::<ListUsers>(r#"{"colour":1}"#).is_err());
    }
}
