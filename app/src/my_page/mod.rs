//! My Page: a person's consent, and the memories about them.

mod consent_card;
mod consent_off;
mod memory_list;
mod memory_row;
#[cfg(all(test, feature = "ssr"))]
mod tests;

pub use consent_off::ConsentOffPage;

use crate::i18n::use_locale;
use crate::server_fns::{SetConsent, consent};
use crate::session::use_session;
use crate::ui::go_to;
use consent_card::ConsentCard;
use contract::SessionView;
use leptos::prelude::*;
use leptos_meta::Title;
use memory_list::MemoryList;

/// The page; those who are not signed in go to sign in first.
#[component]
pub fn MyPage() -> impl IntoView {
    if let Some(session) = use_session() {
        view! { <OwnPage session /> }.into_any()
    } else {
        go_to("/login?next=/me");
        ().into_any()
    }
}

#[component]
fn OwnPage(session: SessionView) -> impl IntoView {
    let locale = use_locale();
    let set_consent = ServerAction::<SetConsent>::new();
    let version = set_consent.version();
    let state = Resource::new(move || version.get(), |_| consent());
    let granted = Signal::derive(move || state.get().and_then(Result::ok).map(|state| state.granted));
    view! {
        <Title text=locale.t("me.title") />
        <div class="page-title">
            <h1>{locale.t("me.title")}</h1>
            <p class="note">{locale.fill("me.signed_in", "email", &session.email)}</p>
        </div>
        <ConsentCard state set_consent />
        <MemoryList granted />
    }
}
