//! A page for one memory, for browsers without script. Reading the address shows no content; a POST to it, which the
//! "Open" button sends, does. It holds no script, so that nothing of it is in the bundle.

use super::MemoryFacts;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::loaded::load_first;
use crate::my_page::area::{OwnArea, Room};
use crate::my_page::correct::PlainCorrectForm;
use crate::my_page::delete::PlainDeleteForm;
use crate::my_page::words::index_words;
use crate::not_found::NotFound;
use crate::server_fns::{CorrectMemory, DeleteMemories, memory_progress};
use crate::ui::{Badge, FormOutcome, Problem, Skeleton, dynamic};
use contract::{ErrorCode, MemoryDetail, MemoryId, MemoryProgress, OwnerAction};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
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
    let known = load_first(move || look(id.clone()));
    view! {
        <p><a href="/me">{locale.t("detail.back")}</a></p>
        <FormOutcome path=CorrectMemory::url() done="" />
        <FormOutcome path=DeleteMemories::url() done="" />
        <Suspense fallback=|| view! { <Skeleton lines=9 /> }>
            {dynamic(move || {
                let retry = path.clone();
                known.get().map(|known| match known {
                    Ok(Known::Opened(detail)) => view! { <Opened detail=*detail /> }.into_any(),
                    Ok(Known::Closed(progress)) => view! { <Closed progress /> }.into_any(),
                    Err(error) if error.code == ErrorCode::NotFound => view! { <NotFound /> }.into_any(),
                    Err(error) => view! { <Problem error retry /> }.into_any(),
                })
            })}
        </Suspense>
    }
}

/// Opens the memory if the page was asked for by POST.
async fn look(id: MemoryId) -> Result<Known, UiError> {
    if use_context::<http::request::Parts>().is_some_and(|parts| parts.method == http::Method::POST) {
        let detail = crate::server_fns::open_memory(id).await?;
        return Ok(Known::Opened(Box::new(detail)));
    }
    let progress = memory_progress(vec![id]).await?.pop();
    progress.map(Known::Closed).ok_or_else(|| UiError::new(ErrorCode::NotFound))
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
