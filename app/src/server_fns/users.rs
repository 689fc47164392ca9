//! The accounts of the tenant, and the link with which their people choose a password.

use crate::error::UiError;
use contract::{ListUsers, Role, UserId, UserList, WelcomeLink};
use leptos::server;

/// One page of the tenant's accounts.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input` for a cursor that is none or a search text that is too long.
#[server(prefix = "/ui", endpoint = "users")]
pub async fn users(#[server(default)] request: ListUsers) -> Result<UserList, UiError> {
    use crate::server::{refuse, users_desk};
    users_desk().await?.list(&request).await.map_err(refuse)
}

/// Makes an account. The answer is the only one that holds its link.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input`.
#[server(prefix = "/ui", endpoint = "invite-user")]
pub async fn invite_user(email: String, role: Role, external_id: Option<String>) -> Result<WelcomeLink, UiError> {
    use crate::server::{refuse, users_desk};
    use contract::InviteUser;
    users_desk().await?.invite(&InviteUser { email, role, external_id }).await.map_err(refuse)
}

/// Gives an account another role, if it still has the one that was seen.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`, `stale_version`, `last_superadmin`.
#[server(prefix = "/ui", endpoint = "change-role")]
pub async fn change_role(user_id: UserId, role: Role, seen_role: Role) -> Result<(), UiError> {
    use crate::server::{refuse, send_form_on, users_desk};
    use contract::ChangeRole;
    users_desk().await?.change_role(&user_id, ChangeRole { role, seen_role }).await.map_err(refuse)?;
    send_form_on("/admin/users?done");
    Ok(())
}

/// Disables an account; acts at once.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`, `stale_version`, `last_superadmin`.
#[server(prefix = "/ui", endpoint = "disable-user")]
pub async fn disable_user(user_id: UserId) -> Result<(), UiError> {
    use crate::server::{refuse, send_form_on, users_desk};
    users_desk().await?.disable(&user_id).await.map_err(refuse)?;
    send_form_on("/admin/users?done");
    Ok(())
}

/// Takes an account into use again.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`, `stale_version`.
#[server(prefix = "/ui", endpoint = "enable-user")]
pub async fn enable_user(user_id: UserId) -> Result<(), UiError> {
    use crate::server::{refuse, send_form_on, users_desk};
    users_desk().await?.enable(&user_id).await.map_err(refuse)?;
    send_form_on("/admin/users?done");
    Ok(())
}

/// Signs a person out everywhere.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`, `stale_version`.
#[server(prefix = "/ui", endpoint = "end-user-sessions")]
pub async fn end_user_sessions(user_id: UserId) -> Result<(), UiError> {
    use crate::server::{refuse, send_form_on, users_desk};
    users_desk().await?.end_sessions(&user_id).await.map_err(refuse)?;
    send_form_on("/admin/users?done");
    Ok(())
}

/// Ends an account's password. The answer is the only one that holds the link for choosing another.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`, `stale_version`.
#[server(prefix = "/ui", endpoint = "reset-password")]
pub async fn reset_password(user_id: UserId) -> Result<WelcomeLink, UiError> {
    use crate::server::{refuse, users_desk};
    users_desk().await?.reset_password(&user_id).await.map_err(refuse)
}

/// Makes a new link in place of an unused one. The answer is the only one that holds it.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `not_found`, `stale_version`.
#[server(prefix = "/ui", endpoint = "renew-link")]
pub async fn renew_link(user_id: UserId) -> Result<WelcomeLink, UiError> {
    use crate::server::{refuse, users_desk};
    users_desk().await?.renew_link(&user_id).await.map_err(refuse)
}
