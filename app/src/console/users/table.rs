//! The table of accounts, and the way through its pages.

use super::act::Asked;
use super::address;
use super::manage::Manage;
use super::words::{sessions_text, state_words};
use crate::auth::role_key;
use crate::i18n::use_locale;
use crate::ui::{Badge, LocalTime, Moment, Tone};
use contract::{ListUsers, Role, UserRow};
use leptos::prelude::*;

/// The columns before the one with what can be done.
const COLUMNS: [&str; 7] =
    ["auth.email", "users.external_ids", "demo.role", "users.state", "consent.title", "users.made", "users.seen"];

/// A table on wide screens, cards on narrow ones. The roles are spelt out because `display` takes them away.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn UserTable(
    /// The rows.
    rows: Vec<UserRow>,
    /// The roles that may be given.
    roles: Vec<Role>,
    /// Where what is asked for is put.
    asked: RwSignal<Option<Asked>>,
) -> impl IntoView {
    let locale = use_locale();
    let columns: Vec<_> =
        COLUMNS.into_iter().map(|key| view! { <th role="columnheader" scope="col">{locale.t(key)}</th> }).collect();
    let rows: Vec<_> = rows.into_iter().map(|row| view! { <UserTableRow row roles=roles.clone() asked /> }).collect();
    view! {
        <table class="memory-table user-table" role="table">
            <caption class="visually-hidden">{locale.t("users.list")}</caption>
            <thead role="rowgroup">
                <tr role="row">
                    {columns}
                    <th role="columnheader" scope="col">
                        <span class="visually-hidden">{locale.t("memories.actions")}</span>
                    </th>
                </tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
}

/// A row of the table; on narrow screens a card, where each cell says its column.
#[component]
pub fn UserTableRow(
    /// The account.
    row: UserRow,
    /// The roles that may be given.
    roles: Vec<Role>,
    /// Where what is asked for is put.
    asked: RwSignal<Option<Asked>>,
) -> impl IntoView {
    let locale = use_locale();
    let name_id = format!("name-{}", row.user_id);
    let (state, tone) = state_words(row.state);
    let (consent_tone, consent) =
        if row.has_consented { (Tone::Good, "consent.is_on") } else { (Tone::Quiet, "consent.is_off") };
    view! {
        <tr role="row">
            <NameCell row=row.clone() id=name_id.clone() />
            <td role="cell" data-label=locale.t("users.external_ids")><bdi>{row.external_ids.join(", ")}</bdi></td>
            <td role="cell" data-label=locale.t("demo.role")>{locale.t(role_key(row.role))}</td>
            <td role="cell" data-label=locale.t("users.state")>
                <span class="stack">
                    <Badge tone text=locale.t(state) />
                    {row.link_expires_at.map(|at| view! { <Moment at phrase="users.link_day" /> })}
                </span>
            </td>
            <td role="cell" data-label=locale.t("consent.title")>
                <Badge tone=consent_tone text=locale.t(consent) />
            </td>
            <td role="cell" data-label=locale.t("users.made")><Moment at=row.created_at phrase="users.day" /></td>
            <td role="cell" data-label=locale.t("users.seen")>
                <span class="stack">
                    {row.seen_at.map(|at| view! { <LocalTime at /> })}
                    <span class="note">{sessions_text(locale, row.sessions)}</span>
                </span>
            </td>
            <td role="cell" class="cell-open"><Manage row roles described_by=name_id asked /></td>
        </tr>
    }
}

#[component]
fn NameCell(row: UserRow, id: String) -> impl IntoView {
    let locale = use_locale();
    let name = match row.email {
        Some(email) => view! { <strong id=id><bdi>{email}</bdi></strong> }.into_any(),
        None => view! { <span id=id class="note">{locale.t("users.no_address")}</span> }.into_any(),
    };
    let is_you = row.is_you.then(|| view! { <Badge tone=Tone::Quiet text=locale.t("users.you") /> });
    view! { <td role="cell" class="cell-statement">{name} " " {is_you}</td> }
}

/// Back to the beginning, and on to what follows.
#[component]
pub fn Paging(
    /// What was asked for.
    request: ListUsers,
    /// Where the next page begins.
    next: Option<String>,
) -> impl IntoView {
    let locale = use_locale();
    let first = request.cursor.is_some().then(|| address::write(&address::from_the_start(&request)));
    let next = next.map(|cursor| address::write(&ListUsers { cursor: Some(cursor), ..request }));
    (first.is_some() || next.is_some()).then(|| {
        view! {
            <nav class="paging" aria-labelledby="accounts">
                {first.map(|href| view! { <a class="button quiet" href=href>{locale.t("memories.first")}</a> })}
                {next.map(|href| view! { <a class="button quiet" rel="next" href=href>{locale.t("memories.next")}</a> })}
            </nav>
        }
    })
}
