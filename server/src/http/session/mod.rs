//! Browser sessions: an opaque cookie, a record in the store under the hash of its id, and the account behind it.
//!
//! Kept true here: the id changes at sign-in and when the role changes; a session ends by idleness, by age, by sign-out,
//! and at once when its account is gone or disabled, whatever the cookie says.

mod attach;
mod cookie;
mod current;
mod device;
mod limits;
mod store;

pub use current::CurrentSession;
pub use limits::{Limits, SignedIn};

use super::{AppState, csrf};
use axum::Router;
use axum::middleware::from_fn_with_state;
use store::HashedStore;
use tower_sessions::SessionManagerLayer;
use tower_sessions::cookie::SameSite;

/// Puts the session and the checks that go with a cookie around `router`.
pub fn guard(router: Router, state: &AppState) -> Router {
    let sessions = SessionManagerLayer::new(HashedStore::new(state))
        .with_name(cookie::name(state.config.server.is_tls()))
        .with_secure(state.config.server.is_tls())
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_path("/");
    router
        .layer(from_fn_with_state(state.clone(), attach::attach))
        .layer(sessions)
        .layer(from_fn_with_state(state.clone(), csrf::check))
        .layer(from_fn_with_state(state.clone(), cookie::mend_removal))
}
