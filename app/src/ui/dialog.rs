//! A native modal dialog: the browser keeps the focus inside, closes it on Escape and gives the focus back.

use leptos::html;
use leptos::prelude::*;

/// A question that must be answered before anything else. Put `autofocus` on the least destructive button inside.
#[component]
pub fn Dialog(
    /// Where it can be reached for opening and closing.
    node_ref: NodeRef<html::Dialog>,
    /// The id of its heading.
    title_id: &'static str,
    /// Its heading.
    title: &'static str,
    /// How it looks: `dialog`, or `dialog panel` at the side of the screen.
    #[prop(default = "dialog")]
    class: &'static str,
    /// What happens once it is closed, in whatever way.
    #[prop(optional)]
    on_close: Option<Callback<()>>,
    /// What it says, and the buttons.
    children: Children,
) -> impl IntoView {
    let closed = move |_| {
        if let Some(on_close) = on_close {
            on_close.run(());
        }
    };
    view! {
        <dialog node_ref=node_ref class=class aria-labelledby=title_id on:close=closed>
            <h2 id=title_id>{title}</h2>
            {children()}
        </dialog>
    }
}

/// Opens a dialog, unless it is open.
pub fn open_dialog(dialog: NodeRef<html::Dialog>) {
    if let Some(dialog) = dialog.get_untracked()
        && !dialog.open()
    {
        // It can only fail for a dialog that is not on the page, and then there is nothing to open.
        _ = dialog.show_modal();
    }
}

/// Closes a dialog, if it is open.
pub fn close_dialog(dialog: NodeRef<html::Dialog>) {
    if let Some(dialog) = dialog.get_untracked()
        && dialog.open()
    {
        dialog.close();
    }
}
