//! The queue: how much waits, since when, and for how long still.

use super::percent;
use crate::i18n::use_locale;
use crate::ui::{BARS_HEIGHT, Bar, Bars, Chart, LocalTime, grouped};
use contract::overview::{DecisionCounts, MOST_DAYS_LEFT, QueueState};
use leptos::prelude::*;

/// The figures that one looks for first.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn Tiles(
    /// The queue.
    queue: QueueState,
    /// Everything that was decided.
    decided: DecisionCounts,
    /// What the index has yet to follow.
    backlog: u64,
) -> impl IntoView {
    let locale = use_locale();
    let rate = decided.approval_rate().map_or_else(|| "–".to_owned(), percent);
    let moment = |at: Option<contract::Timestamp>| match at {
        Some(at) => view! { <LocalTime at /> }.into_any(),
        None => "–".into_any(),
    };
    view! {
        <dl class="tiles">
            <div class="tile">
                <dt>{locale.t("overview.waiting")}</dt>
                <dd><a href="/admin/review" rel="external">{grouped(queue.waiting)}</a></dd>
            </div>
            <div class="tile">
                <dt>{locale.t("overview.decided")}</dt>
                <dd>{grouped(decided.total())}</dd>
            </div>
            <div class="tile">
                <dt>{locale.t("overview.rate")}</dt>
                <dd>{rate}</dd>
            </div>
            <div class="tile">
                <dt>{locale.t("overview.backlog")}</dt>
                <dd>{grouped(backlog)}</dd>
            </div>
            <div class="tile tile-moment">
                <dt>{locale.t("overview.oldest")}</dt>
                <dd>{moment(queue.oldest_at)}</dd>
            </div>
            <div class="tile tile-moment">
                <dt>{locale.t("overview.next_end")}</dt>
                <dd>{moment(queue.next_end)}</dd>
            </div>
        </dl>
    }
}

/// How many candidates have how many days left.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn ByDaysLeft(
    /// The queue.
    queue: QueueState,
) -> impl IntoView {
    let locale = use_locale();
    let soon = grouped(queue.days_left[0]);
    let description =
        locale.fill_all("overview.days_left_text", &[("count", &grouped(queue.waiting)), ("soon", &soon)]);
    let place = |days: usize| if days == MOST_DAYS_LEFT { format!("{days}+") } else { days.to_string() };
    let groups = || queue.days_left.iter().enumerate().map(|(days, count)| (place(days), *count));
    let bars: Vec<_> = groups().map(|(place, count)| Bar { place, parts: vec![count] }).collect();
    let rows = groups().map(|(place, count)| vec![place, grouped(count)]).collect();
    view! {
        <Chart
            id="days-left"
            title=locale.t("overview.days_left")
            description
            height=BARS_HEIGHT
            columns=["overview.days", "overview.candidates"].map(|key| locale.t(key)).to_vec()
            rows
        >
            <Bars id="days-left" bars />
        </Chart>
    }
}
