//! The question before memories are deleted, the progress, and the report if there is more to say than "done".

use super::Deletion;
use super::run::{self, Outcome, Step};
use crate::i18n::use_locale;
use crate::my_page::list::{ListState, LoadedList, opener_id};
use crate::ui::{Announcer, Dialog, close_dialog, dynamic, focus, focus_id, open_dialog};
use contract::MemoryRow;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Where a deletion stands.
#[derive(Debug, Clone, PartialEq)]
enum Phase {
    Asking,
    Running { deleted: usize },
    Told(Outcome),
}

/// What the dialog's parts share.
#[derive(Clone, Copy)]
struct Run {
    list: ListState,
    memories: LoadedList,
    to_delete: RwSignal<Option<Deletion>>,
    phase: RwSignal<Phase>,
    is_stopped: RwSignal<bool>,
    dialog: NodeRef<html::Dialog>,
    /// Where the focus goes once the rows are gone.
    next: StoredValue<Option<String>>,
}

/// Asks, deletes, and tells. Opens when there is something to delete.
#[component]
pub fn DeleteDialog(
    /// What the rows share.
    list: ListState,
    /// The list, which is loaded anew afterwards.
    memories: LoadedList,
    /// What is to be deleted.
    to_delete: RwSignal<Option<Deletion>>,
    /// The list's heading, for the focus if no row is left.
    heading: NodeRef<html::H2>,
) -> impl IntoView {
    let locale = use_locale();
    let run = Run {
        list,
        memories,
        to_delete,
        phase: RwSignal::new(Phase::Asking),
        is_stopped: RwSignal::new(false),
        dialog: NodeRef::new(),
        next: StoredValue::new(None),
    };
    Effect::new(move |_| {
        if to_delete.with(Option::is_some) {
            run.phase.set(Phase::Asking);
            run.is_stopped.set(false);
            open_dialog(run.dialog);
        }
    });
    focus_after(run, heading);
    let on_close = Callback::new(move |()| {
        // Closing is also stopping; what is gone is gone, and the list says so.
        run.is_stopped.set(true);
        to_delete.set(None);
    });
    view! {
        <Dialog node_ref=run.dialog title_id="delete-title" title=locale.t("delete.title") on_close>
            {dynamic(move || match run.phase.get() {
                Phase::Asking => view! { <Question run /> }.into_any(),
                Phase::Running { .. } => view! { <Progress run /> }.into_any(),
                Phase::Told(outcome) => view! { <Report run outcome /> }.into_any(),
            })}
        </Dialog>
    }
}

/// Once the list without the deleted rows is shown: puts the focus on the row after them, else on the heading.
fn focus_after(run: Run, heading: NodeRef<html::H2>) {
    Effect::new(move |_| {
        run.list.rows.track();
        let Some(next) = run.next.try_update_value(Option::take).flatten() else { return };
        request_animation_frame(move || {
            if !focus_id(&next) {
                focus(heading);
            }
        });
    });
}

#[component]
fn Question(run: Run) -> impl IntoView {
    let locale = use_locale();
    let question = move || run.to_delete.with(|deletion| deletion.as_ref().map(|deletion| deletion.question(locale)));
    let start = start(run);
    view! {
        <p>{dynamic(question)}</p>
        <p>{locale.t("delete.forever")}</p>
        <div class="choices">
            <form method="dialog">
                <button class="button quiet" autofocus>{locale.t("delete.cancel")}</button>
            </form>
            <button type="button" class="button danger" on:click=move |_| start()>{locale.t("delete.confirm")}</button>
        </div>
    }
}

/// What starts the run.
fn start(run: Run) -> impl Fn() + Copy {
    let locale = use_locale();
    let announcer = Announcer::current();
    move || {
        let Some(deletion) = run.to_delete.get_untracked() else { return };
        run.phase.set(Phase::Running { deleted: 0 });
        let next = next_focus(run.list, &deletion);
        let after_call = move |deleted: usize| {
            run.phase.try_set(Phase::Running { deleted });
            announcer.say(&locale.fill("delete.so_far", "count", &deleted.to_string()));
            if run.is_stopped.try_get_untracked() == Some(false) { Step::GoOn } else { Step::Stop }
        };
        spawn_local(async move {
            let outcome = run::run(deletion, after_call).await;
            announcer.say(&locale.fill("delete.done", "count", &outcome.deleted.to_string()));
            run.list.keep_failed(outcome.faults.clone());
            if outcome.deleted > 0 {
                run.next.try_update_value(|place| *place = Some(next));
            }
            run.memories.refetch();
            if outcome.is_clean() {
                close_dialog(run.dialog);
            } else {
                run.phase.try_set(Phase::Told(outcome));
            }
        });
    }
}

/// The button of the row after the last one that goes.
fn next_focus(list: ListState, deletion: &Deletion) -> String {
    let next = match deletion {
        Deletion::Chosen(chosen) => {
            let rows = list.rows.get_untracked();
            let goes = |row: &MemoryRow| chosen.iter().any(|chosen| chosen.memory_id == row.memory_id);
            let end = rows.iter().rposition(goes).unwrap_or_default();
            let (before, after) = rows.split_at(end);
            let next = after.iter().find(|row| !goes(row)).or_else(|| before.iter().rfind(|row| !goes(row)));
            next.map(|row| opener_id(&row.memory_id))
        }
        Deletion::Matching { .. } => None,
    };
    next.unwrap_or_default()
}

#[component]
fn Progress(run: Run) -> impl IntoView {
    let locale = use_locale();
    let total =
        run.to_delete.get_untracked().and_then(|deletion| deletion.count()).map(|count| count.value.to_string());
    let deleted = move || match run.phase.get() {
        Phase::Running { deleted } => deleted,
        _ => 0,
    };
    view! {
        <p id="delete-progress">{dynamic(move || locale.fill("delete.so_far", "count", &deleted().to_string()))}</p>
        <progress aria-labelledby="delete-progress" max=total value=move || deleted().to_string()></progress>
        <div class="choices">
            <button type="button" class="button quiet" on:click=move |_| run.is_stopped.set(true)>
                {locale.t("delete.stop")}
            </button>
        </div>
    }
}

/// What happened, where not all is simply gone.
#[component]
fn Report(run: Run, outcome: Outcome) -> impl IntoView {
    let locale = use_locale();
    let failed = outcome.faults.len();
    let line = move |key, count: usize| locale.fill(key, "count", &count.to_string());
    view! {
        <p>{line("delete.done", outcome.deleted)}</p>
        {(outcome.missing > 0).then(|| view! { <p class="notice">{line("delete.missing", outcome.missing)}</p> })}
        {(failed > 0).then(|| view! { <p class="problem" role="alert">{line("delete.failed", failed)}</p> })}
        {outcome.error.map(|error| view! { <p class="problem" role="alert">{error.text(locale)}</p> })}
        <div class="choices">
            <button type="button" class="button primary" autofocus on:click=move |_| close_dialog(run.dialog)>
                {locale.t("delete.close")}
            </button>
        </div>
    }
}
