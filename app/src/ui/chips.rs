//! The filters in force above a list, each with a way to take it off.

use crate::i18n::use_locale;
use leptos::prelude::*;

/// A filter in force.
pub struct Chip {
    /// What it says.
    pub text: String,
    /// The address of the list without it.
    pub without: String,
}

/// The filters, and a way to take off all of them; nothing if there are none.
#[component]
pub fn Chips(
    /// The filters.
    chips: Vec<Chip>,
    /// The address of the list without any of them.
    clear: String,
) -> impl IntoView {
    let locale = use_locale();
    let chips: Vec<_> = chips
        .into_iter()
        .map(|Chip { text, without }| {
            let label = locale.fill("filters.remove", "filter", &text);
            view! {
                <li>
                    <a class="chip" href=without aria-label=label>
                        <bdi>{text}</bdi> <span aria-hidden="true">"×"</span>
                    </a>
                </li>
            }
        })
        .collect();
    (!chips.is_empty()).then(|| {
        view! {
            <div class="chips">
                <ul aria-label=locale.t("filters.in_force")>{chips}</ul>
                <a href=clear>{locale.t("filters.clear")}</a>
            </div>
        }
    })
}
