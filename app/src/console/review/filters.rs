//! Searching, filtering and sorting the queue, as one plain form whose state is the page's address.

use super::address;
use super::state::LoadedQueue;
use super::words::{sort_key, time_left_key};
use crate::i18n::{Locale, use_locale};
use crate::my_page::words::{kind_key, order_key, sensitivity_key};
use crate::ui::{Chip, Chips, Choice, FilterForm, SearchLine, dynamic, words};
use contract::review::{ListCandidates, QueueSort, TimeLeft};
use contract::text::EMAIL_MAX_BYTES;
use contract::{Kind, Sensitivity, ServiceChoice, SortOrder};
use leptos::prelude::*;
use leptos_router::params::ParamsMap;

const FIELDS: &[&str] = &[
    "q",
    "kind",
    "service",
    "sensitivity",
    "min_confidence",
    "max_confidence",
    "time_left",
    "person",
    "sort",
    "order",
];

/// The form, and what is in force with a way to take it off.
#[component]
pub fn Filters(
    /// What is asked for.
    request: Memo<ListCandidates>,
    /// The queue, which knows the services.
    list: LoadedQueue,
) -> impl IntoView {
    let locale = use_locale();
    let q = Signal::derive(move || request.with(|request| request.q.clone().unwrap_or_default()));
    view! {
        <FilterForm action=address::PAGE names=FIELDS address=asked>
            <SearchLine label="queue.search" q />
            <details class="more-filters" open=request.with_untracked(address::is_filtered)>
                <summary>{locale.t("filters.more")}</summary>
                <div class="filter-fields"><FilterFields request list /></div>
            </details>
        </FilterForm>
        <Transition>
            {dynamic(move || {
                let services = services(list);
                request.with(|request| {
                    let clear = address::write(&address::unfiltered(request));
                    view! { <Chips chips=chips(locale, request, &services) clear /> }
                })
            })}
        </Transition>
    }
}

fn services(list: LoadedQueue) -> Vec<ServiceChoice> {
    list.get().and_then(Result::ok).map(|page| page.services).unwrap_or_default()
}

/// The address of what the form asks for.
fn asked(fields: &ParamsMap) -> String {
    address::write(&address::read(fields))
}

#[component]
fn FilterFields(request: Memo<ListCandidates>, list: LoadedQueue) -> impl IntoView {
    let kinds = words(Kind::ALL, Kind::as_str, kind_key);
    let sensitivities = words(Sensitivity::ALL, Sensitivity::as_str, sensitivity_key);
    let times = words(TimeLeft::ALL, TimeLeft::as_str, time_left_key);
    let sorts = words(QueueSort::ALL, QueueSort::as_str, sort_key);
    let orders = words(SortOrder::ALL, SortOrder::as_str, order_key);
    let word = move |pick: fn(&ListCandidates) -> Option<&'static str>| {
        Signal::derive(move || request.with(pick).unwrap_or_default())
    };
    let number = move |pick: fn(&ListCandidates) -> Option<f64>| {
        Signal::derive(move || request.with(pick).map(|number| number.to_string()).unwrap_or_default())
    };
    let person = Signal::derive(move || request.with(|request| request.person.clone().unwrap_or_default()));
    view! {
        <Choice name="kind" label="memories.kind" any=true words=kinds chosen=word(|r| r.kind.map(Kind::as_str)) />
        <ServiceField request list />
        <Choice
            name="sensitivity"
            label="field.sensitivity"
            any=true
            words=sensitivities
            chosen=word(|r| r.sensitivity.map(Sensitivity::as_str))
        />
        <Choice
            name="time_left"
            label="queue.time_left"
            any=true
            words=times
            chosen=word(|r| r.time_left.map(TimeLeft::as_str))
        />
        <Share name="min_confidence" label="queue.min_confidence" value=number(|r| r.min_confidence) />
        <Share name="max_confidence" label="queue.max_confidence" value=number(|r| r.max_confidence) />
        <div class="field">
            <label for="person">{use_locale().t("queue.person")}</label>
            <input
                id="person"
                name="person"
                type="text"
                autocapitalize="none"
                spellcheck="false"
                maxlength=EMAIL_MAX_BYTES.to_string()
                value=person.get_untracked()
                prop:value=person
            />
        </div>
        <Choice name="sort" label="filters.sort" any=false words=sorts chosen=word(|r| Some(r.sort.as_str())) />
        <Choice name="order" label="filters.order" any=false words=orders chosen=word(|r| Some(r.order.as_str())) />
    }
}

