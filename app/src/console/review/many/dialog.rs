//! The question before many are decided on, the progress, and the report row by row.

use super::super::asking::Asking;
use super::super::exact::Exact;
use super::super::recent::Recent;
use super::super::reject::{RejectFields, Rejection};
use super::super::row_state::Row;
use super::super::state::{Asked, Review};
use super::super::words::excerpt;
use super::run::{ManyDecision, Outcome, run};
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::ui::dynamic;
use contract::review::{DecisionKind, UNCONFIRMED_BULK};
use contract::{ChosenMemory, DecisionId, ErrorCode, MemoryId};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What the rows are called.
type Names = Vec<(MemoryId, String)>;

/// Where a decision on many stands.
#[derive(Clone)]
enum Phase {
    Asking,
    Running {
        through: usize,
    },
    /// With the names of the rows, as they may have left the screen.
    Told {
        outcome: Outcome,
        names: Names,
    },
}

/// What the dialog's parts share.
#[derive(Clone, Copy)]
struct Many {
    review: Review,
    kind: DecisionKind,
    chosen: StoredValue<Vec<ChosenMemory>>,
    phase: RwSignal<Phase>,
    is_stopped: RwSignal<bool>,
    is_confirmed: RwSignal<bool>,
}

impl Many {
    fn new(review: Review, kind: DecisionKind) -> Self {
        let this = Self {
            review,
            kind,
            chosen: StoredValue::new(review.selection.chosen()),
            phase: RwSignal::new(Phase::Asking),
            is_stopped: RwSignal::new(false),
            is_confirmed: RwSignal::new(false),
        };
        // Closing is also stopping; what is decided is decided, and the queue says so.
        let is_stopped = this.is_stopped;
        Effect::new(move |_| {
            if review.asked.with(Option::is_none) {
                is_stopped.set(true);
            }
        });
        this
    }

    fn count(self) -> usize {
        self.chosen.with_value(Vec::len)
    }

    fn needs_confirmation(self) -> bool {
        self.count() > UNCONFIRMED_BULK
    }
}

/// Both dialogs: approving, and rejecting.
#[component]
pub fn ManyDialogs(
    /// What the rows share.
    review: Review,
) -> impl IntoView {
    let approve = |review: Review, _: Asked| view! { <ManyDialog review kind=DecisionKind::Approve /> }.into_any();
    let reject = |review: Review, _: Asked| view! { <ManyDialog review kind=DecisionKind::Reject /> }.into_any();
    view! {
        <Asking review title_id="approve-many-title" title="many.approve_title" content=approve />
        <Asking review title_id="reject-many-title" title="many.reject_title" content=reject />
    }
}

#[component]
fn ManyDialog(review: Review, kind: DecisionKind) -> impl IntoView {
    let many = Many::new(review, kind);
    dynamic(move || match many.phase.get() {
        Phase::Asking => view! { <Question many /> }.into_any(),
        Phase::Running { .. } => view! { <Progress many /> }.into_any(),
        Phase::Told { outcome, names } => view! { <Report many outcome names /> }.into_any(),
    })
}

#[component]
fn Question(many: Many) -> impl IntoView {
    let locale = use_locale();
    let key = if many.kind == DecisionKind::Approve { "many.approve_question" } else { "many.reject_question" };
    let sensitive = untrack(|| many.review.selection.sensitive());
    let leaves = many.kind == DecisionKind::Approve && sensitive > 0;
    let can_go_on = Signal::derive(move || !many.needs_confirmation() || many.is_confirmed.get());
    let cancel = Callback::new(move |()| many.review.asked.set(None));
    let confirm = many.needs_confirmation().then(|| {
        let label = locale.fill("many.confirm", "count", &many.count().to_string());
        view! {
            <label class="choice">
                <input
                    type="checkbox"
                    prop:checked=many.is_confirmed
                    on:change=move |event| many.is_confirmed.set(event_target_checked(&event))
                />
                <span>{label}</span>
            </label>
        }
    });
    let form = if many.kind == DecisionKind::Approve {
        view! { <ApproveChoices many can_go_on cancel /> }.into_any()
    } else {
        let send = Callback::new(move |written| start(many, Some(written)));
        let is_busy = Signal::stored(false);
        view! { <RejectFields rejection=Rejection::new() is_busy can_go_on send cancel /> }.into_any()
    };
    view! {
        <p>{locale.fill(key, "count", &many.count().to_string())}</p>
        {leaves.then(|| view! { <p class="notice">{locale.fill("many.leaves_sensitive", "count", &sensitive.to_string())}</p> })}
        {confirm}
        {form}
    }
}

