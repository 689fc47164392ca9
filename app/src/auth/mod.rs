//! The pages of those who are not signed in yet: signing in, and setting up a new install.

mod demo;
mod login;
mod setup;

pub use demo::DemoAccount;
pub use login::LoginPage;
pub use setup::SetUpPage;

use crate::error::UiError;
use crate::ui::load_page;
use leptos::prelude::*;

/// What the server last said against the form; `None` while it has said nothing.
fn refusal<T: Clone + Send + Sync + 'static>(
    value: impl Fn() -> Option<Result<T, UiError>> + Send + Sync + 'static,
) -> Signal<Option<UiError>> {
    Signal::derive(move || value().and_then(Result::err))
}

/// Loads the page that the server named, so that everything on it knows the new session.
fn load_when_signed_in(value: impl Fn() -> Option<Result<String, UiError>> + 'static) {
    Effect::new(move |_| {
        if let Some(Ok(next)) = value() {
            load_page(&next);
        }
    });
}
