//! The audit log: filters, a page of entries, and all that match as a file.

mod address;
mod entry;
mod filters;
#[cfg(all(test, feature = "ssr"))]
mod tests;
mod words;

use super::area::ConsoleArea;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::my_page::words::count_text;
use crate::server_fns::audit_log;
use crate::ui::{EmptyState, PageOf, Problem, Skeleton, dynamic, tell_when_turned};
use contract::{AuditList, ListAudit, Place};
use entry::Entries;
use filters::Filters;
use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

/// The page.
#[component]
pub fn AuditPage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Audit><Log /></ConsoleArea> }
}

#[component]
fn Log() -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    let request = Memo::new(move |_| address::read(&query.read()));
    let log = load(move || request.get(), audit_log);
    let heading = NodeRef::<html::H2>::new();
    let asked = Memo::new(move |_| {
        let request = request.get();
        PageOf { list: address::write(&address::from_the_start(&request)), cursor: request.cursor }
    });
    let has_arrived = Signal::derive(move || log.with(|page| matches!(page, Some(Ok(_)))));
    tell_when_turned(asked, has_arrived, heading);
    view! {
        <p class="lead">{locale.t("audit.lead")}</p>
        <section class="memories" aria-labelledby="entries">
            <h2 id="entries" tabindex="-1" node_ref=heading>{locale.t("audit.entries")}</h2>
            <Filters request />
            <Transition fallback=|| view! { <Skeleton lines=8 /> }>
                {dynamic(move || {
                    log.get().map(|loaded| match loaded {
                        Ok(page) => view! { <Page page request=request.get_untracked() /> }.into_any(),
                        Err(error) => {
                            let retry = address::write(&address::from_the_start(&request.get_untracked()));
                            view! { <Problem title="audit.error_title" error retry /> }.into_any()
                        }
                    })
                })}
            </Transition>
        </section>
    }
}

/// A page of the log.
#[component]
pub fn Page(
    /// The page.
    page: AuditList,
    /// What was asked for.
    request: ListAudit,
) -> impl IntoView {
    let locale = use_locale();
    let AuditList { items, next_cursor, count } = page;
    if items.is_empty() {
        return view! {
            <EmptyState title=locale.t("audit.empty_title") text=locale.t("audit.empty_text")>
                <a class="button quiet" href=address::write(&ListAudit::default())>{locale.t("filters.clear")}</a>
            </EmptyState>
        }
        .into_any();
    }
    let export = address::export(&request);
    view! {
        <div class="log-head">
            <p>{locale.fill("audit.count", "count", &count_text(count))}</p>
            <a class="button quiet" href=export rel="external" download="">{locale.t("audit.export")}</a>
        </div>
        <Entries items />
        <Paging request next=next_cursor />
    }
    .into_any()
}

/// Back to the beginning, and on to what follows.
#[component]
fn Paging(request: ListAudit, next: Option<String>) -> impl IntoView {
    let locale = use_locale();
    let first = request.cursor.is_some().then(|| address::write(&address::from_the_start(&request)));
    let next = next.map(|cursor| address::write(&ListAudit { cursor: Some(cursor), ..request }));
    (first.is_some() || next.is_some()).then(|| {
        view! {
            <nav class="paging" aria-labelledby="entries">
                {first.map(|href| view! { <a class="button quiet" href=href>{locale.t("memories.first")}</a> })}
                {next.map(|href| view! { <a class="button quiet" rel="next" href=href>{locale.t("memories.next")}</a> })}
            </nav>
        }
    })
}
