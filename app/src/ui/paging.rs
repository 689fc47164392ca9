//! The way through the pages of a list.

use crate::i18n::use_locale;
use leptos::prelude::*;

/// Back to the beginning, and on to what follows.
#[component]
pub fn Paging(
    /// The address of the first page, unless it is this one.
    first: Option<String>,
    /// The address of the next page, if there is one.
    next: Option<String>,
    /// The id of the list's heading.
    labelled_by: &'static str,
) -> impl IntoView {
    let locale = use_locale();
    if first.is_none() && next.is_none() {
        return ().into_any();
    }
    view! {
        <nav class="paging" aria-labelledby=labelled_by>
            {first.map(|href| view! { <a class="button quiet" href=href>{locale.t("memories.first")}</a> })}
            {next.map(|href| view! { <a class="button quiet" rel="next" href=href>{locale.t("memories.next")}</a> })}
        </nav>
    }
    .into_any()
}
