//! What stands in place of a list that has nothing in it: why, and what to do next.

use leptos::prelude::*;

/// An empty list.
#[component]
pub fn EmptyState(
    /// That there is nothing.
    title: &'static str,
    /// What to do next.
    text: &'static str,
    /// A way to do it.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty-state">
            <span class="empty-mark" aria-hidden="true"></span>
            <p class="empty-title">{title}</p>
            <p>{text}</p>
            {children.map(|children| children())}
        </div>
    }
}
