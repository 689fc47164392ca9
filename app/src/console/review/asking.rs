//! The dialogs of the queue: one is open at a time, about what was asked for.

use super::state::{Asked, Review};
use crate::ui::{Dialog, close_dialog, dynamic, open_dialog};
use leptos::html;
use leptos::prelude::*;

/// The dialog for what is asked for, if its heading is this one.
#[component]
pub fn Asking(
    /// What the rows share.
    review: Review,
    /// The id of its heading.
    title_id: &'static str,
    /// The key of its heading.
    title: &'static str,
    /// How it looks.
    #[prop(default = "dialog")]
    class: &'static str,
    /// What is in it. What is written there and is to outlive it is kept elsewhere.
    content: fn(Review, Asked) -> AnyView,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = Memo::new_with_compare(
        move |_| review.asked.get().filter(|asked| asked.title_id() == title_id),
        // What is asked for is not compared: asking again begins anew.
        |_, _| true,
    );
    Effect::new(move |_| if shown.with(Option::is_some) { open_dialog(dialog) } else { close_dialog(dialog) });
    let on_close = Callback::new(move |()| {
        if shown.with_untracked(Option::is_some) {
            review.asked.set(None);
        }
    });
    view! {
        <Dialog node_ref=dialog class title_id title=review.locale.t(title) on_close>
            {dynamic(move || shown.get().map(|asked| content(review, asked)))}
        </Dialog>
    }
}
