//! Filtering, as one plain form whose state is the page's address.

use super::address;
use super::words::{action_key, area_key, ending_words};
use crate::i18n::{Locale, use_locale};
use crate::ui::{Chip, Chips, Choice, FilterForm, dynamic, words};
use contract::{AuditAction, AuditEnding, ListAudit};
use leptos::prelude::*;
use leptos_router::params::ParamsMap;

const FIELDS: &[&str] = &["action", "ending", "from", "until", "actor", "subject", "object"];

/// The form, and what is in force with a way to take it off.
#[component]
pub fn Filters(
    /// What is asked for.
    request: Memo<ListAudit>,
) -> impl IntoView {
    let locale = use_locale();
    let endings = words(AuditEnding::ALL, AuditEnding::as_str, |ending| ending_words(ending).0);
    let ending =
        Signal::derive(move || request.with(|request| request.ending.map(AuditEnding::as_str)).unwrap_or_default());
    view! {
        <FilterForm action="/admin/audit" names=FIELDS address=asked>
            <div class="filter-fields">
                <ActionChoice request />
                <Choice name="ending" label="audit.ending" any=true words=endings chosen=ending />
                <Text name="from" kind="date" label="audit.from" request pick=address::first_day />
                <Text name="until" kind="date" label="audit.until" request pick=address::last_day />
                <Text name="actor" kind="text" label="audit.actor_id" request pick=|request| request.actor.clone() />
                <Text name="subject" kind="text" label="audit.subject_id" request pick=|request| request.subject.clone() />
                <Text name="object" kind="text" label="audit.object_id" request pick=|request| request.object.clone() />
            </div>
            <div class="choices">
                <button type="submit" class="button primary">{locale.t("audit.apply")}</button>
            </div>
        </FilterForm>
        {dynamic(move || {
            let chips = request.with(|request| chips(locale, request));
            view! { <Chips chips clear=address::write(&ListAudit::default()) /> }
        })}
    }
}

/// The address of what the form asks for.
fn asked(fields: &ParamsMap) -> String {
    address::write(&address::read(fields))
}

/// The actions by area, each area also as a whole.
#[component]
fn ActionChoice(request: Memo<ListAudit>) -> impl IntoView {
    let locale = use_locale();
    let chosen = Signal::derive(move || request.with(|request| request.action.clone().unwrap_or_default()));
    let option = move |value: String, text: String| {
        let selected = chosen.get_untracked() == value;
        view! { <option value=value selected=selected>{text}</option> }
    };
    let groups: Vec<_> = areas()
        .into_iter()
        .map(|area| {
            let name = locale.t(area_key(area).unwrap_or(area));
            let all = option(format!("{area}."), locale.fill("audit.whole_area", "area", name));
            let actions = AuditAction::ALL.iter().filter(|action| action.area() == area);
            let each: Vec<_> =
                actions.map(|action| option(action.to_string(), locale.t(action_key(*action)).to_owned())).collect();
            view! { <optgroup label=name>{all}{each}</optgroup> }
        })
        .collect();
    view! {
        <div class="field">
            <label for="action">{locale.t("audit.action")}</label>
            <select id="action" name="action" prop:value=chosen>
                <option value="" selected=chosen.get_untracked().is_empty()>{locale.t("filters.any")}</option>
                {groups}
            </select>
        </div>
    }
}

/// Every area once, in the order of the actions.
pub fn areas() -> Vec<&'static str> {
    let mut areas = Vec::new();
    for area in AuditAction::ALL.iter().map(|action| action.area()) {
        if !areas.contains(&area) {
            areas.push(area);
        }
    }
    areas
}

/// A field for a text or a day. Its name is also its id.
#[component]
fn Text(
    name: &'static str,
    kind: &'static str,
    label: &'static str,
    request: Memo<ListAudit>,
    pick: fn(&ListAudit) -> Option<String>,
) -> impl IntoView {
    let locale = use_locale();
    view! {
        <div class="field">
            <label for=name>{locale.t(label)}</label>
            <input
                id=name
                name=name
                type=kind
                autocomplete="off"
                autocapitalize="none"
                spellcheck="false"
                maxlength="200"
                value=request.with_untracked(pick)
                prop:value=move || request.with(pick).unwrap_or_default()
            />
        </div>
    }
}

/// The filters in force, each with the list without it.
fn chips(locale: Locale, request: &ListAudit) -> Vec<Chip> {
    let all = address::from_the_start(request);
    let chip = |text: String, without: ListAudit| Chip { text, without: address::write(&without) };
    let said = |label: &'static str, value: &str| format!("{}: {value}", locale.t(label));
    let chips = [
        request.action.as_deref().map(|it| chip(action_text(locale, it), ListAudit { action: None, ..all.clone() })),
        request
            .ending
            .map(|ending| chip(locale.t(ending_words(ending).0).to_owned(), ListAudit { ending: None, ..all.clone() })),
        address::first_day(request).map(|day| chip(said("audit.from", &day), ListAudit { from: None, ..all.clone() })),
        address::last_day(request).map(|day| chip(said("audit.until", &day), ListAudit { until: None, ..all.clone() })),
        request.actor.as_deref().map(|id| chip(said("audit.actor_id", id), ListAudit { actor: None, ..all.clone() })),
        request
            .subject
            .as_deref()
            .map(|id| chip(said("audit.subject_id", id), ListAudit { subject: None, ..all.clone() })),
        request
            .object
            .as_deref()
            .map(|id| chip(said("audit.object_id", id), ListAudit { object: None, ..all.clone() })),
    ];
    chips.into_iter().flatten().collect()
}

/// An action or an area in words; as it is if it is none of ours.
fn action_text(locale: Locale, action: &str) -> String {
    if let Ok(action) = action.parse::<AuditAction>() {
        return locale.t(action_key(action)).to_owned();
    }
    let area = action.strip_suffix('.').and_then(area_key);
    area.map_or_else(|| action.to_owned(), |key| locale.fill("audit.whole_area", "area", locale.t(key)))
}
