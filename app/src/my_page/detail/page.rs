//! A page for one memory, for browsers without script. Reading the address shows no content; a POST to it, which the
//! "Open" button sends, does.

use super::MemoryFacts;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::my_page::area::{OwnArea, Room};
use crate::my_page::correct::PlainCorrectForm;
use crate::my_page::delete::PlainDeleteForm;
use crate::my_page::words::index_words;
use crate::not_found::NotFound;
use crate::server_fns::{CorrectMemory, DeleteMemories, memory_progress};
use crate::ui::{Badge, Problem, ProblemSummary, Skeleton};
use contract::{ErrorCode, MemoryDetail, MemoryId, MemoryProgress, OwnerAction};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use serde::{Deserialize, Serialize};

/// What the page knows of its memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Known {
    /// It was opened.
    Opened(Box<MemoryDetail>),
    /// It is there, and closed.
    Closed(MemoryProgress),
}

/// The page; an address that is no memory's leads nowhere.
#[component]
pub fn MemoryPage() -> impl IntoView {
    let id = use_params_map().read_untracked().get_str("id").and_then(|id| id.parse::<MemoryId>().ok());
    match id {
        Some(id) => view! { <OwnArea room=Room::Memories><OneMemory id /></OwnArea> }.into_any(),
        None => view! { <NotFound /> }.into_any(),
    }
}

#[component]
fn OneMemory(id: MemoryId) -> impl IntoView {
    let locale = use_locale();
    let path = format!("/me/memories/{id}");
    let known = Resource::new_blocking(|| (), move |()| look(id.clone()));
    view! {
        <p><a href="/me">{locale.t("detail.back")}</a></p>
        <FormProblem />
        <Suspense fallback=|| view! { <Skeleton lines=9 /> }>
            {move || {
                let retry = path.clone();
                known.get().map(|known| match known {
                    Ok(Known::Opened(detail)) => view! { <Opened detail=*detail /> }.into_any(),
                    Ok(Known::Closed(progress)) => view! { <Closed progress /> }.into_any(),
                    Err(error) if error.code == ErrorCode::NotFound => view! { <NotFound /> }.into_any(),
                    Err(error) => view! { <Problem error retry /> }.into_any(),
                })
            }}
        </Suspense>
    }
}

/// Opens the memory if the page was asked for by POST. The browser takes the answer over and never looks by itself.
async fn look(id: MemoryId) -> Result<Known, UiError> {
    #[cfg(feature = "ssr")]
    if use_context::<http::request::Parts>().is_some_and(|parts| parts.method == http::Method::POST) {
        let detail = crate::server_fns::open_memory(id).await?;
        return Ok(Known::Opened(Box::new(detail)));
    }
    let progress = memory_progress(vec![id]).await?.pop();
    progress.map(Known::Closed).ok_or_else(|| UiError::new(ErrorCode::NotFound))
}

/// What went wrong with a plain form of the opened page, which leads back here.
#[component]
fn FormProblem() -> impl IntoView {
    // An action knows the error in the address that is its own.
    let (correct, delete) = (ServerAction::<CorrectMemory>::new(), ServerAction::<DeleteMemories>::new());
    move || {
        let failure =
            correct.value().get().and_then(Result::err).or_else(|| delete.value().get().and_then(Result::err));
        failure.map(|error| view! { <ProblemSummary error /> })
    }
}

#[component]
fn Closed(progress: MemoryProgress) -> impl IntoView {
    let locale = use_locale();
    let (word, tone, why) = index_words(progress.index_state);
    view! {
        <section class="card detail-page" aria-labelledby="detail-title">
            <h2 id="detail-title">{locale.t("detail.title")}</h2>
            <p><Badge tone text=locale.t(word) /> " " <span class="note">{locale.t(why)}</span></p>
            <p>{locale.t("detail.closed")}</p>
            <form method="post">
                <button type="submit" class="button primary">{locale.t("memories.open")}</button>
            </form>
        </section>
    }
}

#[component]
fn Opened(detail: MemoryDetail) -> impl IntoView {
    let locale = use_locale();
    let may = |action| detail.allowed.contains(&action);
    let correct = may(OwnerAction::Correct).then(|| {
        let detail = detail.clone();
        view! {
            <details class="plain-action">
                <summary>{locale.t("detail.correct")}</summary>
                <PlainCorrectForm detail />
            </details>
        }
    });
    let delete = may(OwnerAction::Delete).then(|| {
        view! {
            <details class="plain-action">
                <summary>{locale.t("detail.delete")}</summary>
                <p>{locale.t("delete.forever")}</p>
                <PlainDeleteForm id=detail.memory_id.clone() version=detail.version />
            </details>
        }
    });
    view! {
        <section class="card detail-page" aria-labelledby="detail-title">
            <h2 id="detail-title">{locale.t("detail.title")}</h2>
            <MemoryFacts detail=detail.clone() />
            {correct}
            {delete}
        </section>
    }
}
