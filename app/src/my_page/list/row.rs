//! One memory in the list.

use super::state::ListState;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::my_page::words::{index_words, kind_key, scope_text, status_key};
use crate::ui::{Badge, ExplainedBadge, Explanation, LocalTime, Moment, Tone, dynamic};
use contract::{IndexState, MemoryId, MemoryRow, Statement};
use leptos::prelude::*;

/// The id of the button that opens a memory: where the focus returns to.
pub fn opener_id(id: &MemoryId) -> String {
    format!("open-{id}")
}

/// A row of the table; on narrow screens a card, where each cell says its column.
#[component]
pub fn MemoryTableRow(
    /// The memory.
    row: MemoryRow,
    /// What the rows share.
    list: ListState,
) -> impl IntoView {
    let locale = use_locale();
    let scope = scope_text(locale, &row.scope, row.service_name.as_deref());
    let statement_id = format!("statement-{}", row.memory_id);
    view! {
        <tr role="row">
            <ChoiceCell row=row.clone() list described_by=statement_id.clone() />
            <td role="cell" class="cell-statement">
                <StatementText statement=row.statement.clone() id=statement_id.clone() />
                {status_key(row.status).map(|key| view! { <Badge tone=Tone::Notable text=locale.t(key) /> })}
                <Fault id=row.memory_id.clone() list />
            </td>
            <td role="cell" data-label=locale.t("memories.kind")>{locale.t(kind_key(row.kind))}</td>
            <td role="cell" data-label=locale.t("memories.scope")><bdi>{scope}</bdi></td>
            <ValidityCell row=row.clone() />
            <td role="cell" data-label=locale.t("memories.state")>
                <IndexBadge row=row.clone() list />
            </td>
            <td role="cell" class="cell-recorded" data-label=locale.t("memories.recorded")><LocalTime at=row.recorded_at /></td>
            <OpenCell id=row.memory_id list described_by=statement_id />
        </tr>
    }
}

/// Chooses the row. Shows with script only.
#[component]
fn ChoiceCell(row: MemoryRow, list: ListState, described_by: String) -> impl IntoView {
    let id = row.memory_id.clone();
    view! {
        <td role="cell" class="cell-choice">
            <label class="choice">
                <input
                    type="checkbox"
                    aria-label=use_locale().t("memories.choose")
                    aria-describedby=described_by
                    prop:checked=move || list.is_chosen(&id)
                    on:change=move |event| list.choose(&row, event_target_checked(&event))
                />
            </label>
        </td>
    }
}

/// What is remembered, or that it is hidden and why.
#[component]
pub fn StatementText(
    /// What may be shown of it.
    statement: Statement,
    /// Its id on the page.
    id: String,
) -> impl IntoView {
    let locale = use_locale();
    let (tone, word, why) = match statement {
        Statement::Shown(text) => return view! { <p id=id class="statement"><bdi>{text}</bdi></p> }.into_any(),
        Statement::Masked => (Tone::Quiet, "memories.masked", "memories.masked_why"),
        Statement::Unreadable => (Tone::Notable, "memories.unreadable", "memories.unreadable_why"),
    };
    view! {
        <p id=id class="masked">
            <Badge tone text=locale.t(word) />
            <span class="note">{locale.t(why)}</span>
        </p>
    }
    .into_any()
}

/// Why the last deletion left this row.
#[component]
fn Fault(id: MemoryId, list: ListState) -> impl IntoView {
    let locale = use_locale();
    dynamic(move || {
        let code = list.faults.with(|faults| faults.get(&id).copied());
        code.map(|code| view! { <p class="fault">{UiError::new(code).text(locale)}</p> })
    })
}

#[component]
fn ValidityCell(row: MemoryRow) -> impl IntoView {
    let locale = use_locale();
    let (key, tone) =
        if row.current { ("validity.current", Tone::Good) } else { ("validity.not_current", Tone::Quiet) };
    view! {
        <td role="cell" class="cell-validity" data-label=locale.t("memories.validity")>
            <span class="validity">
                <Badge tone text=locale.t(key) />
                <Moment at=row.validity.from phrase="validity.since" />
                {row.validity.to.map(|at| view! { <Moment at phrase="validity.until" /> })}
            </span>
        </td>
    }
}

/// How far the index is with the row, now.
#[component]
fn IndexBadge(row: MemoryRow, list: ListState) -> impl IntoView {
    let locale = use_locale();
    let state = Memo::new(move |_| list.state_of(&row));
    dynamic(move || {
        let state = state.get();
        let (word, tone, _) = index_words(state);
        view! { <ExplainedBadge tone text=locale.t(word) target=explanation_id(state) /> }
    })
}

/// Opens the memory in the panel at the side; without script, on a page of its own. A POST, as it shows what is hidden.
#[component]
fn OpenCell(id: MemoryId, list: ListState, described_by: String) -> impl IntoView {
    let (action, opener) = (format!("/me/memories/{id}"), opener_id(&id));
    let open_here = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        list.to_open.set(Some(id.clone()));
    };
    view! {
        <td role="cell" class="cell-open">
            <form method="post" action=action on:submit=open_here>
                <button type="submit" id=opener class="button quiet" aria-describedby=described_by>
                    {use_locale().t("memories.open")}
                </button>
            </form>
        </td>
    }
}

/// What the index states mean, once each: a row may come to any of them while it is shown.
#[component]
pub fn StateExplanations() -> impl IntoView {
    let locale = use_locale();
    let explanation = |state: &IndexState| {
        let (term, _, text) = index_words(*state);
        view! { <Explanation id=explanation_id(*state) term=locale.t(term) text=locale.t(text) /> }
    };
    IndexState::ALL.iter().map(explanation).collect::<Vec<_>>()
}

fn explanation_id(state: IndexState) -> String {
    format!("state-{}", state.as_str())
}
