//! The button that sends a form.

use super::dynamic;
use leptos::prelude::*;

/// Sends the form around it. While the answer is awaited it says so and keeps the focus; pressing it again does nothing.
#[component]
pub fn SubmitButton(
    /// What it does.
    label: &'static str,
    /// What it says meanwhile.
    busy_label: &'static str,
    /// Whether the answer is awaited.
    #[prop(into)]
    pending: Signal<bool>,
    /// How it looks: `primary`, `quiet` or `danger`.
    #[prop(default = "button primary")]
    class: &'static str,
) -> impl IntoView {
    let ignore_while_pending = move |event: leptos::ev::MouseEvent| {
        if pending.get_untracked() {
            event.prevent_default();
        }
    };
    view! {
        <button
            type="submit"
            class=class
            aria-disabled=move || pending.get().then_some("true")
            on:click=ignore_while_pending
        >
            {dynamic(move || if pending.get() { busy_label } else { label })}
        </button>
    }
}
