//! The table of memories.

use super::row::{MemoryTableRow, StateExplanations};
use super::state::ListState;
use crate::i18n::use_locale;
use crate::my_page::address;
use crate::ui::use_ready;
use contract::{ListMemories, MemoryRow, SortBy, SortOrder};
use leptos::prelude::*;

/// The columns between the choice and the button: their names, and what they are sorted by.
const COLUMNS: [(&str, Option<SortBy>); 6] = [
    ("memories.statement", None),
    ("memories.kind", Some(SortBy::Kind)),
    ("memories.scope", Some(SortBy::Scope)),
    ("memories.validity", Some(SortBy::ValidFrom)),
    ("memories.state", Some(SortBy::IndexState)),
    ("memories.recorded", Some(SortBy::RecordedAt)),
];

/// A table on wide screens, cards on narrow ones. The roles are spelt out because `display` takes them away.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn MemoryTable(
    /// The rows.
    rows: Vec<MemoryRow>,
    /// What was asked for.
    request: ListMemories,
    /// What the rows share.
    list: ListState,
) -> impl IntoView {
    let locale = use_locale();
    let ready = use_ready();
    let columns: Vec<_> =
        COLUMNS.into_iter().map(|(key, sort)| view! { <ColumnHeader key sort request=request.clone() /> }).collect();
    let rows: Vec<_> = rows.into_iter().map(|row| view! { <MemoryTableRow row list /> }).collect();
    view! {
        <table class="memory-table" class:with-choice=ready role="table">
            <caption class="visually-hidden">{locale.t("memories.caption")}</caption>
            <thead role="rowgroup">
                <tr role="row">
                    <th role="columnheader" scope="col" class="cell-choice">
                        <span class="visually-hidden">{locale.t("memories.choice")}</span>
                    </th>
                    {columns}
                    <th role="columnheader" scope="col">
                        <span class="visually-hidden">{locale.t("memories.actions")}</span>
                    </th>
                </tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
        <StateExplanations />
    }
}

/// A column's name, which also sorts by it where that can be.
#[component]
fn ColumnHeader(key: &'static str, sort: Option<SortBy>, request: ListMemories) -> impl IntoView {
    let locale = use_locale();
    let Some(sort) = sort else {
        return view! { <th role="columnheader" scope="col">{locale.t(key)}</th> }.into_any();
    };
    let direction = (request.sort == sort).then_some(match request.order {
        SortOrder::Ascending => "ascending",
        SortOrder::Descending => "descending",
    });
    let href = address::write(&address::sorted(&request, sort));
    view! {
        <th role="columnheader" scope="col" aria-sort=direction>
            <a class="sort" href=href>{locale.t(key)}</a>
        </th>
    }
    .into_any()
}
