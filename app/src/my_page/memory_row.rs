//! One memory in the list, and the words for what it is.

use crate::i18n::use_locale;
use crate::ui::{Badge, ExplainedBadge, Explanation, Moment, Tone};
use contract::{IndexState, Kind, MemoryRow, Scope, Statement, Status};
use leptos::prelude::*;
use std::collections::BTreeSet;

/// A row of the table; on narrow screens a card, where each cell says its column.
#[component]
pub fn MemoryTableRow(
    /// The memory.
    row: MemoryRow,
) -> impl IntoView {
    let locale = use_locale();
    let scope = match (&row.scope, row.service_name) {
        (Scope::Personal, _) => locale.t("memories.personal").to_owned(),
        (Scope::Service(_), Some(name)) => name,
        (Scope::Service(_), None) => locale.t("memories.service").to_owned(),
    };
    let (state, tone, _) = index_words(row.index_state);
    view! {
        <tr role="row">
            <td role="cell" class="cell-statement">
                <StatementText statement=row.statement />
                {status_key(row.status).map(|key| view! { <Badge tone=Tone::Notable text=locale.t(key) /> })}
            </td>
            <td role="cell" data-label=locale.t("memories.kind")>{locale.t(kind_key(row.kind))}</td>
            <td role="cell" data-label=locale.t("memories.scope")>{scope}</td>
            <td role="cell" class="cell-validity" data-label=locale.t("memories.validity")>
                <span class="validity">
                    <Moment at=row.validity.from phrase="validity.since" />
                    {row.validity.to.map(|at| view! { <Moment at phrase="validity.until" /> })}
                    {(!row.current).then(|| {
                        view! { <Badge tone=Tone::Quiet text=locale.t("validity.not_current") /> }
                    })}
                </span>
            </td>
            <td role="cell" data-label=locale.t("memories.state")>
                <ExplainedBadge tone text=locale.t(state) target=explanation_id(row.index_state) />
            </td>
        </tr>
    }
}

/// What is remembered, or that it is hidden and why.
#[component]
fn StatementText(statement: Statement) -> impl IntoView {
    let locale = use_locale();
    match statement {
        Statement::Shown(text) => view! { <p class="statement">{text}</p> }.into_any(),
        Statement::Masked => view! {
            <p class="masked">
                <Badge tone=Tone::Quiet text=locale.t("memories.masked") />
                <span class="note">{locale.t("memories.masked_why")}</span>
            </p>
        }
        .into_any(),
    }
}

/// What the index states on this page mean, once each.
#[component]
pub fn StateExplanations(
    /// The states that occur.
    states: BTreeSet<IndexState>,
) -> impl IntoView {
    let locale = use_locale();
    states
        .into_iter()
        .map(|state| {
            let (term, _, text) = index_words(state);
            view! { <Explanation id=explanation_id(state) term=locale.t(term) text=locale.t(text) /> }
        })
        .collect::<Vec<_>>()
}

fn explanation_id(state: IndexState) -> String {
    format!("state-{}", state.as_str())
}

/// Word, look and meaning of an index state.
fn index_words(state: IndexState) -> (&'static str, Tone, &'static str) {
    match state {
        IndexState::Pending => ("index.pending", Tone::Notable, "index.pending_why"),
        IndexState::Indexing => ("index.indexing", Tone::Notable, "index.pending_why"),
        IndexState::Indexed => ("index.indexed", Tone::Good, "index.indexed_why"),
        IndexState::Stale => ("index.stale", Tone::Notable, "index.stale_why"),
        IndexState::Failed => ("index.failed", Tone::Notable, "index.failed_why"),
        IndexState::Excluded => ("index.excluded", Tone::Quiet, "index.excluded_why"),
        IndexState::DeletePending => ("index.delete_pending", Tone::Notable, "index.delete_pending_why"),
    }
}

/// The word for a status, unless it is the usual one.
fn status_key(status: Status) -> Option<&'static str> {
    match status {
        Status::Active => None,
        Status::Candidate => Some("memories.candidate"),
        Status::Rejected => Some("memories.rejected"),
        Status::Superseded => Some("memories.superseded"),
        Status::Expired => Some("memories.expired"),
        Status::Revoked => Some("memories.revoked"),
        Status::Deleted => Some("memories.deleted"),
    }
}

fn kind_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Profile => "kind.profile",
        Kind::Preference => "kind.preference",
        Kind::Rule => "kind.rule",
        Kind::Task => "kind.task",
        Kind::Fact => "kind.fact",
        Kind::Context => "kind.context",
        Kind::Agreement => "kind.agreement",
        Kind::Episode => "kind.episode",
        Kind::Procedure => "kind.procedure",
    }
}
