//! The queue: what waits, the way through its pages, and what is done with its rows.

use super::address;
use super::edit::EditDialog;
use super::filters::Filters;
use super::help::Help;
use super::live::{Line, LiveBar};
use super::many::{ManyDialogs, SelectionBar};
use super::recent::RecentDecisions;
use super::reject::RejectDialog;
use super::reveal::RevealDialog;
use super::row::CandidateItem;
use super::shortcuts::listen;
use super::state::Review;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::my_page::SearchNote;
use crate::my_page::words::count_text;
use crate::server_fns::{ApproveCandidate, RejectCandidate, review_queue};
use crate::ui::{EmptyState, FormOutcome, PageOf, Paging, Problem, Skeleton, dynamic, tell_when_turned};
use contract::Count;
use contract::review::{CandidateList, ListCandidates};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::use_query_map;

/// The queue with all around it.
#[component]
pub fn Queue() -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    let request = Memo::new(move |_| address::read(&query.read()));
    let list = load(move || request.get(), review_queue);
    let review = Review::new(list);
    let has_arrived = Signal::derive(move || list.with(|page| matches!(page, Some(Ok(_)))));
    tell_when_turned(Memo::new(move |_| request.with(page_of)), has_arrived, review.heading);
    let keys_on = listen(review);
    let line = Line::open(review);
    view! {
        <section class="queue" aria-labelledby="queue">
            <div class="queue-title">
                <h2 id="queue" tabindex="-1" node_ref=review.heading>{locale.t("queue.title")}</h2>
                <Help review keys_on />
            </div>
            <noscript class="notice">{locale.t("queue.no_script")}</noscript>
            <Done />
            <FormOutcome path=ApproveCandidate::url() done="" />
            <FormOutcome path=RejectCandidate::url() done="" />
            <Filters request list />
            <Transition fallback=|| view! { <Skeleton lines=8 /> }>
                {dynamic(move || {
                    review.sync();
                    list.get().map(|loaded| match loaded {
                        Ok(page) => view! { <Summary page review /> }.into_any(),
                        Err(error) => view! { <QueueProblem error request /> }.into_any(),
                    })
                })}
                <SelectionBar review request />
                <Rows review />
                {dynamic(move || {
                    let page = list.get()?.ok()?;
                    Some(view! { <End page review request=request.get_untracked() /> })
                })}
            </Transition>
            // Below the rows, so that what comes moves none of them.
            <div class="queue-foot">
                <LiveBar review line />
                <RecentDecisions review />
            </div>
            <RejectDialog review />
            <RevealDialog review />
            <EditDialog review />
            <ManyDialogs review />
        </section>
    }
}

/// Where in which queue the reviewer is.
fn page_of(request: &ListCandidates) -> PageOf {
    PageOf { list: address::write(&address::from_the_start(request)), cursor: request.cursor.clone() }
}

/// What a plain form has just done, which only the page that it leads to can say.
#[component]
fn Done() -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    dynamic(move || {
        let query = query.read();
        // What was done before goes along in the address of what failed after it.
        let key = match query.get_str("done").filter(|_| query.get_str("__err").is_none())? {
            "approved" => "recent.approved",
            "rejected" => "recent.rejected",
            _ => return None,
        };
        Some(view! { <p class="notice" role="status" tabindex="-1" autofocus>{locale.t(key)}</p> })
    })
}

/// How many wait, and how far a search went.
#[component]
fn Summary(page: CandidateList, review: Review) -> impl IntoView {
    let locale = use_locale();
    let Count { value, more } = page.count;
    // The count is of the filters alone: beside a search it would say another thing than the list.
    let is_counted = page.searched.is_none();
    let count = move || {
        let left = Count { value: value.saturating_sub(review.settled.get()), more };
        locale.fill("queue.count", "count", &count_text(left))
    };
    view! {
        {is_counted.then(|| view! { <p class="note figures">{dynamic(count)}</p> })}
        {page.searched.map(|searched| view! { <SearchNote searched /> })}
    }
}

/// The queue could not be loaded; the way out keeps the filters, but not the place that may be broken.
#[component]
fn QueueProblem(error: UiError, request: Memo<ListCandidates>) -> impl IntoView {
    let retry = address::write(&address::from_the_start(&request.get_untracked()));
    view! { <Problem title="queue.error_title" error retry page=address::PAGE /> }
}

#[component]
fn Rows(review: Review) -> impl IntoView {
    let is_empty = Memo::new(move |_| review.rows.with(Vec::is_empty));
    view! {
        <ol class="candidates" aria-labelledby="queue" hidden=is_empty>
            <For
                each=move || {
                    review.sync();
                    review.rows.get()
                }
                key=|row| row.id.to_string()
                children=move |row| view! { <CandidateItem row review /> }
            />
        </ol>
    }
}

/// That there is nothing, if so, and the way on.
#[component]
fn End(page: CandidateList, review: Review, request: ListCandidates) -> impl IntoView {
    let is_empty = Memo::new(move |_| review.rows.with(Vec::is_empty));
    let asked = request.clone();
    let first = request.cursor.is_some().then(|| address::write(&address::from_the_start(&request)));
    let next = page.next_cursor.map(|cursor| address::write(&ListCandidates { cursor: Some(cursor), ..request }));
    view! {
        {dynamic(move || is_empty.get().then(|| view! { <Nothing asked=asked.clone() /> }))}
        <Paging first next labelled_by="queue" />
    }
}

/// There is nothing; what to do about it depends on what was asked.
#[component]
fn Nothing(asked: ListCandidates) -> impl IntoView {
    let locale = use_locale();
    if !address::is_filtered(&asked) {
        return view! { <EmptyState title=locale.t("queue.empty_title") text=locale.t("queue.empty_text") /> }
            .into_any();
    }
    let clear = address::write(&address::unfiltered(&asked));
    view! {
        <EmptyState title=locale.t("memories.empty_filter_title") text=locale.t("queue.empty_filter_text")>
            <a class="button quiet" href=clear>{locale.t("filters.clear")}</a>
        </EmptyState>
    }
    .into_any()
}
