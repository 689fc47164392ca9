//! The list of a person's memories: tabs, filters, table, and what is done with its rows.

mod filters;
mod follow;
mod row;
mod state;
mod table;
mod tabs;

#[cfg(all(test, feature = "ssr"))]
pub use row::MemoryTableRow;
pub use row::{StatementText, opener_id};
pub use state::ListState;

use super::address;
use super::delete::{DeleteDialog, Deletion, SelectionBar};
use super::detail::MemoryPanel;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::loaded::{Loaded, load};
use crate::server_fns::my_memories;
use crate::ui::{EmptyState, PageOf, Paging, Problem, Skeleton, dynamic, tell_when_turned};
use contract::{Count, ListMemories, MemoryList as Listing, Searched};
use filters::Filters;
use follow::follow_index;
use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use table::MemoryTable;
use tabs::Tabs;

/// The list as it was last loaded.
pub type LoadedList = Loaded<Listing>;

/// The list, its states and the way through its pages.
#[component]
pub fn MemoryList(
    /// Whether memory is on; unknown while it loads.
    granted: Signal<Option<bool>>,
) -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    let request = Memo::new(move |_| address::read(&query.read()));
    let memories = load(move || request.get(), my_memories);
    let heading = NodeRef::<html::H2>::new();
    let list = ListState::new();
    let to_delete = RwSignal::new(None::<Deletion>);
    take_over(memories, request, list);
    follow_index(list);
    let has_arrived = Signal::derive(move || memories.with(|page| matches!(page, Some(Ok(_)))));
    tell_when_turned(Memo::new(move |_| request.with(page_of)), has_arrived, heading);
    view! {
        <section class="memories" aria-labelledby="memories">
            <h2 id="memories" tabindex="-1" node_ref=heading>{locale.t("memories.title")}</h2>
            <Filters request />
            <Transition fallback=|| view! { <Skeleton lines=8 /> }>
                {dynamic(move || {
                    let loaded = memories.get()?;
                    // Counts are of the filters alone: beside a search they would say another thing than the list.
                    let counts = loaded.as_ref().ok().filter(|page| page.searched.is_none()).map(|page| page.counts);
                    Some(
                        view! {
                            <Tabs request counts=Signal::stored(counts) />
                            {match loaded {
                                Ok(page) => view! { <MemoryPage page granted request list to_delete /> }.into_any(),
                                Err(error) => view! { <ListProblem error request /> }.into_any(),
                            }}
                        },
                    )
                })}
            </Transition>
            <MemoryPanel list memories to_delete heading />
            <DeleteDialog list memories to_delete heading />
        </section>
    }
}

/// Hands what has arrived to those who share it; nothing is chosen on another page.
fn take_over(memories: LoadedList, request: Memo<ListMemories>, list: ListState) {
    Effect::new(move |before: Option<ListMemories>| {
        let now = request.get();
        if before.is_some_and(|before| before != now) {
            list.choose_page(false);
        }
        now
    });
    Effect::new(move |_| {
        memories.with(|page| {
            if let Some(Ok(page)) = page {
                list.arrived(&page.items);
            }
        });
    });
}

/// Where in which list the person is.
fn page_of(request: &ListMemories) -> PageOf {
    PageOf { list: address::write(&address::from_the_start(request)), cursor: request.cursor.clone() }
}

/// The list could not be loaded; the way out keeps the filters, but not the place that may be broken.
#[component]
fn ListProblem(error: UiError, request: Memo<ListMemories>) -> impl IntoView {
    let retry = address::write(&address::from_the_start(&request.get_untracked()));
    view! { <Problem title="memories.error_title" error retry /> }
}

#[component]
fn MemoryPage(
    page: Listing,
    granted: Signal<Option<bool>>,
    request: Memo<ListMemories>,
    list: ListState,
    to_delete: RwSignal<Option<Deletion>>,
) -> impl IntoView {
    let locale = use_locale();
    let asked = request.get_untracked();
    let is_off = Signal::derive(move || granted.get() == Some(false));
    let searched = page.searched.map(|searched| view! { <SearchNote searched /> });
    if page.items.is_empty() {
        let next = page.next_cursor;
        return view! {
            {searched}
            <Nothing is_off asked=asked.clone() />
            <ListPaging request=asked next />
        }
        .into_any();
    }
    let matching = Deletion::Matching {
        filter: asked.filter(),
        unchanged_since: page.as_of,
        count: match asked.filter().search() {
            None => Some(page.counts.of(asked.tab)),
            // A search is counted only where its first page holds all of it.
            Some(_) => (asked.cursor.is_none() && page.next_cursor.is_none())
                .then(|| Count { value: u32::try_from(page.items.len()).unwrap_or(u32::MAX), more: false }),
        },
    };
    view! {
        {dynamic(move || is_off.get().then(|| view! { <p class="notice">{locale.t("memories.unused")}</p> }))}
        {searched}
        <SelectionBar list matching to_delete />
        <div class:unused=is_off>
            <MemoryTable rows=page.items request=asked.clone() list />
        </div>
        <ListPaging request=asked next=page.next_cursor />
    }
    .into_any()
}

#[component]
fn ListPaging(request: ListMemories, next: Option<String>) -> impl IntoView {
    let first = request.cursor.is_some().then(|| address::write(&address::from_the_start(&request)));
    let next = next.map(|cursor| address::write(&ListMemories { cursor: Some(cursor), ..request }));
    view! { <Paging first next labelled_by="memories" /> }
}

/// How far a search went, if it did not see everything.
#[component]
pub fn SearchNote(
    /// How far.
    searched: Searched,
) -> impl IntoView {
    let locale = use_locale();
    let stopped = searched.stopped.then(|| locale.fill("memories.search_stopped", "count", &searched.rows.to_string()));
    let unreadable = (searched.unreadable > 0)
        .then(|| locale.fill("memories.search_unreadable", "count", &searched.unreadable.to_string()));
    let notes: Vec<_> = stopped.into_iter().chain(unreadable).map(|text| view! { <p>{text}</p> }).collect();
    (!notes.is_empty()).then(|| view! { <div class="notice">{notes}</div> })
}

/// There is nothing; what to do about it depends on what was asked, and on the consent.
#[component]
fn Nothing(is_off: Signal<bool>, asked: ListMemories) -> impl IntoView {
    let locale = use_locale();
    if address::is_filtered(&asked) {
        let clear = address::write(&address::unfiltered(&asked));
        return view! {
            <EmptyState title=locale.t("memories.empty_filter_title") text=locale.t("memories.empty_filter_text")>
                <a class="button quiet" href=clear>{locale.t("filters.clear")}</a>
            </EmptyState>
        }
        .into_any();
    }
    dynamic(move || {
        let (title, text) = if is_off.get() {
            ("memories.empty_off_title", "memories.empty_off_text")
        } else {
            ("memories.empty_on_title", "memories.empty_on_text")
        };
        view! { <EmptyState title=locale.t(title) text=locale.t(text) /> }
    })
    .into_any()
}
