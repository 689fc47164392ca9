//! The bar that chooses rows and says how many are chosen. Stays in sight while the queue is scrolled.

use super::super::row_state::Row;
use super::super::state::{Asked, Review};
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::my_page::words::count_text;
use crate::server_fns::select_candidates;
use crate::ui::{Shown, dynamic, use_ready};
use contract::review::{ListCandidates, ReviewerAction};
use contract::{ChosenMemory, Count};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Shows with script only, as do the rows' boxes.
#[component]
pub fn SelectionBar(
    /// What the rows share.
    review: Review,
    /// What the queue shows.
    request: Memo<ListCandidates>,
) -> impl IntoView {
    let locale = use_locale();
    let ready = use_ready();
    let selection = review.selection;
    let is_some = Signal::derive(move || selection.count() > 0);
    let is_page = Memo::new(move |_| {
        let is_decidable = |row: &&Row| row.state.with(|state| state.may(ReviewerAction::Reject));
        let is_all = |rows: &Vec<Row>| rows.iter().filter(is_decidable).all(|row| selection.holds(&row.id));
        is_some.get() && review.rows.with(is_all)
    });
    let offers_matching = Signal::derive(move || is_page.get() && selection.matching.get().is_none());
    let choose_page = move |event| {
        let rows = review.rows.get_untracked();
        let decidable = rows.iter().filter(|row| row.may(ReviewerAction::Reject));
        let page = decidable.map(|row| ChosenMemory { memory_id: row.id.clone(), version: row.version() });
        selection.choose_all(if event_target_checked(&event) { page.collect() } else { Vec::new() });
    };
    view! {
        <div
            class="selection-bar"
            class:active=is_some
            role="group"
            aria-label=locale.t("select.label")
            hidden=move || !ready.get()
        >
            <label class="choice">
                <input type="checkbox" prop:checked=is_page on:change=choose_page />
                <span>{locale.t("select.page")}</span>
            </label>
            <Shown when=is_some>
                <span class="selected-count">{dynamic(move || count_line(review))}</span>
                <Shown when=offers_matching><MatchingButton review request /></Shown>
                <button type="button" class="button quiet" on:click=move |_| selection.choose_all(Vec::new())>
                    {locale.t("select.none")}
                </button>
                <button type="button" class="button quiet" on:click=move |_| review.asked.set(Some(Asked::RejectMany))>
                    {locale.t("many.reject")}
                </button>
                <button type="button" class="button primary" on:click=move |_| review.asked.set(Some(Asked::ApproveMany))>
                    {locale.t("many.approve")}
                </button>
            </Shown>
        </div>
    }
}

/// How many are chosen.
fn count_line(review: Review) -> String {
    let selection = review.selection;
    let count = Count { value: u32::try_from(selection.count()).unwrap_or(u32::MAX), more: false };
    let line = use_locale().fill("select.count", "count", &count_text(count));
    match selection.matching.get() {
        Some(matching) if matching.more => format!("{line} {}", use_locale().t("many.more")),
        _ => line,
    }
}

/// Chooses all that match, as far as one decision reaches.
#[component]
fn MatchingButton(review: Review, request: Memo<ListCandidates>) -> impl IntoView {
    let locale = use_locale();
    let is_busy = RwSignal::new(false);
    let problem = RwSignal::new(None::<UiError>);
    let select = move |_| {
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        problem.set(None);
        spawn_local(async move {
            match select_candidates(request.get_untracked()).await {
                Ok(selection) => {
                    review.selection.choose_matching(selection);
                    let count = review.selection.chosen().len().to_string();
                    review.announcer.say(&review.locale.fill("select.count", "count", &count));
                }
                Err(error) => _ = problem.try_set(Some(error)),
            }
            is_busy.try_set(false);
        });
    };
    view! {
        <button
            type="button"
            class="button quiet"
            aria-disabled=move || is_busy.get().then_some("true")
            on:click=select
        >
            {locale.t("select.matching_uncounted")}
        </button>
        {dynamic(move || problem.get().map(|error| view! { <span class="fault" role="alert">{error.text(locale)}</span> }))}
    }
}
