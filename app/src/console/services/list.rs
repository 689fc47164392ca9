//! The list of services.

use super::address;
use super::create::Create;
use super::head::Deployed;
use super::words::of_revision;
use crate::console::area::ConsoleArea;
use crate::console::form::approval_key;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::services;
use crate::ui::{
    Badge, EmptyState, Moment, PageOf, Paging, Problem, Skeleton, Tone, dynamic, grouped, tell_when_turned,
};
use contract::{Place, ServiceList, ServiceRow};
use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

/// The page.
#[component]
pub fn ServicesPage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Services><Services /></ConsoleArea> }
}

#[component]
fn Services() -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    let request = Memo::new(move |_| address::read(&query.read()));
    let list = load(move || request.get(), services);
    let heading = NodeRef::<html::H2>::new();
    let asked = Memo::new(move |_| PageOf { list: address::LIST.to_owned(), cursor: request.get().cursor });
    let has_arrived = Signal::derive(move || list.with(|page| matches!(page, Some(Ok(_)))));
    tell_when_turned(asked, has_arrived, heading);
    view! {
        <p class="lead">{locale.t("services.lead")}</p>
        <Create />
        <section class="memories" aria-labelledby="services">
            <h2 id="services" tabindex="-1" node_ref=heading>{locale.t("services.list")}</h2>
            <Transition fallback=|| view! { <Skeleton lines=8 /> }>
                {dynamic(move || {
                    list.get().map(|loaded| match loaded {
                        Ok(page) => view! { <Page page is_first=request.get_untracked().cursor.is_none() /> }.into_any(),
                        Err(error) => {
                            let (title, page) = ("services.error_title", address::LIST);
                            view! { <Problem title error retry=address::LIST page /> }.into_any()
                        }
                    })
                })}
            </Transition>
        </section>
    }
}

/// A page of the list.
#[component]
pub fn Page(
    /// The page.
    page: ServiceList,
    /// Whether it is the first.
    is_first: bool,
) -> impl IntoView {
    let locale = use_locale();
    let ServiceList { items, next_cursor, .. } = page;
    let shown = if items.is_empty() {
        view! { <EmptyState title=locale.t("services.empty_title") text=locale.t("services.empty_text") /> }.into_any()
    } else {
        view! { <Table rows=items /> }.into_any()
    };
    let first = (!is_first).then(|| address::LIST.to_owned());
    view! {
        {shown}
        <Paging first next=next_cursor.map(|cursor| address::write(&cursor)) labelled_by="services" />
    }
}

/// The columns.
const COLUMNS: [&str; 7] = [
    "services.name",
    "services.deployed",
    "services.latest",
    "setting.memory",
    "setting.approval",
    "services.waiting",
    "services.created",
];

/// A table on wide screens, cards on narrow ones. The roles are spelt out because `display` takes them away.
#[component]
fn Table(rows: Vec<ServiceRow>) -> impl IntoView {
    let locale = use_locale();
    let columns: Vec<_> =
        COLUMNS.into_iter().map(|key| view! { <th role="columnheader" scope="col">{locale.t(key)}</th> }).collect();
    let rows: Vec<_> = rows.into_iter().map(|row| view! { <Row row /> }).collect();
    view! {
        <table class="memory-table service-table" role="table">
            <caption class="visually-hidden">{locale.t("services.list")}</caption>
            <thead role="rowgroup">
                <tr role="row">{columns}</tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
}

#[component]
fn Row(row: ServiceRow) -> impl IntoView {
    let locale = use_locale();
    let (tone, memory) = if row.memory { (Tone::Good, "consent.is_on") } else { (Tone::Quiet, "consent.is_off") };
    let approval = row.approval.map_or("–", |policy| locale.t(approval_key(policy)));
    view! {
        <tr role="row">
            <td role="cell" class="cell-statement">
                <a href=address::of_service(&row.service_id) rel="external"><bdi>{row.name}</bdi></a>
            </td>
            <td role="cell" data-label=locale.t("services.deployed")><Deployed number=row.deployed /></td>
            <td role="cell" data-label=locale.t("services.latest")>
                {of_revision(locale, "services.revision", row.latest)}
            </td>
            <td role="cell" data-label=locale.t("setting.memory")><Badge tone text=locale.t(memory) /></td>
            <td role="cell" data-label=locale.t("setting.approval")>{approval}</td>
            <td role="cell" data-label=locale.t("services.waiting")>
                <span class="figures">{grouped(row.waiting_turns)}</span>
            </td>
            <td role="cell" data-label=locale.t("services.created")>
                <Moment at=row.created_at phrase="services.day" />
            </td>
        </tr>
    }
}
