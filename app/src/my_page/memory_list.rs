//! The list of a person's memories, page by page.

use super::memory_row::{MemoryTableRow, StateExplanations};
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::server_fns::my_memories;
use crate::ui::{Announcer, EmptyState, Problem, Skeleton, focus};
use contract::{MemoryRow, Page};
use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

/// The list, its states and the way through its pages.
#[component]
pub fn MemoryList(
    /// Whether memory is on; unknown while it loads.
    granted: Signal<Option<bool>>,
) -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    let cursor = Memo::new(move |_| query.read().get("cursor"));
    let memories = Resource::new(move || cursor.get(), my_memories);
    let heading = NodeRef::<html::H2>::new();
    tell_when_turned(cursor, memories, heading);
    view! {
        <section class="memories" aria-labelledby="memories">
            <h2 id="memories" tabindex="-1" node_ref=heading>{locale.t("memories.title")}</h2>
            <Transition fallback=|| view! { <Skeleton lines=8 /> }>
                {move || {
                    memories.get().map(|page| match page {
                        Ok(page) => view! { <MemoryPage page granted cursor /> }.into_any(),
                        Err(error) => view! { <Problem title="memories.error_title" error retry="/me" /> }.into_any(),
                    })
                }}
            </Transition>
        </section>
    }
}

/// Once another page of the list has arrived: says so, and puts the focus at its top.
fn tell_when_turned(
    cursor: Memo<Option<String>>,
    memories: Resource<Result<Page<MemoryRow>, UiError>>,
    heading: NodeRef<html::H2>,
) {
    let locale = use_locale();
    let announcer = Announcer::current();
    Effect::new(move |shown: Option<Option<String>>| {
        let arrived = memories.with(|page| matches!(page, Some(Ok(_))));
        let now = cursor.get_untracked();
        if let Some(before) = shown
            && arrived
            && before != now
        {
            announcer.say(locale.t(if now.is_some() { "memories.page_shown" } else { "memories.page_first" }));
            focus(heading);
        }
        now
    });
}

#[component]
fn MemoryPage(page: Page<MemoryRow>, granted: Signal<Option<bool>>, cursor: Memo<Option<String>>) -> impl IntoView {
    let locale = use_locale();
    let is_off = Signal::derive(move || granted.get() == Some(false));
    if page.items.is_empty() && cursor.get_untracked().is_none() {
        return view! { <NothingYet is_off /> }.into_any();
    }
    view! {
        {move || is_off.get().then(|| view! { <p class="notice">{locale.t("memories.unused")}</p> })}
        <div class:unused=is_off>
            <MemoryTable rows=page.items />
        </div>
        <Paging next=page.next_cursor is_first=cursor.get_untracked().is_none() />
    }
    .into_any()
}

/// Nothing is remembered; what to do about it depends on the consent.
#[component]
fn NothingYet(is_off: Signal<bool>) -> impl IntoView {
    let locale = use_locale();
    move || {
        let (title, text) = if is_off.get() {
            ("memories.empty_off_title", "memories.empty_off_text")
        } else {
            ("memories.empty_on_title", "memories.empty_on_text")
        };
        view! { <EmptyState title=locale.t(title) text=locale.t(text) /> }
    }
}

/// A table on wide screens, cards on narrow ones. The roles are spelt out because `display` takes them away.
#[component]
fn MemoryTable(rows: Vec<MemoryRow>) -> impl IntoView {
    let locale = use_locale();
    let columns: Vec<_> =
        ["memories.statement", "memories.kind", "memories.scope", "memories.validity", "memories.state"]
            .into_iter()
            .map(|key| view! { <th role="columnheader" scope="col">{locale.t(key)}</th> })
            .collect();
    let states = rows.iter().map(|row| row.index_state).collect();
    let rows: Vec<_> = rows.into_iter().map(|row| view! { <MemoryTableRow row /> }).collect();
    view! {
        <table class="memory-table" role="table">
            <caption class="visually-hidden">{locale.t("memories.caption")}</caption>
            <thead role="rowgroup">
                <tr role="row">{columns}</tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
        <StateExplanations states />
    }
}

#[component]
fn Paging(next: Option<String>, is_first: bool) -> impl IntoView {
    let locale = use_locale();
    if is_first && next.is_none() {
        return ().into_any();
    }
    let older = next.map(|cursor| {
        let query: ParamsMap = [("cursor", cursor)].into_iter().collect();
        let address = format!("/me{}", query.to_query_string());
        view! { <a class="button quiet" rel="next" href=address>{locale.t("memories.next")}</a> }
    });
    view! {
        <nav class="paging" aria-labelledby="memories">
            {(!is_first).then(|| view! { <a class="button quiet" href="/me">{locale.t("memories.first")}</a> })}
            {older}
        </nav>
    }
    .into_any()
}
