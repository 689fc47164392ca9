//! What a plain form came to, said on the page that it leads back to.

use super::ProblemSummary;
use crate::error::UiError;
use crate::i18n::use_locale;
use leptos::prelude::*;
use leptos::server::ServerActionError;
use leptos::server_fn::error::ServerFnUrlError;
use leptos_router::hooks::use_query_map;

/// What went wrong with the plain form that led here, if it was one of the server function at `path`.
pub fn plain_error(path: &str) -> Option<UiError> {
    let error = use_context::<ServerActionError>().filter(|error| error.path() == path)?;
    Some(ServerFnUrlError::decode_err(error.err()))
}

/// That a plain form is done, if the page's address says so.
#[component]
pub fn FormDone(
    /// The key of what to say for the word in the address.
    key: fn(&str) -> Option<&'static str>,
) -> impl IntoView {
    // What was done before stays in the address when another form fails.
    let has_failed = use_context::<ServerActionError>().is_some();
    let done = use_query_map().read_untracked().get("done").filter(|_| !has_failed).and_then(|word| key(&word));
    done.map(|key| view! { <p class="notice" role="status" tabindex="-1" autofocus>{use_locale().t(key)}</p> })
}

/// The error in the page's address, if it is that of the server function at `path`; or that it is done.
#[component]
pub fn FormOutcome(
    /// The address of the server function.
    path: &'static str,
    /// The key of what to say if the address says `done`; empty for nothing.
    done: &'static str,
) -> impl IntoView {
    let error = plain_error(path);
    let is_done = error.is_none() && !done.is_empty() && use_query_map().read_untracked().get_str("done").is_some();
    view! {
        {error.map(|error| view! { <ProblemSummary error /> })}
        {is_done.then(|| view! { <p class="notice" role="status" tabindex="-1" autofocus>{use_locale().t(done)}</p> })}
    }
}
