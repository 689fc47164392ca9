//! The dialog of a correction: writing, sending, and what can come in between.

use super::Corrected;
use super::conflict::MemoryConflict;
use super::correction::{Correction, ToCorrect};
use crate::i18n::use_locale;
use crate::memory_editor::{CorrectForm, CorrectJson, Editor, Mode, PREFIX};
use crate::ui::{Announcer, Dialog, ProblemSummary, Shown, SubmitButton, close_dialog, dynamic, open_dialog};
use contract::{CorrectedMemory, ErrorCode};
use leptos::html;
use leptos::prelude::*;

/// Opens when there is something to correct.
#[component]
pub fn CorrectDialog(
    /// What is to be corrected.
    to_correct: RwSignal<Option<ToCorrect>>,
    /// Hears what came of it.
    on_corrected: Callback<Corrected>,
) -> impl IntoView {
    let locale = use_locale();
    let dialog = NodeRef::<html::Dialog>::new();
    let current = RwSignal::new(None::<Correction>);
    Effect::new(move |_| {
        let correction = to_correct.with(|target| target.as_ref().map(Correction::new));
        if let Some(correction) = correction {
            current.set(Some(correction));
            open_dialog(dialog);
        }
    });
    let leave = move || {
        current.set(None);
        to_correct.set(None);
        close_dialog(dialog);
    };
    // Escape asks first; a way of closing that cannot be asked opens the dialog again with the question.
    let on_escape = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape"
            && !event.is_composing()
            && current.get_untracked().is_some_and(Correction::asks_first)
        {
            event.prevent_default();
        }
    };
    let on_close = Callback::new(move |()| match current.get_untracked() {
        Some(correction) if correction.asks_first() => open_dialog(dialog),
        Some(_) => leave(),
        None => {}
    });
    warn_before_unload(current);
    view! {
        <Dialog
            node_ref=dialog
            class="dialog wide"
            title_id="correct-title"
            title=locale.t("correct.title")
            on_close
            on:keydown=on_escape
        >
            {dynamic(move || {
                let leave = Callback::new(move |()| leave());
                current.get().map(|correction| view! { <Writing correction leave on_corrected /> })
            })}
        </Dialog>
    }
}

/// Leaving the page asks too, while something is written and not sent.
fn warn_before_unload(current: RwSignal<Option<Correction>>) {
    Effect::new(move |_| {
        let listener = window_event_listener(leptos::ev::beforeunload, move |event| {
            if current.get_untracked().is_some_and(Correction::has_unsaved) {
                event.prevent_default();
            }
        });
        on_cleanup(move || listener.remove());
    });
}

/// Takes the answers over.
fn hear(correction: Correction, leave: Callback<()>, on_corrected: Callback<Corrected>) {
    let locale = use_locale();
    let announcer = Announcer::current();
    Effect::new(move |_| match correction.send.value().get() {
        None => {}
        Some(Ok(CorrectedMemory { removed: true, .. })) => {
            correction.is_removed.set(true);
            announcer.say(locale.t("correct.removed"));
            on_corrected.run(Corrected::Removed);
        }
        Some(Ok(receipt)) => {
            leave.run(());
            on_corrected.run(Corrected::Saved(receipt.memory_id));
        }
        Some(Err(error)) if error.code == ErrorCode::StaleVersion => correction.compare(),
        Some(Err(error)) => correction.refused(error),
    });
}

#[component]
fn Writing(correction: Correction, leave: Callback<()>, on_corrected: Callback<Corrected>) -> impl IntoView {
    let locale = use_locale();
    hear(correction, leave, on_corrected);
    dynamic(move || {
        if correction.is_removed.get() {
            return view! {
                <p class="notice">{locale.t("correct.removed")}</p>
                <div class="choices">
                    <button type="button" class="button primary" on:click=move |_| leave.run(())>
                        {locale.t("detail.close")}
                    </button>
                </div>
            }
            .into_any();
        }
        view! { <WritingForm correction leave /> }.into_any()
    })
}

#[component]
fn WritingForm(correction: Correction, leave: Callback<()>) -> impl IntoView {
    let locale = use_locale();
    let Correction { editor, send, problem, .. } = correction;
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        correction.submit();
    };
    let cancel = move |_| {
        if !correction.asks_first() {
            leave.run(());
        }
    };
    view! {
        {dynamic(move || problem.get().map(|error| view! { <ProblemSummary error prefix=PREFIX /> }))}
        <ConflictPart correction leave />
        <ModeSwitch editor />
        <form class="correct-form" novalidate on:submit=submit>
            {dynamic(move || match editor.mode.get() {
                Mode::Form => view! { <CorrectForm editor /> }.into_any(),
                Mode::Json => view! { <CorrectJson editor /> }.into_any(),
            })}
            <LeaveQuestion correction leave />
            <div class="choices form-end">
                <button type="button" class="button quiet" on:click=cancel>{locale.t("correct.cancel")}</button>
                <SubmitButton
                    label=locale.t("correct.save")
                    busy_label=locale.t("consent.working")
                    pending=send.pending()
                />
            </div>
        </form>
    }
}

/// Shows both if the memory was changed meanwhile.
#[component]
fn ConflictPart(correction: Correction, leave: Callback<()>) -> impl IntoView {
    dynamic(move || {
        correction.conflict.get().map(|(mine, theirs)| {
            let (version, stored) = (theirs.version, theirs.memory.clone());
            let keep_mine = Callback::new(move |()| {
                correction.conflict.set(None);
                correction.editor.version.set(version);
                correction.submit();
            });
            let take_theirs = Callback::new(move |()| {
                correction.conflict.set(None);
                correction.editor.restart(version, &stored);
                leave.run(());
            });
            view! { <MemoryConflict mine theirs keep_mine take_theirs /> }
        })
    })
}

/// Form or JSON. What was written goes along.
#[component]
fn ModeSwitch(editor: Editor) -> impl IntoView {
    let locale = use_locale();
    let button = move |mode: Mode, key: &'static str| {
        view! {
            <button
                type="button"
                aria-pressed=move || (editor.mode.get() == mode).to_string()
                on:click=move |_| editor.switch(mode)
            >
                {locale.t(key)}
            </button>
        }
    };
    view! {
        <div class="mode-switch" role="group" aria-label=locale.t("correct.mode")>
            {button(Mode::Form, "correct.mode_form")} {button(Mode::Json, "correct.mode_json")}
        </div>
        {dynamic(move || {
            let is_stuck = editor.mode.get() == Mode::Json && editor.faults.with(|faults| !faults.is_empty());
            is_stuck.then(|| view! { <p class="fault" role="alert">{locale.t("correct.json_first")}</p> })
        })}
    }
}

/// Whether to give up what was written.
#[component]
fn LeaveQuestion(correction: Correction, leave: Callback<()>) -> impl IntoView {
    let locale = use_locale();
    let stay = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if correction.is_leaving.get() {
            stay.track();
            crate::ui::focus(stay);
        }
    });
    view! {
        <Shown when=correction.is_leaving>
            <div class="notice leave-question" role="alert">
                <p>{locale.t("correct.unsaved")}</p>
                <div class="choices">
                    <button
                        type="button"
                        class="button quiet"
                        node_ref=stay
                        on:click=move |_| correction.is_leaving.set(false)
                    >
                        {locale.t("correct.stay")}
                    </button>
                    <button type="button" class="button danger" on:click=move |_| leave.run(())>
                        {locale.t("correct.discard")}
                    </button>
                </div>
            </div>
        </Shown>
    }
}
