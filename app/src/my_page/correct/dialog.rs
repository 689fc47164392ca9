//! The dialog of a correction: writing, sending, and what can come in between.

use super::Corrected;
use super::conflict::{Conflict, is_settled};
use super::editor::{Editor, Mode, ToCorrect};
use super::fields::PREFIX;
use super::form::CorrectForm;
use super::json::CorrectJson;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::server_fns::{CorrectMemory, open_memory};
use crate::ui::{Announcer, Dialog, ProblemSummary, SubmitButton, close_dialog, open_dialog};
use contract::{CorrectedMemory, EditableMemory, ErrorCode, MemoryDetail, MemoryId};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What the dialog's parts share.
#[derive(Clone, Copy)]
struct Correction {
    id: StoredValue<MemoryId>,
    editor: Editor,
    send: ServerAction<CorrectMemory>,
    /// What went wrong on the server's side, fields aside.
    problem: RwSignal<Option<UiError>>,
    /// What the person wrote, and what is stored now.
    conflict: RwSignal<Option<(EditableMemory, MemoryDetail)>>,
    /// The question whether to give up what was written.
    is_leaving: RwSignal<bool>,
    /// The memory was removed.
    is_removed: RwSignal<bool>,
}

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
            {move || {
                let leave = Callback::new(move |()| leave());
                current.get().map(|correction| view! { <Writing correction leave on_corrected /> })
            }}
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

impl Correction {
    fn new(target: &ToCorrect) -> Self {
        Self {
            id: StoredValue::new(target.id.clone()),
            editor: Editor::new(target),
            send: ServerAction::new(),
            problem: RwSignal::new(None),
            conflict: RwSignal::new(None),
            is_leaving: RwSignal::new(false),
            is_removed: RwSignal::new(false),
        }
    }

    fn has_unsaved(self) -> bool {
        !self.is_removed.get_untracked() && self.editor.is_changed()
    }

    /// Whether closing has to wait: something is written that would be lost. Puts the question.
    fn asks_first(self) -> bool {
        let has_unsaved = self.has_unsaved();
        self.is_leaving.set(has_unsaved);
        has_unsaved
    }

    /// Sends what is written, once: until the answer is there, nothing more is sent.
    fn submit(self) {
        if self.send.pending().get_untracked() {
            return;
        }
        self.problem.set(None);
        match self.editor.written() {
            Ok(memory) => {
                self.editor.faults.set(Vec::new());
                self.send.dispatch(CorrectMemory {
                    memory_id: self.id.get_value(),
                    version: self.editor.version.get_untracked(),
                    json: leptos::serde_json::to_string(&memory).unwrap_or_default(),
                    statement: None,
                });
            }
            Err(faults) => self.refused(UiError { fields: faults, ..UiError::new(ErrorCode::InvalidInput) }),
        }
    }

    fn refused(self, error: UiError) {
        self.editor.faults.set(error.fields.clone());
        self.problem.set(Some(error));
    }

    /// Fetches what is stored now and shows both.
    fn compare(self) {
        spawn_local(async move {
            let theirs = open_memory(self.id.get_value()).await;
            let Ok(mine) = self.editor.written() else { return };
            match theirs {
                Ok(theirs) if is_settled(&mine, &theirs.memory) => {
                    self.editor.restart(theirs.version, &theirs.memory);
                    self.problem.set(Some(UiError::new(ErrorCode::StaleVersion)));
                }
                Ok(theirs) => self.conflict.set(Some((mine, theirs))),
                Err(error) => self.problem.set(Some(error)),
            }
        });
    }
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
    move || {
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
    }
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
        {move || problem.get().map(|error| view! { <ProblemSummary error prefix=PREFIX /> })}
        <ConflictPart correction leave />
        <ModeSwitch editor />
        <form class="correct-form" novalidate on:submit=submit>
            {move || match editor.mode.get() {
                Mode::Form => view! { <CorrectForm editor /> }.into_any(),
                Mode::Json => view! { <CorrectJson editor /> }.into_any(),
            }}
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
    move || {
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
            view! { <Conflict mine theirs keep_mine take_theirs /> }
        })
    }
}

/// Form or JSON. What was written goes along.
#[component]
fn ModeSwitch(editor: Editor) -> impl IntoView {
    let locale = use_locale();
    let button = move |mode: Mode, key: &'static str| {
        let is_pressed = move || (editor.mode.get() == mode).to_string();
        view! {
            <button type="button" aria-pressed=is_pressed on:click=move |_| editor.switch(mode)>{locale.t(key)}</button>
        }
    };
    view! {
        <div class="mode-switch" role="group" aria-label=locale.t("correct.mode")>
            {button(Mode::Form, "correct.mode_form")} {button(Mode::Json, "correct.mode_json")}
        </div>
        {move || {
            let is_stuck = editor.mode.get() == Mode::Json && editor.faults.with(|faults| !faults.is_empty());
            is_stuck.then(|| view! { <p class="fault" role="alert">{locale.t("correct.json_first")}</p> })
        }}
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
        <Show when=move || correction.is_leaving.get()>
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
        </Show>
    }
}
