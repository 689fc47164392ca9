//! The help sheet: every key, and the switch for those that are a single character.

use super::asking::Asking;
use super::shortcuts::KeysOn;
use super::state::{Asked, Review};
use crate::i18n::use_locale;
use leptos::prelude::*;

/// The keys and what they do.
const KEYS: [(&str, &str); 11] = [
    ("J  ↓", "shortcut.next"),
    ("K  ↑", "shortcut.previous"),
    ("E  Enter", "shortcut.open"),
    ("X", "shortcut.select"),
    ("A A", "shortcut.approve"),
    ("R", "shortcut.reject"),
    ("1 – 7", "shortcut.reason"),
    ("U", "shortcut.undo"),
    ("/", "shortcut.search"),
    ("Esc", "shortcut.close"),
    ("?", "shortcut.help"),
];

/// The button that opens the sheet, and the sheet. Shows with script only.
#[component]
pub fn Help(
    /// What the rows share.
    review: Review,
    /// The switch.
    keys_on: KeysOn,
) -> impl IntoView {
    let locale = use_locale();
    let ready = crate::ui::use_ready();
    provide_context(keys_on);
    let content = |review: Review, asked: Asked| match asked {
        Asked::Help => view! { <Sheet review /> }.into_any(),
        _ => ().into_any(),
    };
    view! {
        <button
            type="button"
            class="button quiet"
            hidden=move || !ready.get()
            on:click=move |_| review.asked.set(Some(Asked::Help))
        >
            {locale.t("shortcut.title")} <kbd aria-hidden="true">"?"</kbd>
        </button>
        <Asking review title_id="help-title" title="shortcut.title" content />
    }
}

#[component]
fn Sheet(review: Review) -> impl IntoView {
    let locale = use_locale();
    let keys: Vec<_> = KEYS
        .into_iter()
        .map(|(keys, key)| {
            let keys: Vec<_> = keys.split("  ").map(|key| view! { <kbd>{key}</kbd> " " }).collect();
            view! { <div><dt>{keys}</dt><dd>{locale.t(key)}</dd></div> }
        })
        .collect();
    let switch = use_context::<KeysOn>().map(|keys_on| {
        view! {
            <label class="choice">
                <input
                    type="checkbox"
                    prop:checked=keys_on.0
                    on:change=move |event| keys_on.switch(event_target_checked(&event))
                />
                <span>{locale.t("shortcut.switch")}</span>
            </label>
        }
    });
    view! {
        <dl class="facts keys">{keys}</dl>
        {switch}
        <p class="hint">{locale.t("shortcut.silent")}</p>
        <div class="choices">
            <button type="button" class="button primary" autofocus on:click=move |_| review.asked.set(None)>
                {locale.t("detail.close")}
            </button>
        </div>
    }
}
