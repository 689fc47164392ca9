//! What has become of a text.

use crate::i18n::use_locale;
use contract::DiffPart;
use leptos::prelude::*;

/// The older and the newer text in one, told apart by words as well as by looks.
#[component]
pub fn Diff(
    /// The pieces, in order.
    parts: Vec<DiffPart>,
    /// How a piece is shown.
    show: fn(String) -> AnyView,
) -> impl IntoView {
    let locale = use_locale();
    let word = move |key| view! { <span class="visually-hidden">" " {locale.t(key)} " "</span> };
    let parts: Vec<_> = parts
        .into_iter()
        .map(|part| match part {
            DiffPart::Same(text) => view! { <span>{show(text)}</span> }.into_any(),
            DiffPart::Removed(text) => view! { <del>{word("history.removed")} {show(text)}</del> }.into_any(),
            DiffPart::Added(text) => view! { <ins>{word("history.added")} {show(text)}</ins> }.into_any(),
        })
        .collect();
    view! { <bdi class="diff">{parts}</bdi> }
}
