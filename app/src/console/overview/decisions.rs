//! Decisions of the last thirty days: by day, and how many of them were approvals.

use super::{NothingYet, approval};
use crate::dates::day;
use crate::i18n::use_locale;
use crate::my_page::words::kind_key;
use crate::ui::{BARS_HEIGHT, Bar, Bars, Chart, Legend, Share, Shares, grouped, shares_height};
use contract::overview::{DecisionCounts, DecisionDay, KindDecisions, ServiceDecisions};
use leptos::prelude::*;

/// What can come of a candidate, in the order in which bars are stacked.
const ENDS: [&str; 3] = ["overview.approved", "overview.rejected", "overview.expired"];

/// The decisions of each day.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn ByDay(
    /// The days.
    days: Vec<DecisionDay>,
    /// All of their decisions.
    decided: DecisionCounts,
) -> impl IntoView {
    let locale = use_locale();
    let counts = |counts: DecisionCounts| [counts.approved, counts.rejected, counts.expired];
    let [approved, rejected, expired] = counts(decided).map(grouped);
    let description = locale
        .fill_all("overview.by_day_text", &[("approved", &approved), ("rejected", &rejected), ("expired", &expired)]);
    let bar = |one: &DecisionDay| {
        let date = one.day.to_utc().date();
        Bar { place: format!("{:02}-{:02}", u8::from(date.month()), date.day()), parts: counts(one.decisions).to_vec() }
    };
    let row =
        |one: &DecisionDay| [day(locale, one.day)].into_iter().chain(counts(one.decisions).map(grouped)).collect();
    let (bars, rows): (Vec<_>, Vec<_>) = days.iter().map(|day| (bar(day), row(day))).unzip();
    let columns = ["overview.day"].into_iter().chain(ENDS).map(|key| locale.t(key)).collect();
    let legend = view! { <Legend id="by-day" names=ENDS.map(|key| locale.t(key)).to_vec() /> }.into_any();
    view! {
        <Chart
            id="by-day"
            title=locale.t("overview.by_day")
            description
            height=BARS_HEIGHT
            columns
            rows
            legend
        >
            <Bars id="by-day" bars />
        </Chart>
    }
}

/// How many were approvals, by kind.
#[component]
pub fn ByKind(
    /// The kinds.
    kinds: Vec<KindDecisions>,
) -> impl IntoView {
    let locale = use_locale();
    let rates = kinds.into_iter().map(|one| approval(locale.t(kind_key(one.kind)).to_owned(), one.decisions));
    view! { <Rates id="by-kind" title="overview.by_kind" about="memories.kind" rates=rates.collect() /> }
}

/// How many were approvals, by service.
#[component]
pub fn ByService(
    /// The services.
    services: Vec<ServiceDecisions>,
) -> impl IntoView {
    let rates = services.into_iter().map(|one| approval(one.name, one.decisions));
    view! { <Rates id="by-service" title="overview.by_service" about="overview.service" rates=rates.collect() /> }
}

#[component]
fn Rates(
    id: &'static str,
    title: &'static str,
    about: &'static str,
    rates: Vec<(Share, Vec<String>)>,
) -> impl IntoView {
    let locale = use_locale();
    if rates.is_empty() {
        return view! { <NothingYet title=locale.t(title) text=locale.t("overview.no_decisions") /> }.into_any();
    }
    let (shares, rows): (Vec<Share>, Vec<Vec<String>>) = rates.into_iter().unzip();
    let columns = [about].into_iter().chain(ENDS).chain(["overview.rate"]).map(|key| locale.t(key)).collect();
    let height = shares_height(shares.len());
    let description = locale.t("overview.rates_text").to_owned();
    view! {
        <Chart id title=locale.t(title) description height columns rows>
            <Shares shares />
        </Chart>
    }
    .into_any()
}
