//! My Page: a person's consent, the memories about them, and what else is theirs to see and to end.

mod address;
mod area;
mod ask;
mod consent_card;
mod consent_history;
mod consent_off;
mod correct;
mod data;
mod delete;
mod detail;
pub mod device;
mod keys;
mod list;
mod sessions;
#[cfg(all(test, feature = "ssr"))]
mod tests;
pub mod words;

pub use ask::AskPage;
#[cfg(feature = "ssr")]
pub use consent_off::ConsentOffPage;
pub use data::DataPage;
#[cfg(feature = "ssr")]
pub use detail::MemoryPage;
pub use keys::KeysPage;
pub use list::SearchNote;
pub use sessions::SessionsPage;

use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::{SetConsent, consent};
use crate::ui::dynamic;
use area::{OwnArea, Room};
use consent_card::ConsentCard;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use list::MemoryList;

/// The page; those who are not signed in go to sign in first.
#[component]
pub fn MyPage() -> impl IntoView {
    view! {
        <OwnArea room=Room::Memories>
            <Done />
            <ConsentAndMemories />
        </OwnArea>
    }
}

#[component]
fn ConsentAndMemories() -> impl IntoView {
    let set_consent = ServerAction::<SetConsent>::new();
    let version = set_consent.version();
    let state = load(move || version.get(), |_| consent());
    let granted = Signal::derive(move || state.get().and_then(Result::ok).map(|state| state.granted));
    view! {
        <ConsentCard state set_consent />
        <MemoryList granted />
    }
}

/// What a plain form has just done, which only the page that it leads to can say.
#[component]
fn Done() -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    dynamic(move || {
        let key = match query.read().get_str("done")? {
            "deleted" => "done.deleted",
            "corrected" => "correct.saved",
            "removed" => "correct.removed",
            _ => return None,
        };
        Some(view! { <p class="notice" role="status" tabindex="-1" autofocus>{locale.t(key)}</p> })
    })
}
