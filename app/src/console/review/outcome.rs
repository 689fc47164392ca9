//! What came between a reviewer and a decision: somebody else was faster, or it could not be made.

use super::row_state::Row;
use super::state::{Asked, Review};
use super::words::decided_key;
use crate::error::{UiError, fault_text};
use crate::i18n::use_locale;
use crate::my_page::words::rejection_key;
use crate::ui::{LocalTime, dynamic};
use contract::review::{DecisionView, ReviewerAction};
use contract::{ErrorCode, FieldError};
use leptos::prelude::*;

/// What went wrong and how to go on, and who has decided.
#[component]
pub fn Outcome(
    /// The candidate.
    row: Row,
    /// What the rows share.
    review: Review,
    /// In a dialog the way on is the dialog's own.
    #[prop(optional)]
    in_dialog: bool,
) -> impl IntoView {
    let state = row.state.clone();
    let shown = Memo::new(move |_| state.with(|state| (state.decided.clone(), state.problem.clone())));
    dynamic(move || {
        let (decided, problem) = shown.get();
        let is_decided = decided.is_some();
        view! {
            {problem.map(|error| view! { <RowProblem error is_decided row=row.clone() review in_dialog /> })}
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
    let faults = error.fields.iter().map(|fault| {
        // The edited memory's own fields are told by their own names.
        let field = fault.field.strip_prefix("memory.").unwrap_or(&fault.field);
        fault_text(locale, &FieldError { field: field.to_owned(), ..fault.clone() })
    });
    std::iter::once(error.text(locale)).chain(faults).collect::<Vec<_>>().join(" ")
}

#[component]
fn RowProblem(error: UiError, is_decided: bool, row: Row, review: Review, in_dialog: bool) -> impl IntoView {
    let locale = use_locale();
    let has_changed = error.code == ErrorCode::StaleVersion && !is_decided;
    let text = if has_changed { locale.t("decided.changed").to_owned() } else { told(&error) };
    let reveal = error.code == ErrorCode::NeedsReveal && row.may(ReviewerAction::Reveal);
    let can_retry = matches!(
        error.code,
        ErrorCode::Busy | ErrorCode::Internal | ErrorCode::RateLimited | ErrorCode::IndexUnavailable
    );
    let way_out = if in_dialog {
        ().into_any()
    } else if reveal {
        let reveal = move |_| review.asked.set(Some(Asked::Reveal(row.clone())));
        view! { <button type="button" class="button quiet" on:click=reveal>{locale.t("reveal.open")}</button> }
            .into_any()
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
        view! { <button type="button" class="button quiet" on:click=retry>{locale.t("problem.retry")}</button> }
            .into_any()
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
