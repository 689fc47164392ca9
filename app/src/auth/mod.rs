//! The pages of those who are not signed in yet: signing in, setting up a new install, and choosing a password by a link.

mod demo;
mod login;
mod setup;
mod welcome;

pub use demo::DemoAccount;
pub use login::LoginPage;
pub use setup::SetUpPage;
pub use welcome::WelcomePage;

use crate::error::UiError;
use crate::i18n::use_locale;
use crate::ui::{Field, load_page};
use contract::Role;
use leptos::prelude::*;

/// The word for a role.
pub fn role_key(role: Role) -> &'static str {
    match role {
        Role::User => "role.user",
        Role::Reviewer => "role.reviewer",
        Role::Admin => "role.admin",
        Role::Superadmin => "role.superadmin",
    }
}

/// What the server last said against the form; `None` while it has said nothing.
fn refusal<T: Clone + Send + Sync + 'static>(
    value: impl Fn() -> Option<Result<T, UiError>> + Send + Sync + 'static,
) -> Signal<Option<UiError>> {
    Signal::derive(move || value().and_then(Result::err))
}

/// Where a new password is chosen.
#[component]
fn NewPassword(
    /// What the server last said.
    error: Signal<Option<UiError>>,
) -> impl IntoView {
    let locale = use_locale();
    view! {
        <Field
            name="password"
            label=locale.t("auth.password")
            kind="password"
            autocomplete="new-password"
            hint=locale.t("auth.password_hint")
            min_length="12"
            error
        />
    }
}

/// Loads the page that the server named, so that everything on it knows the new session.
fn load_when_signed_in(value: impl Fn() -> Option<Result<String, UiError>> + 'static) {
    Effect::new(move |_| {
        if let Some(Ok(next)) = value() {
            load_page(&next);
        }
    });
}
