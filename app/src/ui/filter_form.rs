//! The form above a list that narrows it. What is asked for is the page's address, with script and without.

use super::Filled;
use crate::i18n::use_locale;
use contract::listing::SEARCH_MAX_BYTES;
use leptos::html;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use leptos_router::params::ParamsMap;

/// The form. Without script it goes to `action` as it is.
#[component]
pub fn FilterForm(
    /// The page.
    action: &'static str,
    /// The names of the fields.
    names: &'static [&'static str],
    /// The address of what is filled in; always from the beginning of the list, as no field says where to go on.
    address: fn(&ParamsMap) -> String,
    /// The fields and the button.
    children: Children,
) -> impl IntoView {
    let form = NodeRef::<html::Form>::new();
    let navigate = use_navigate();
    let filter_here = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(form) = form.get_untracked() {
            let filled = Filled::of(&form);
            let fields: ParamsMap = names.iter().map(|name| (*name, filled.text(name))).collect();
            navigate(&address(&fields), NavigateOptions::default());
        }
    };
    view! {
        <form class="filters" role="search" method="get" action=action node_ref=form on:submit=filter_here>
            {children()}
        </form>
    }
}

/// The field for a text, and the button.
#[component]
pub fn SearchLine(
    /// The key of what is searched.
    label: &'static str,
    /// What is searched for now.
    q: Signal<String>,
) -> impl IntoView {
    let locale = use_locale();
    view! {
        <div class="search-line">
            <label class="visually-hidden" for="q">{locale.t(label)}</label>
            <input
                id="q"
                name="q"
                type="search"
                maxlength=SEARCH_MAX_BYTES.to_string()
                placeholder=locale.t(label)
                value=q.get_untracked()
                prop:value=q
            />
            <button type="submit" class="button primary">{locale.t("filters.apply")}</button>
        </div>
    }
}