/// A number from 0 to 1.
#[component]
fn Share(name: &'static str, label: &'static str, value: Signal<String>) -> impl IntoView {
    view! {
        <div class="field">
            <label for=name>{use_locale().t(label)}</label>
            <input
                id=name
                name=name
                type="number"
                inputmode="decimal"
                min="0"
                max="1"
                step="any"
                value=value.get_untracked()
                prop:value=value
            />
        </div>
    }
}

/// The services that have candidates waiting; the chosen one also when it has none left.
#[component]
fn ServiceField(request: Memo<ListCandidates>, list: LoadedQueue) -> impl IntoView {
    let locale = use_locale();
    let options = move || {
        let chosen = request.with(|request| request.service.clone());
        let mut services = services(list);
        if let Some(id) = chosen.clone().filter(|id| services.iter().all(|one| &one.service != id)) {
            services.push(ServiceChoice { name: id.to_string(), service: id });
        }
        let option = |one: ServiceChoice| {
            let is_chosen = chosen.as_ref() == Some(&one.service);
            view! { <option value=one.service.to_string() selected=is_chosen>{one.name}</option> }
        };
        services.into_iter().map(option).collect::<Vec<_>>()
    };
    view! {
        <div class="field">
            <label for="service">{locale.t("queue.service")}</label>
            <Transition>
                {dynamic(move || view! {
                    <select id="service" name="service">
                        <option value="">{locale.t("filters.any")}</option>
                        {options()}
                    </select>
                })}
            </Transition>
        </div>
    }
}

/// Each filter in force, as a link that takes it off.
fn chips(locale: Locale, request: &ListCandidates, services: &[ServiceChoice]) -> Vec<Chip> {
    let all = address::from_the_start(request);
    let word = |key| locale.t(key).to_owned();
    let named = |key, value: &str| format!("{}: {value}", locale.t(key));
    let service_name = |id: &contract::ServiceId| {
        let known = services.iter().find(|one| &one.service == id);
        known.map_or_else(|| id.to_string(), |one| one.name.clone())
    };
    let filter = request.filter();
    let chips = [
        filter.search().map(|q| (locale.fill("filters.holding", "text", q), ListCandidates { q: None, ..all.clone() })),
        request.kind.map(|it| (word(kind_key(it)), ListCandidates { kind: None, ..all.clone() })),
        request.service.as_ref().map(|id| (service_name(id), ListCandidates { service: None, ..all.clone() })),
        request.sensitivity.map(|it| (word(sensitivity_key(it)), ListCandidates { sensitivity: None, ..all.clone() })),
        request.min_confidence.map(|number| {
            let text = named("queue.min_confidence", &number.to_string());
            (text, ListCandidates { min_confidence: None, ..all.clone() })
        }),
        request.max_confidence.map(|number| {
            let text = named("queue.max_confidence", &number.to_string());
            (text, ListCandidates { max_confidence: None, ..all.clone() })
        }),
        request.time_left.map(|it| (word(time_left_key(it)), ListCandidates { time_left: None, ..all.clone() })),
        filter.person().map(|it| (named("queue.person", it), ListCandidates { person: None, ..all.clone() })),
    ];
    chips.into_iter().flatten().map(|(text, without)| Chip { text, without: address::write(&without) }).collect()
}
