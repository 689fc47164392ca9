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
    /// What it says, and the buttons.
    children: Children,
) -> impl IntoView {
    view! {
        <dialog node_ref=node_ref class="dialog" aria-labelledby=title_id>
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
