//! The state behind the dialog of a correction: one memory, two ways of writing it.

use super::draft::Draft;
use contract::{EditableMemory, FieldError, MemoryDetail, MemoryId};
use leptos::prelude::*;

/// A memory to correct, as the person saw it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToCorrect {
    /// The memory.
    pub id: MemoryId,
    /// The version that the person saw.
    pub version: i64,
    /// What it says.
    pub memory: EditableMemory,
}

impl ToCorrect {
    /// The memory as it was opened.
    pub fn of(detail: &MemoryDetail) -> Self {
        Self { id: detail.memory_id.clone(), version: detail.version, memory: detail.memory.clone() }
    }
}

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
    /// The version that is corrected.
    pub version: RwSignal<i64>,
    /// The memory as it was when the writing began.
    original: RwSignal<EditableMemory>,
}

impl Editor {
    /// Writing begins with the memory as it is.
    pub fn new(target: &ToCorrect) -> Self {
        let draft = Draft::of(&target.memory);
        Self {
            mode: RwSignal::new(Mode::Form),
            json: RwSignal::new(draft.json()),
            draft: RwSignal::new(draft),
            faults: RwSignal::default(),
            version: RwSignal::new(target.version),
            original: RwSignal::new(target.memory.clone()),
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
