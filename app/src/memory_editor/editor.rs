//! The state behind the fields: one memory, two ways of writing it.

use super::draft::Draft;
use contract::{EditableMemory, FieldError};
use leptos::prelude::*;

/// How the memory is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// In fields.
    Form,
    /// As JSON.
    Json,
}

/// What is being written. Copies are the same state.
#[derive(Clone, Copy)]
pub struct Editor {
    /// In which way.
    pub mode: RwSignal<Mode>,
    /// The fields, as long as the mode is the form.
    pub draft: RwSignal<Draft>,
    /// The text, as long as the mode is JSON.
    pub json: RwSignal<String>,
    /// What is wrong, once the person has tried to send it or to change the mode.
    pub faults: RwSignal<Vec<FieldError>>,
    /// The version that was read.
    pub version: RwSignal<i64>,
    /// The memory as it was when the writing began.
    original: RwSignal<EditableMemory>,
}

impl Editor {
    /// Writing begins with the memory as it is in that version.
    pub fn new(version: i64, memory: &EditableMemory) -> Self {
        let draft = Draft::of(memory);
        Self {
            mode: RwSignal::new(Mode::Form),
            json: RwSignal::new(draft.json()),
            draft: RwSignal::new(draft),
            faults: RwSignal::default(),
            version: RwSignal::new(version),
            original: RwSignal::new(memory.clone()),
        }
    }

    /// Begins again with the memory as it is now.
    pub fn restart(self, version: i64, memory: &EditableMemory) {
        let draft = Draft::of(memory);
        self.version.set(version);
        self.original.set(memory.clone());
        self.json.set(draft.json());
        self.draft.set(draft);
        self.faults.set(Vec::new());
    }

    /// The memory as it is written.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn written(self) -> Result<EditableMemory, Vec<FieldError>> {
        match self.mode.get_untracked() {
            Mode::Form => self.draft.with_untracked(Draft::memory),
            Mode::Json => self.json.with_untracked(|json| EditableMemory::from_json(json)),
        }
    }

    /// Whether anything was changed.
    pub fn is_changed(self) -> bool {
        self.written().as_ref() != Ok(&self.original.get_untracked())
    }

    /// Goes on in the other mode with all that was written. What no field can hold stays JSON, and says why.
    pub fn switch(self, mode: Mode) {
        if mode == self.mode.get_untracked() {
            return;
        }
        if mode == Mode::Json {
            self.json.set(self.draft.with_untracked(Draft::json));
        } else {
            let strangers = self.json.with_untracked(|json| EditableMemory::from_json(json).err()).unwrap_or_default();
            let Some(draft) = self.json.with_untracked(|json| Draft::from_json(json)) else {
                self.faults.set(strangers);
                return;
            };
            self.draft.set(draft);
        }
        self.faults.set(Vec::new());
        self.mode.set(mode);
    }
}
