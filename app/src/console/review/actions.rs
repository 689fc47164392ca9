//! What may be done with a candidate, as the server says: each thing once, and nothing that the server would refuse.

use super::row::statement_id;
use super::row_state::Row;
use super::state::{Asked, Review};
use crate::i18n::use_locale;
use crate::my_page::words::rejection_key;
use crate::server_fns::{ApproveCandidate, RejectCandidate};
use crate::ui::{Shown, dynamic, use_ready};
use contract::review::{NOTE_MAX_BYTES, RejectReason, ReviewerAction};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The buttons of a row. Approving and rejecting work as plain forms too.
#[component]
pub fn Actions(
    /// The candidate.
    row: Row,
    /// What the rows share.
    review: Review,
    /// Whether the row is open.
    is_open: Memo<bool>,
) -> impl IntoView {
    let state = row.state.clone();
    let may = move |action| {
        let state = state.clone();
        Signal::derive(move || state.with(|state| state.may(action)))
    };
    let (reveal, approve) = (may(ReviewerAction::Reveal), may(ReviewerAction::Approve));
    let (edit, reject) = (may(ReviewerAction::Edit), may(ReviewerAction::Reject));
    let ready = use_ready();
    let rows = StoredValue::new(row);
    let can_edit = Signal::derive(move || edit.get() && is_open.get());
    let reject_here = Signal::derive(move || reject.get() && ready.get());
    let reject_plainly = Signal::derive(move || reject.get() && !ready.get());
    view! {
        <div class="candidate-actions">
            <Shown when=ready><OpenButton row=rows.get_value() review is_open /></Shown>
            <Shown when=reveal>
                <AskButton review ask=Asked::Reveal row=rows.get_value() label="reveal.open" key="" />
            </Shown>
            <Shown when=approve><ApproveForm row=rows.get_value() review /></Shown>
            <Shown when=can_edit>
                <AskButton review ask=Asked::Edit row=rows.get_value() label="decide.edit" key="" />
            </Shown>
            <Shown when=reject_here>
                <AskButton review ask=Asked::Reject row=rows.get_value() label="decide.reject" key="R" />
            </Shown>
            <Shown when=reject_plainly><PlainRejectForm row=rows.get_value() /></Shown>
        </div>
    }
}

/// Opens the row where it stands, or closes it.
#[component]
fn OpenButton(row: Row, review: Review, is_open: Memo<bool>) -> impl IntoView {
    let locale = use_locale();
    let described_by = statement_id(&row.id);
    let toggle = move |_| review.toggle(&row);
    view! {
        <button
            type="button"
            class="button quiet"
            aria-expanded=move || is_open.get().to_string()
            aria-describedby=described_by
            on:click=toggle
        >
            {dynamic(move || locale.t(if is_open.get() { "detail.close" } else { "memories.open" }))}
            <Key name="E" />
        </button>
    }
}

/// Opens a dialog about the row.
#[component]
fn AskButton(review: Review, ask: fn(Row) -> Asked, row: Row, label: &'static str, key: &'static str) -> impl IntoView {
    let described_by = statement_id(&row.id);
    view! {
        <button
            type="button"
            class="button quiet"
            aria-describedby=described_by
            on:click=move |_| review.asked.set(Some(ask(row.clone())))
        >
            {use_locale().t(label)}
            {(!key.is_empty()).then(|| view! { <Key name=key /> })}
        </button>
    }
}

/// The key that does the same; for eyes only, as the help sheet tells all of them.
#[component]
fn Key(name: &'static str) -> impl IntoView {
    view! { <kbd aria-hidden="true">{name}</kbd> }
}

#[component]
fn ApproveForm(row: Row, review: Review) -> impl IntoView {
    let locale = use_locale();
    let (id, described_by) = (row.id.clone(), statement_id(&row.id));
    let is_armed = Memo::new(move |_| review.armed.with(|armed| armed.as_ref() == Some(&id)));
    let state = row.state.clone();
    let is_busy = Memo::new(move |_| state.with(|state| state.is_busy));
    let version = row.version().to_string();
    let memory_id = row.id.to_string();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        review.approve(&row);
    };
    let label = move || match (is_busy.get(), is_armed.get()) {
        (true, _) => "consent.working",
        (false, true) => "decide.approve_again",
        (false, false) => "decide.approve",
    };
    view! {
        <form method="post" action=ApproveCandidate::url() on:submit=submit>
            <input type="hidden" name="memory_id" value=memory_id />
            <input type="hidden" name="version" value=version />
            <button
                type="submit"
                class="button primary"
                class:armed=is_armed
                aria-disabled=move || is_busy.get().then_some("true")
                aria-describedby=described_by
            >
                {dynamic(move || locale.t(label()))}
                <Key name="A A" />
            </button>
        </form>
    }
}

/// Rejecting without script.
#[component]
fn PlainRejectForm(row: Row) -> impl IntoView {
    let locale = use_locale();
    let options: Vec<_> = RejectReason::ALL
        .iter()
        .map(|reason| view! { <option value=reason.as_str()>{locale.t(rejection_key(*reason))}</option> })
        .collect();
    view! {
        <details class="plain-action">
            <summary>{locale.t("decide.reject")}</summary>
            <form method="post" action=RejectCandidate::url()>
                <input type="hidden" name="memory_id" value=row.id.to_string() />
                <input type="hidden" name="version" value=row.version().to_string() />
                <label class="field">{locale.t("review.reason")}<select name="reason">{options}</select></label>
                <label class="field">
                    {locale.t("decide.note")}
                    <textarea name="note" rows="2" maxlength=NOTE_MAX_BYTES.to_string()></textarea>
                </label>
                <button type="submit" class="button danger">{locale.t("decide.reject")}</button>
            </form>
        </details>
    }
}
