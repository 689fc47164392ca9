//! A part of a view that is there as long as something holds.

use super::dynamic;
use leptos::prelude::*;

/// Shows its children as long as `when` holds. Leptos' own `Show` does the same, but is compiled once for each place.
#[component]
pub fn Shown(
    /// Whether to show them.
    #[prop(into)]
    when: Signal<bool>,
    /// What is shown.
    children: ChildrenFn,
) -> impl IntoView {
    let holds = Memo::new(move |_| when.get());
    dynamic(move || holds.get().then(|| children()))
}
