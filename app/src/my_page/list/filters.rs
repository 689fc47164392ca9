//! Searching, filtering and sorting, as one plain form whose state is the page's address.

use crate::i18n::{Locale, use_locale};
use crate::my_page::address;
use crate::my_page::words::{index_words, kind_key, order_key, sensitivity_key, standing_key};
use crate::ui::{Chip, Chips, Choice, FilterForm, SearchLine, dynamic, words};
use contract::{IndexState, Kind, ListMemories, Sensitivity, SortBy, SortOrder, Standing};
use leptos::prelude::*;
use leptos_router::params::ParamsMap;

const FIELDS: &[&str] = &["tab", "q", "kind", "standing", "index_state", "sensitivity", "sort", "order"];

/// The form, and what is in force with a way to take it off.
#[component]
pub fn Filters(
    /// What is asked for.
    request: Memo<ListMemories>,
) -> impl IntoView {
    let locale = use_locale();
    let q = Signal::derive(move || request.with(|request| request.q.clone().unwrap_or_default()));
    view! {
        <FilterForm action="/me" names=FIELDS address=asked>
            <input type="hidden" name="tab" value=move || request.with(|request| request.tab.as_str()) />
            <SearchLine label="filters.search" q />
            <details class="more-filters" open=request.with_untracked(address::is_filtered)>
                <summary>{locale.t("filters.more")}</summary>
                <div class="filter-fields"><FilterFields request /></div>
            </details>
        </FilterForm>
        {dynamic(move || request.with(|request| view! { <Chips chips=chips(locale, request) clear=address::write(&address::unfiltered(request)) /> }))}
    }
}

/// The address of what the form asks for.
fn asked(fields: &ParamsMap) -> String {
    address::write(&address::read(fields))
}

#[component]
fn FilterFields(request: Memo<ListMemories>) -> impl IntoView {
    let kinds = words(Kind::ALL, Kind::as_str, kind_key);
    let standings = words(Standing::ALL, Standing::as_str, standing_key);
    let states = words(IndexState::ALL, IndexState::as_str, |state| index_words(state).0);
    let sensitivities = words(Sensitivity::ALL, Sensitivity::as_str, sensitivity_key);
    let sorts = words(SortBy::ALL, SortBy::as_str, sort_key);
    let orders = words(SortOrder::ALL, SortOrder::as_str, order_key);
    let word = move |pick: fn(&ListMemories) -> Option<&'static str>| {
        Signal::derive(move || request.with(pick).unwrap_or_default())
    };
    view! {
        <Choice name="kind" label="memories.kind" any=true words=kinds chosen=word(|r| r.kind.map(Kind::as_str)) />
        <Choice
            name="standing"
            label="filters.standing"
            any=true
            words=standings
            chosen=word(|r| r.standing.map(Standing::as_str))
        />
        <Choice
            name="index_state"
            label="memories.state"
            any=true
            words=states
            chosen=word(|r| r.index_state.map(IndexState::as_str))
        />
        <Choice
            name="sensitivity"
            label="field.sensitivity"
            any=true
            words=sensitivities
            chosen=word(|r| r.sensitivity.map(Sensitivity::as_str))
        />
        <Choice name="sort" label="filters.sort" any=false words=sorts chosen=word(|r| Some(r.sort.as_str())) />
        <Choice name="order" label="filters.order" any=false words=orders chosen=word(|r| Some(r.order.as_str())) />
    }
}

/// Each filter in force, as a link that takes it off.
fn chips(locale: Locale, request: &ListMemories) -> Vec<Chip> {
    let chip = |(text, without): (String, ListMemories)| Chip { text, without: address::write(&without) };
    in_force(locale, request).into_iter().map(chip).collect()
}

/// The filters in force, and the list without each.
fn in_force(locale: Locale, request: &ListMemories) -> Vec<(String, ListMemories)> {
    let all = address::from_the_start(request);
    let word = |key| locale.t(key).to_owned();
    let holding = |q: &str| locale.fill("filters.holding", "text", q);
    let chips = [
        request.filter().search().map(|q| (holding(q), ListMemories { q: None, ..all.clone() })),
        request.kind.map(|kind| (word(kind_key(kind)), ListMemories { kind: None, ..all.clone() })),
        request.standing.map(|it| (word(standing_key(it)), ListMemories { standing: None, ..all.clone() })),
        request.index_state.map(|it| (word(index_words(it).0), ListMemories { index_state: None, ..all.clone() })),
        request.sensitivity.map(|it| (word(sensitivity_key(it)), ListMemories { sensitivity: None, ..all.clone() })),
    ];
    chips.into_iter().flatten().collect()
}

fn sort_key(sort: SortBy) -> &'static str {
    match sort {
        SortBy::RecordedAt => "memories.recorded",
        SortBy::Kind => "memories.kind",
        SortBy::Scope => "memories.scope",
        SortBy::ValidFrom => "field.valid_from",
        SortBy::IndexState => "memories.state",
    }
}
