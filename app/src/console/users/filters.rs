//! Searching and filtering, as one plain form whose state is the page's address.

use super::address;
use super::words::state_words;
use crate::auth::role_key;
use crate::i18n::{Locale, use_locale};
use crate::ui::{Chip, Chips, Choice, FilterForm, SearchLine, dynamic, words};
use contract::{AccountState, ListUsers, Role};
use leptos::prelude::*;
use leptos_router::params::ParamsMap;

const FIELDS: &[&str] = &["q", "role", "state"];

/// The form, and what is in force with a way to take it off.
#[component]
pub fn Filters(
    /// What is asked for.
    request: Memo<ListUsers>,
) -> impl IntoView {
    let locale = use_locale();
    let q = Signal::derive(move || request.with(|request| request.q.clone().unwrap_or_default()));
    let roles = words(&Role::ALL, Role::as_str, role_key);
    let states = words(AccountState::ALL, AccountState::as_str, |state| state_words(state).0);
    let role = Signal::derive(move || request.with(|request| request.role.map(Role::as_str)).unwrap_or_default());
    let state =
        Signal::derive(move || request.with(|request| request.state.map(AccountState::as_str)).unwrap_or_default());
    view! {
        <FilterForm action="/admin/users" names=FIELDS address=asked>
            <SearchLine label="users.search" q />
            <div class="filter-fields">
                <Choice name="role" label="demo.role" any=true words=roles chosen=role />
                <Choice name="state" label="users.state" any=true words=states chosen=state />
            </div>
        </FilterForm>
        {dynamic(move || {
            let chips = request.with(|request| chips(locale, request));
            view! { <Chips chips clear=address::write(&ListUsers::default()) /> }
        })}
    }
}

/// The address of what the form asks for.
fn asked(fields: &ParamsMap) -> String {
    address::write(&address::read(fields))
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
