//! Signing in and out, setting up a new install, and choosing a password by a link.

use crate::auth::DemoAccount;
use crate::error::UiError;
use leptos::server;
use serde::{Deserialize, Serialize};

/// What the pages for the signed-out need to know about the install.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessView {
    /// There is no account yet: the set-up page comes first.
    pub needs_setup: bool,
    /// The accounts of a demo.
    pub demo: Vec<DemoAccount>,
}

/// Says whether the install waits for its set-up, and which demo accounts there are. Open to everyone.
///
/// # Errors
/// `internal` if the store fails.
#[server(prefix = "/ui", endpoint = "access-state")]
pub async fn access_state() -> Result<AccessView, UiError> {
    use crate::server::{ServerInfo, desks, provided, refuse};
    let demo = provided::<ServerInfo>()?.demo.unwrap_or_default();
    let needs_setup = desks()?.front().needs_setup().await.map_err(refuse)?;
    Ok(AccessView { needs_setup, demo })
}

/// Signs in, and says where to go on.
///
/// # Errors
/// `wrong_credentials`, `rate_limited`, `busy`.
#[server(prefix = "/ui", endpoint = "sign-in")]
pub async fn sign_in(email: String, password: String, next: Option<String>) -> Result<String, UiError> {
    use crate::local_path::after_sign_in;
    use crate::server::{browser_session, desks, refuse, send_form_on};
    let session = browser_session()?;
    let attempt = domain::desks::SignIn { email, password, address: session.address() };
    let user = desks()?.front().sign_in(attempt).await.map_err(refuse)?;
    session.begin(user).await.map_err(refuse)?;
    let next = after_sign_in(next.as_deref()).to_owned();
    send_form_on(&next);
    Ok(next)
}

/// Signs out here and on the server.
///
/// # Errors
/// `internal` if the store fails.
#[server(prefix = "/ui", endpoint = "sign-out")]
pub async fn sign_out() -> Result<(), UiError> {
    use crate::server::{browser_session, refuse, send_form_on};
    browser_session()?.end().await.map_err(refuse)?;
    send_form_on("/");
    Ok(())
}

/// Creates the first account with the one-time token, signs it in, and says where to go on.
///
/// # Errors
/// `wrong_setup_token`, `invalid_input`, `rate_limited`.
#[server(prefix = "/ui", endpoint = "set-up")]
pub async fn set_up(token: String, email: String, password: String) -> Result<String, UiError> {
    use crate::server::{browser_session, desks, refuse, send_form_on};
    let session = browser_session()?;
    let attempt = domain::desks::SignIn { email, password, address: session.address() };
    let user = desks()?.front().set_up(token.trim(), attempt).await.map_err(refuse)?;
    session.begin(user).await.map_err(refuse)?;
    send_form_on("/me");
    Ok("/me".to_owned())
}

/// Takes a link from an administrator: makes `password` that of its account, signs it in, and says where to go on.
///
/// # Errors
/// `wrong_link`, `invalid_input`, `rate_limited`.
#[server(prefix = "/ui", endpoint = "welcome")]
pub async fn welcome(token: String, password: String) -> Result<String, UiError> {
    use crate::server::{browser_session, desks, refuse, send_form_on};
    let session = browser_session()?;
    let user = desks()?.front().welcome(&token, &password, session.address()).await.map_err(refuse)?;
    session.begin(user).await.map_err(refuse)?;
    send_form_on("/me");
    Ok("/me".to_owned())
}
