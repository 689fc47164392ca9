//! The panel at the side of the list in which a memory is opened.

use super::MemoryFacts;
use crate::i18n::use_locale;
use crate::my_page::correct::{CorrectDialog, Corrected, ToCorrect};
use crate::my_page::delete::Deletion;
use crate::my_page::list::{ListState, LoadedList, opener_id};
use crate::server_fns::OpenMemory;
use crate::ui::{Announcer, Dialog, ProblemWithRetry, Skeleton, close_dialog, dynamic, focus, focus_id, open_dialog};
use contract::{ChosenMemory, MemoryDetail, MemoryId, OwnerAction};
use leptos::html;
use leptos::prelude::*;

/// What the panel's parts share.
#[derive(Clone, Copy)]
struct Panel {
    open: ServerAction<OpenMemory>,
    shown: RwSignal<Option<MemoryId>>,
    to_correct: RwSignal<Option<ToCorrect>>,
    to_delete: RwSignal<Option<Deletion>>,
    dialog: NodeRef<html::Dialog>,
    close: NodeRef<html::Button>,
    list: ListState,
}

/// Opens when a row asks for it. Needs script; without it, each memory has a page.
#[component]
pub fn MemoryPanel(
    /// What the rows share.
    list: ListState,
    /// The list, which is loaded anew after a correction.
    memories: LoadedList,
    /// Where what is to be deleted is put.
    to_delete: RwSignal<Option<Deletion>>,
    /// The list's heading, for the focus if no row is left.
    heading: NodeRef<html::H2>,
) -> impl IntoView {
    let locale = use_locale();
    let panel = Panel {
        open: ServerAction::new(),
        shown: RwSignal::new(None),
        to_correct: RwSignal::new(None),
        to_delete,
        dialog: NodeRef::new(),
        close: NodeRef::new(),
        list,
    };
    Effect::new(move |_| {
        let Some(id) = list.to_open.get() else { return };
        list.to_open.set(None);
        load(panel, id);
        open_dialog(panel.dialog);
    });
    let on_close = Callback::new(move |()| {
        return_focus(panel, heading);
        // What was opened does not stay on the page.
        panel.open.clear();
        panel.shown.set(None);
    });
    view! {
        <Dialog
            node_ref=panel.dialog
            class="dialog panel"
            title_id="panel-title"
            title=locale.t("detail.title")
            on_close
        >
            <form method="dialog" class="panel-close">
                <button class="button quiet" autofocus node_ref=panel.close>{locale.t("detail.close")}</button>
            </form>
            {dynamic(move || panel.shown.with(Option::is_some).then(|| view! { <Opened panel /> }))}
        </Dialog>
        <CorrectDialog to_correct=panel.to_correct on_corrected=after_correction(panel, memories) />
    }
}

/// Asks for a memory.
fn load(panel: Panel, id: MemoryId) {
    panel.open.clear();
    panel.shown.set(Some(id.clone()));
    panel.open.dispatch(OpenMemory { memory_id: id });
}

/// Back to the button that opened the panel, else to the next row's, else to the heading.
fn return_focus(panel: Panel, heading: NodeRef<html::H2>) {
    // A deletion that was asked for from here has the focus now, and its own way back.
    if panel.to_delete.with_untracked(Option::is_some) {
        return;
    }
    let Some(id) = panel.shown.get_untracked() else { return };
    let next = || panel.list.neighbour(&id).is_some_and(|next| focus_id(&opener_id(&next)));
    if !focus_id(&opener_id(&id)) && !next() {
        focus(heading);
    }
}

/// After a correction: the panel shows the memory as it is now, or closes if it is gone; the list follows.
fn after_correction(panel: Panel, memories: LoadedList) -> Callback<Corrected> {
    let locale = use_locale();
    let announcer = Announcer::current();
    Callback::new(move |corrected: Corrected| {
        memories.refetch();
        match corrected {
            Corrected::Saved(id) => {
                announcer.say(locale.t("correct.saved"));
                load(panel, id);
                // The button that had opened the dialog is gone until the memory is there again.
                focus(panel.close);
            }
            Corrected::Removed => close_dialog(panel.dialog),
        }
    })
}

#[component]
fn Opened(panel: Panel) -> impl IntoView {
    dynamic(move || match panel.open.value().get() {
        None => view! { <Skeleton lines=9 /> }.into_any(),
        Some(Err(error)) => {
            let retry = Callback::new(move |()| {
                if let Some(id) = panel.shown.get_untracked() {
                    load(panel, id);
                }
            });
            view! { <ProblemWithRetry error retry /> }.into_any()
        }
        Some(Ok(detail)) => view! {
            <Actions panel detail=detail.clone() />
            <MemoryFacts detail />
        }
        .into_any(),
    })
}

/// What may be done, as the server says.
#[component]
fn Actions(panel: Panel, detail: MemoryDetail) -> impl IntoView {
    let locale = use_locale();
    let may = |action| detail.allowed.contains(&action);
    let correct = may(OwnerAction::Correct).then(|| {
        let detail = detail.clone();
        let correct = move |_| panel.to_correct.set(Some(ToCorrect::of(&detail)));
        view! { <button type="button" class="button primary" on:click=correct>{locale.t("detail.correct")}</button> }
    });
    let delete = may(OwnerAction::Delete).then(|| {
        let chosen = ChosenMemory { memory_id: detail.memory_id.clone(), version: detail.version };
        let delete = move |_| {
            panel.to_delete.set(Some(Deletion::Chosen(vec![chosen.clone()])));
            close_dialog(panel.dialog);
        };
        view! { <button type="button" class="button quiet" on:click=delete>{locale.t("detail.delete")}</button> }
    });
    view! { <div class="choices">{correct} {delete}</div> }
}
