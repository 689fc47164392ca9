//! One correction under way: what is written, sending it, and what the server says.

use super::conflict::is_settled;
use crate::error::UiError;
use crate::memory_editor::Editor;
use crate::server_fns::{CorrectMemory, open_memory};
use contract::{EditableMemory, ErrorCode, MemoryDetail, MemoryId};
use leptos::prelude::*;
use leptos::task::spawn_local;

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

/// What the dialog's parts share.
#[derive(Clone, Copy)]
pub struct Correction {
    /// The memory.
    id: StoredValue<MemoryId>,
    /// What is written.
    pub editor: Editor,
    /// Sends it.
    pub send: ServerAction<CorrectMemory>,
    /// What went wrong on the server's side, fields aside.
    pub problem: RwSignal<Option<UiError>>,
    /// What the person wrote, and what is stored now.
    pub conflict: RwSignal<Option<(EditableMemory, MemoryDetail)>>,
    /// The question whether to give up what was written.
    pub is_leaving: RwSignal<bool>,
    /// The memory was removed.
    pub is_removed: RwSignal<bool>,
}

impl Correction {
    /// Begins to correct a memory as it was opened.
    pub fn new(target: &ToCorrect) -> Self {
        Self {
            id: StoredValue::new(target.id.clone()),
            editor: Editor::new(target.version, &target.memory),
            send: ServerAction::new(),
            problem: RwSignal::new(None),
            conflict: RwSignal::new(None),
            is_leaving: RwSignal::new(false),
            is_removed: RwSignal::new(false),
        }
    }

    /// Whether something is written that is not saved.
    pub fn has_unsaved(self) -> bool {
        !self.is_removed.get_untracked() && self.editor.is_changed()
    }

    /// Whether closing has to wait: something is written that would be lost. Puts the question.
    pub fn asks_first(self) -> bool {
        let has_unsaved = self.has_unsaved();
        self.is_leaving.set(has_unsaved);
        has_unsaved
    }

    /// Sends what is written, once: until the answer is there, nothing more is sent.
    pub fn submit(self) {
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
                    json: leptos::serde_json::to_string_pretty(&memory).unwrap_or_default(),
                    statement: None,
                });
            }
            Err(faults) => self.refused(UiError { fields: faults, ..UiError::new(ErrorCode::InvalidInput) }),
        }
    }

    /// Shows what is wrong; what was written stays.
    pub fn refused(self, error: UiError) {
        self.editor.faults.set(error.fields.clone());
        self.problem.set(Some(error));
    }

    /// Fetches what is stored now and shows both.
    pub fn compare(self) {
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
