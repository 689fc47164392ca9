//! The overview: what waits, what was decided, how the index is doing.

mod decisions;
mod index;
mod queue;
#[cfg(all(test, feature = "ssr"))]
mod tests;
mod upkeep;

use super::area::ConsoleArea;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::overview;
use crate::session::use_session;
use crate::ui::{LocalTime, Problem, Share, Skeleton, dynamic, grouped};
use contract::overview::DecisionCounts;
use contract::{Overview, Place};
use decisions::{ByDay, ByKind, ByService};
use index::ByState;
use leptos::prelude::*;
use queue::{ByDaysLeft, Tiles};
use upkeep::IndexCard;

/// The page.
#[component]
pub fn OverviewPage() -> impl IntoView {
    // Whoever manages services looks after the index too.
    let may_repair = use_session().is_some_and(|session| session.places.contains(&Place::Services));
    view! {
        <ConsoleArea place=Place::Overview>
            <Loading />
            {may_repair.then(|| view! { <IndexCard /> })}
        </ConsoleArea>
    }
}

#[component]
fn Loading() -> impl IntoView {
    let loaded = load(|| (), |()| overview());
    view! {
        <Transition fallback=|| view! { <Skeleton lines=8 /> }>
            {dynamic(move || loaded.get().map(|seen| view! { <Seen seen /> }))}
        </Transition>
    }
}

#[component]
fn Seen(seen: Result<Overview, UiError>) -> impl IntoView {
    let locale = use_locale();
    match seen {
        Err(error) => view! { <Problem title="overview.error_title" error retry="/admin" /> }.into_any(),
        Ok(seen) => {
            let as_of = seen.as_of;
            view! {
                <Charts seen />
                <p class="note">{locale.t("overview.as_of")} " " <LocalTime at=as_of /></p>
            }
            .into_any()
        }
    }
}

/// Everything there is to see.
#[component]
pub fn Charts(
    /// The counts.
    seen: Overview,
) -> impl IntoView {
    let decided = seen.days.iter().fold(DecisionCounts::default(), |sum, day| sum.plus(day.decisions));
    view! {
        <Tiles queue=seen.queue.clone() decided backlog=seen.index.backlog />
        <div class="charts">
            <ByDaysLeft queue=seen.queue />
            <ByDay days=seen.days decided />
            <ByKind kinds=seen.kinds />
            <div class="chart-column">
                <ByService services=seen.services />
                <ByState index=seen.index />
            </div>
        </div>
    }
}

/// In place of a chart that would be empty.
#[component]
fn NothingYet(title: &'static str, text: &'static str) -> impl IntoView {
    view! {
        <section class="card chart">
            <h2>{title}</h2>
            <p class="note">{text}</p>
        </section>
    }
}

/// A share as readers know it: `75 %`.
fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// How much of what reviewers decided was approved, as a row of a chart and of its table.
fn approval(name: String, decisions: DecisionCounts) -> (Share, Vec<String>) {
    let rate = decisions.approval_rate();
    let figure = rate.map_or_else(|| "–".to_owned(), percent);
    let DecisionCounts { approved, rejected, expired } = decisions;
    let numbers = [approved, rejected, expired].map(grouped);
    let cells = [name.clone()].into_iter().chain(numbers).chain([figure.clone()]).collect();
    (Share { name, part: rate.unwrap_or(0.0), figure }, cells)
}
