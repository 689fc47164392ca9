//! Searching and filtering, as one plain form whose state is the page's address.

use super::address;
use super::words::state_words;
use crate::auth::role_key;
use crate::i18n::{Locale, use_locale};
use crate::ui::{Chip, Chips, Choice, Filled, dynamic, words};
use contract::listing::SEARCH_MAX_BYTES;
use contract::{AccountState, ListUsers, Role};
use leptos::html;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use leptos_router::params::ParamsMap;

/// The form, and what is in force with a way to take it off.
#[component]
pub fn Filters(
    /// What is asked for.
    request: Memo<ListUsers>,
) -> impl IntoView {
    let locale = use_locale();
    let form = NodeRef::<html::Form>::new();
    let navigate = use_navigate();
    let search_here = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(form) = form.get_untracked() {
            navigate(&address::write(&asked_by(&form)), NavigateOptions::default());
        }
    };
    let roles = words(&Role::ALL, Role::as_str, role_key);
    let states = words(AccountState::ALL, AccountState::as_str, |state| state_words(state).0);
    let role = Signal::derive(move || request.with(|request| request.role.map(Role::as_str)).unwrap_or_default());
    let state =
        Signal::derive(move || request.with(|request| request.state.map(AccountState::as_str)).unwrap_or_default());
    view! {
        <form class="filters" role="search" method="get" action="/admin/users" node_ref=form on:submit=search_here>
            <div class="search-line">
                <label class="visually-hidden" for="q">{locale.t("users.search")}</label>
                <input
                    id="q"
                    name="q"
                    type="search"
                    maxlength=SEARCH_MAX_BYTES.to_string()
                    placeholder=locale.t("users.search")
                    value=request.get_untracked().q
                    prop:value=move || request.with(|request| request.q.clone().unwrap_or_default())
                />
                <button type="submit" class="button primary">{locale.t("filters.apply")}</button>
            </div>
            <div class="filter-fields">
                <Choice name="role" label="demo.role" any=true words=roles chosen=role />
                <Choice name="state" label="users.state" any=true words=states chosen=state />
            </div>
        </form>
        {dynamic(move || {
            let chips = request.with(|request| chips(locale, request));
            view! { <Chips chips clear=address::write(&ListUsers::default()) /> }
        })}
    }
}

/// What the form asks for; always from the beginning.
fn asked_by(form: &leptos::web_sys::HtmlFormElement) -> ListUsers {
    let mut query = ParamsMap::new();
    let filled = Filled::of(form);
    for name in ["q", "role", "state"] {
        query.insert(name, filled.text(name));
    }
    address::read(&query)
}

/// The filters in force, each with the list without it.
fn chips(locale: Locale, request: &ListUsers) -> Vec<Chip> {
    let all = address::from_the_start(request);
    let chip = |text: String, without: ListUsers| Chip { text, without: address::write(&without) };
    let chips = [
        request.search().map(|q| chip(locale.fill("filters.holding", "text", q), ListUsers { q: None, ..all.clone() })),
        request.role.map(|role| chip(locale.t(role_key(role)).to_owned(), ListUsers { role: None, ..all.clone() })),
        request
            .state
            .map(|state| chip(locale.t(state_words(state).0).to_owned(), ListUsers { state: None, ..all.clone() })),
    ];
    chips.into_iter().flatten().collect()
}
