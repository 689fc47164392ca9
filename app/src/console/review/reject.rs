//! Rejecting: the reasons by number, and a note. One candidate here; many share the fields.

use super::asking::Asking;
use super::decide::{Decision, some_note};
use super::exact::Exact;
use super::outcome::Outcome;
use super::row_state::Row;
use super::state::{Asked, Review};
use super::words::excerpt;
use crate::i18n::use_locale;
use crate::my_page::words::rejection_key;
use crate::ui::{SubmitButton, dynamic};
use contract::review::{NOTE_MAX_BYTES, RejectReason, ReviewerAction};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What is being written in a rejection. Copies are the same state.
#[derive(Clone, Copy)]
pub struct Rejection {
    /// Why.
    pub reason: RwSignal<Option<RejectReason>>,
    /// More about why.
    pub note: RwSignal<String>,
}

impl Rejection {
    /// Nothing written yet.
    pub fn new() -> Self {
        Self { reason: RwSignal::new(None), note: RwSignal::new(String::new()) }
    }

    /// The reason and the note, if they are complete.
    pub fn written(self) -> Option<(RejectReason, Option<String>)> {
        let reason = self.reason.get_untracked()?;
        let note = some_note(&self.note.get_untracked());
        (reason != RejectReason::Other || note.is_some()).then_some((reason, note))
    }
}

/// The dialog for one candidate.
#[component]
pub fn RejectDialog(
    /// What the rows share.
    review: Review,
) -> impl IntoView {
    let content = |review: Review, asked: Asked| match asked {
        Asked::Reject(row) => view! { <RejectOne row review /> }.into_any(),
        _ => ().into_any(),
    };
    view! { <Asking review title_id="reject-title" title="decide.reject_title" content /> }
}

#[component]
fn RejectOne(row: Row, review: Review) -> impl IntoView {
    let rejection = Rejection::new();
    let state = row.state.clone();
    let is_busy = Signal::derive({
        let state = state.clone();
        move || state.with(|state| state.is_busy)
    });
    let can_go_on = Signal::derive(move || state.with(|state| state.may(ReviewerAction::Reject)));
    let text = row.state.with_untracked(|state| excerpt(review.locale, &state.row.statement));
    let sending = row.clone();
    let send = Callback::new(move |(reason, note)| {
        let row = sending.clone();
        spawn_local(async move {
            if review.send(row, Decision::Reject { reason, note }).await {
                review.asked.set(None);
            }
        });
    });
    let cancel = Callback::new(move |()| review.asked.set(None));
    view! {
        <p class="about"><Exact text /></p>
        <Outcome row review in_dialog=true />
        <RejectFields rejection is_busy can_go_on send cancel />
    }
}

/// The reasons, the note and the buttons. A digit chooses; all but "another reason" are sent at once.
#[component]
pub fn RejectFields(
    /// What is being written.
    rejection: Rejection,
    /// Whether the answer is awaited.
    is_busy: Signal<bool>,
    /// Whether it can be sent at all.
    can_go_on: Signal<bool>,
    /// Sends it.
    send: Callback<(RejectReason, Option<String>)>,
    /// Closes the dialog.
    cancel: Callback<()>,
) -> impl IntoView {
    let locale = use_locale();
    let note = NodeRef::<html::Textarea>::new();
    let is_incomplete = RwSignal::new(false);
    let submit = move || match rejection.written() {
        Some(written) if can_go_on.get_untracked() => send.run(written),
        Some(_) => {}
        None => {
            is_incomplete.set(true);
            crate::ui::focus(note);
        }
    };
    let on_digit = move |event: leptos::ev::KeyboardEvent| {
        if let Some(reason) = reason_of(&event) {
            event.prevent_default();
            rejection.reason.set(Some(reason));
            if reason == RejectReason::Other {
                crate::ui::focus(note);
            } else {
                submit();
            }
        }
    };
    let reasons: Vec<_> = RejectReason::ALL
        .iter()
        .zip(1..)
        .map(|(reason, number)| view! { <Reason reason=*reason number rejection /> })
        .collect();
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        submit();
    };
    view! {
        <form class="decision-form" novalidate on:submit=on_submit on:keydown=on_digit>
            <fieldset class="reasons" aria-describedby="reasons-hint">
                <legend>{locale.t("review.reason")}</legend>
                <p id="reasons-hint" class="hint">{locale.t("decide.reasons_hint")}</p>
                {reasons}
            </fieldset>
            <NoteField rejection note is_incomplete />
            <div class="choices">
                <button type="button" class="button quiet" autofocus on:click=move |_| cancel.run(())>
                    {locale.t("correct.cancel")}
                </button>
                {dynamic(move || can_go_on.get().then(|| view! {
                    <SubmitButton
                        label=locale.t("decide.reject")
                        busy_label=locale.t("consent.working")
                        pending=is_busy
                        class="button danger"
                    />
                }))}
            </div>
        </form>
    }
}

/// More about why, and what is missing, once it was tried without.
#[component]
fn NoteField(rejection: Rejection, note: NodeRef<html::Textarea>, is_incomplete: RwSignal<bool>) -> impl IntoView {
    let locale = use_locale();
    let fault = move || {
        let key = if rejection.reason.get().is_none() { "decide.reason_required" } else { "decide.note_required" };
        is_incomplete.get().then(|| view! { <p id="reject-fault" class="fault" role="alert">{locale.t(key)}</p> })
    };
    view! {
        <div class="field">
            <label for="reject-note">{locale.t("decide.note")}</label>
            <textarea
                id="reject-note"
                rows="2"
                maxlength=NOTE_MAX_BYTES.to_string()
                node_ref=note
                aria-invalid=move || is_incomplete.get().then_some("true")
                aria-describedby="reject-fault"
                prop:value=rejection.note
                on:input=move |event| rejection.note.set(event_target_value(&event))
            ></textarea>
            {dynamic(fault)}
        </div>
    }
}

#[component]
fn Reason(reason: RejectReason, number: u32, rejection: Rejection) -> impl IntoView {
    view! {
        <label class="choice">
            <input
                type="radio"
                name="reject-reason"
                prop:checked=move || rejection.reason.get() == Some(reason)
                on:change=move |_| rejection.reason.set(Some(reason))
            />
            <kbd aria-hidden="true">{number.to_string()}</kbd>
            <span>{use_locale().t(rejection_key(reason))}</span>
        </label>
    }
}

/// The reason of a digit that is a choice, and not part of a text.
fn reason_of(event: &leptos::ev::KeyboardEvent) -> Option<RejectReason> {
    if super::shortcuts::is_for_a_field(event) {
        return None;
    }
    let number: usize = event.key().parse().ok()?;
    RejectReason::ALL.get(number.checked_sub(1)?).copied()
}
