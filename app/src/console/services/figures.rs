//! What the last thirty days came to: turns, refusals, and what it took.

use super::words::{refusal_key, state_key};
use crate::i18n::{Locale, use_locale};
use crate::ui::{Numbers, grouped};
use contract::{PersonUsage, RefusalCount, ServiceDetail, TurnCount, Usage};
use leptos::prelude::*;

/// The figures.
#[component]
pub fn Figures(
    /// The service.
    detail: ServiceDetail,
) -> impl IntoView {
    let locale = use_locale();
    let ServiceDetail { turns, refusals, usage, usage_by_person, .. } = detail;
    let turn = |one: TurnCount| vec![locale.t(state_key(one.state)).to_owned(), grouped(one.count)];
    let refusal = |one: RefusalCount| vec![locale.t(refusal_key(one.refusal)).to_owned(), grouped(one.count)];
    let person = |one| of_person(locale, one);
    let used = if usage == Usage::default() { Vec::new() } else { of_all(locale, usage) };
    view! {
        <section class="card answer" aria-labelledby="figures">
            <h3 id="figures">{locale.t("figures.title")}</h3>
            <div class="figure-tables">
                <Table
                    title="figures.turns"
                    columns=&["figures.state", "figures.count"]
                    rows=turns.into_iter().map(turn).collect()
                    none="figures.no_turns"
                />
                <Table
                    title="figures.refusals"
                    columns=&["figures.reason", "figures.count"]
                    rows=refusals.into_iter().map(refusal).collect()
                    none="figures.no_refusals"
                />
                <Table
                    title="figures.usage"
                    columns=&["figures.usage", "figures.count"]
                    rows=used
                    none="figures.no_usage"
                />
                <Table
                    title="figures.by_person"
                    columns=&BY_PERSON
                    rows=usage_by_person.into_iter().map(person).collect()
                    none="figures.no_usage"
                />
            </div>
        </section>
    }
}

/// What is told of each person; the tokens sent and received are one number, or the table were too wide for a phone.
const BY_PERSON: [&str; 5] =
    ["figures.person", "figures.looked_at", "figures.calls", "figures.model_tokens", "figures.embedded_tokens"];

fn of_person(locale: Locale, one: PersonUsage) -> Vec<String> {
    let PersonUsage { user_id, email, usage } = one;
    let nameless = || user_id.map_or_else(|| locale.t("figures.operator").to_owned(), |id| id.to_string());
    let model_tokens = usage.prompt_tokens.saturating_add(usage.completion_tokens);
    let numbers = [usage.turns, usage.calls, model_tokens, usage.embedded_tokens].map(grouped);
    std::iter::once(email.unwrap_or_else(nameless)).chain(numbers).collect()
}

fn of_all(locale: Locale, usage: Usage) -> Vec<Vec<String>> {
    let Usage { turns, calls, prompt_tokens, completion_tokens, embedded_tokens } = usage;
    [
        ("figures.looked_at", turns),
        ("figures.calls", calls),
        ("figures.prompt_tokens", prompt_tokens),
        ("figures.completion_tokens", completion_tokens),
        ("figures.embedded_tokens", embedded_tokens),
    ]
    .map(|(key, count)| vec![locale.t(key).to_owned(), grouped(count)])
    .to_vec()
}

/// A table under its heading; in place of an empty one, that there is nothing.
#[component]
fn Table(
    title: &'static str,
    columns: &'static [&'static str],
    rows: Vec<Vec<String>>,
    none: &'static str,
) -> impl IntoView {
    let locale = use_locale();
    let shown = if rows.is_empty() {
        view! { <p class="note">{locale.t(none)}</p> }.into_any()
    } else {
        let columns = columns.iter().map(|key| locale.t(key)).collect();
        view! { <Numbers title=locale.t(title) columns rows /> }.into_any()
    };
    view! {
        <div class="numbers">
            <h4>{locale.t(title)}</h4>
            {shown}
        </div>
    }
}
