//! What came between a reviewer and a decision: somebody else was faster, or it could not be made.

use super::row_state::Row;
use super::state::{Asked, Review};
use super::words::decided_key;
use crate::error::{UiError, fault_text};
use crate::i18n::use_locale;
use crate::my_page::words::rejection_key;
use crate::ui::{LocalTime, dynamic};
use contract::ErrorCode;
use contract::review::{DecisionView, ReviewerAction};
use leptos::prelude::*;

/// On the row: who has decided, or what went wrong and how to go on.
#[component]
pub fn Outcome(
    /// The candidate.
    row: Row,
    /// What the rows share.
    review: Review,
) -> impl IntoView {
    let state = row.state.clone();
    let shown = Memo::new(move |_| state.with(|state| (state.decided.clone(), state.problem.clone())));
    dynamic(move || {
        let (decided, problem) = shown.get();
        view! {
            {decided.map(|decision| view! { <p class="notice"><Decided decision /></p> })}
            {problem.map(|error| view! { <RowProblem error row=row.clone() review /> })}
        }
    })
}

/// In a dialog: the same, without what would open another one.
#[component]
pub fn DialogOutcome(
    /// The candidate.
    row: Row,
) -> impl IntoView {
    let locale = use_locale();
    let state = row.state;
    let shown = Memo::new(move |_| state.with(|state| (state.decided.clone(), state.problem.clone())));
    dynamic(move || {
        let (decided, problem) = shown.get();
        let has_changed = decided.is_none() && problem.as_ref().is_some_and(|it| it.code == ErrorCode::StaleVersion);
        let text = problem.map(|error| if has_changed { locale.t("decided.changed").to_owned() } else { told(&error) });
        view! {
            {text.map(|text| view! { <p class="problem" role="alert">{text}</p> })}
            {decided.map(|decision| view! { <p class="notice"><Decided decision /></p> })}
        }
    })
}

/// What was decided, by whom, when and why.
#[component]
pub fn Decided(
    /// The decision.
    decision: DecisionView,
) -> impl IntoView {
    let locale = use_locale();
    let who = match (&decision.by, decision.is_you) {
        (_, true) => locale.t("decided.you").to_owned(),
        (Some(name), false) => name.clone(),
        (None, false) => locale.t("decided.system").to_owned(),
    };
    let reason = decision.reason.map(|reason| view! { " · " {locale.t(rejection_key(reason))} });
    view! {
        <bdi>{locale.fill(decided_key(decision.kind), "who", &who)}</bdi>
        {reason}
        {decision.note.map(|note| view! { " · " <bdi>{note}</bdi> })}
        " · "
        <LocalTime at=decision.at />
    }
}

/// The error with the fields at fault.
fn told(error: &UiError) -> String {
    let locale = use_locale();
    let faults = error.fields.iter().map(|fault| fault_text(locale, fault));
    std::iter::once(error.text(locale)).chain(faults).collect::<Vec<_>>().join(" ")
}

#[component]
fn RowProblem(error: UiError, row: Row, review: Review) -> impl IntoView {
    let locale = use_locale();
    let text = told(&error);
    let reveal = error.code == ErrorCode::NeedsReveal && row.may(ReviewerAction::Reveal);
    let can_retry = matches!(
        error.code,
        ErrorCode::Busy | ErrorCode::Internal | ErrorCode::RateLimited | ErrorCode::IndexUnavailable
    );
    let way_out = if reveal {
        let reveal = move |_| review.asked.set(Some(Asked::Reveal(row.clone())));
        view! { <button type="button" class="button quiet" on:click=reveal>{locale.t("reveal.open")}</button> }.into_any()
    } else if error.code == ErrorCode::Unauthenticated {
        view! {
            <a class="button quiet" href="/login?next=/admin/review" rel="external">
                {locale.t("problem.sign_in_again")}
            </a>
        }
        .into_any()
    } else if can_retry {
        let retry = move |_| {
            if let Some(decision) = row.last_attempt() {
                review.decide(row.clone(), decision);
            }
        };
        view! { <button type="button" class="button quiet" on:click=retry>{locale.t("problem.retry")}</button> }.into_any()
    } else {
        ().into_any()
    };
    view! {
        <div class="problem" role="alert">
            <p>{text}</p>
            {way_out}
        </div>
    }
}