#[component]
fn ApproveChoices(many: Many, can_go_on: Signal<bool>, cancel: Callback<()>) -> impl IntoView {
    let locale = use_locale();
    let approve = move |_| {
        if can_go_on.get_untracked() {
            start(many, None);
        }
    };
    view! {
        <div class="choices">
            <button type="button" class="button quiet" autofocus on:click=move |_| cancel.run(())>
                {locale.t("correct.cancel")}
            </button>
            <button
                type="button"
                class="button primary"
                aria-disabled=move || (!can_go_on.get()).then_some("true")
                on:click=approve
            >
                {locale.t("many.approve")}
            </button>
        </div>
    }
}

/// Begins the run.
fn start(many: Many, decision: ManyDecision) {
    let (review, locale) = (many.review, many.review.locale);
    let chosen = many.chosen.get_value();
    let names = names(review);
    many.phase.set(Phase::Running { through: 0 });
    let after_part = move |through: usize| {
        many.phase.try_set(Phase::Running { through });
        review.announcer.say(&locale.fill("many.so_far", "count", &through.to_string()));
        many.is_stopped.try_get_untracked() == Some(false)
    };
    spawn_local(async move {
        let outcome = run(&chosen, decision, after_part).await;
        let made = outcome.made();
        review.announcer.say(&locale.fill("many.done", "count", &made.len().to_string()));
        finish(review, many.kind, &outcome, made);
        let is_clean = outcome.rows.iter().all(|(_, result)| result.is_ok()) && outcome.error.is_none();
        if is_clean && !outcome.is_stopped {
            review.asked.set(None);
        } else {
            many.phase.try_set(Phase::Told { outcome, names });
        }
    });
}

/// What is decided leaves the queue and can be taken back; what is not stays chosen.
fn finish(review: Review, kind: DecisionKind, outcome: &Outcome, made: Vec<(MemoryId, DecisionId)>) {
    review.selection.keep_failed(outcome.failed());
    if made.is_empty() {
        return;
    }
    let gone: Vec<_> = made.iter().map(|(id, _)| id.clone()).collect();
    let text = review.locale.fill("recent.many", "count", &made.len().to_string());
    review.remember(Recent::many(kind, text, made, outcome.undo_until));
    review.leave(&gone);
    review.list.refetch();
}

/// What the rows on the screen are called.
fn names(review: Review) -> Names {
    let name = |row: Row| {
        let text = row.state.with_untracked(|state| excerpt(review.locale, &state.row.statement));
        (row.id, text)
    };
    review.rows.get_untracked().into_iter().map(name).collect()
}

#[component]
fn Progress(many: Many) -> impl IntoView {
    let locale = use_locale();
    let through = move || match many.phase.get() {
        Phase::Running { through } => through,
        _ => 0,
    };
    view! {
        <p id="many-progress">{dynamic(move || locale.fill("many.so_far", "count", &through().to_string()))}</p>
        <progress
            aria-labelledby="many-progress"
            max=many.count().to_string()
            value=move || through().to_string()
        ></progress>
        <div class="choices">
            <button type="button" class="button quiet" on:click=move |_| many.is_stopped.set(true)>
                {locale.t("delete.stop")}
            </button>
        </div>
    }
}

/// What became of each, those that were left first.
#[component]
fn Report(many: Many, outcome: Outcome, names: Names) -> impl IntoView {
    let locale = use_locale();
    let line = move |key, count: usize| locale.fill(key, "count", &count.to_string());
    let (made, failed) = (outcome.made().len(), outcome.failed().len());
    let row = |(id, result): &(MemoryId, Result<DecisionId, ErrorCode>)| {
        let name = names.iter().find(|(of, _)| of == id).map_or_else(|| id.to_string(), |(_, name)| name.clone());
        let (class, word) = match result {
            Ok(_) => ("note", locale.t("many.row_done").to_owned()),
            Err(code) => ("fault", UiError::new(*code).text(locale)),
        };
        view! { <li><Exact text=name /> " " <span class=class>{word}</span></li> }
    };
    let failures = outcome.rows.iter().filter(|(_, result)| result.is_err());
    let rows: Vec<_> = failures.chain(outcome.rows.iter().filter(|(_, result)| result.is_ok())).map(row).collect();
    view! {
        <p>{line("many.done", made)}</p>
        {(failed > 0).then(|| view! { <p class="problem" role="alert">{line("many.failed", failed)}</p> })}
        {outcome.is_stopped.then(|| view! { <p class="notice">{locale.t("many.stopped")}</p> })}
        {outcome.error.map(|error| view! { <p class="problem" role="alert">{error.text(locale)}</p> })}
        <ul class="report" tabindex="0" aria-label=locale.t("many.report")>{rows}</ul>
        <div class="choices">
            <button type="button" class="button primary" autofocus on:click=move |_| many.review.asked.set(None)>
                {locale.t("detail.close")}
            </button>
        </div>
    }
}
