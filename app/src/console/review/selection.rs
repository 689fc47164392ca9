//! Which candidates are chosen for a decision on many.

use contract::review::{CandidateRow, CandidateSelection};
use contract::{ChosenMemory, ErrorCode, MemoryId};
use leptos::prelude::*;

/// All that match are chosen, beyond the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matching {
    /// How many of them are sensitive.
    pub sensitive: u32,
    /// There are more than can be decided at once.
    pub more: bool,
}

/// See the module. Copies are the same state.
#[derive(Clone, Copy)]
pub struct Selection {
    /// The chosen ones in the order in which they are decided, with the versions that the reviewer saw.
    chosen: RwSignal<Vec<ChosenMemory>>,
    /// The sensitive ones of the page.
    sensitive: RwSignal<Vec<MemoryId>>,
    /// All that match are chosen.
    pub matching: RwSignal<Option<Matching>>,
    /// Why the last decision left some of them.
    pub faults: RwSignal<Vec<(MemoryId, ErrorCode)>>,
}

impl Selection {
    /// Nothing chosen.
    pub fn new() -> Self {
        Self {
            chosen: RwSignal::default(),
            sensitive: RwSignal::default(),
            matching: RwSignal::new(None),
            faults: RwSignal::default(),
        }
    }

    /// A page has arrived. What was chosen on it stays chosen as long as it is there.
    pub fn arrived(self, rows: &[CandidateRow]) {
        let row_of = |id: &MemoryId| rows.iter().find(|row| &row.memory_id == id);
        let sensitive = rows.iter().filter(|row| row.sensitivity.is_masked()).map(|row| row.memory_id.clone());
        self.sensitive.set(sensitive.collect());
        if self.matching.get_untracked().is_none() {
            self.chosen.update(|chosen| {
                chosen.retain_mut(|one| {
                    let row = row_of(&one.memory_id);
                    row.inspect(|row| one.version = row.version).is_some()
                });
            });
            self.faults.update(|faults| faults.retain(|(id, _)| row_of(id).is_some()));
        }
    }

    /// Whether a candidate is chosen.
    pub fn holds(self, id: &MemoryId) -> bool {
        self.chosen.with(|chosen| chosen.iter().any(|one| &one.memory_id == id))
    }

    /// Chooses a candidate, or not any more.
    pub fn choose(self, one: ChosenMemory, is_chosen: bool) {
        self.matching.set(None);
        self.chosen.update(|chosen| {
            chosen.retain(|other| other.memory_id != one.memory_id);
            if is_chosen {
                chosen.push(one);
            }
        });
    }

    /// Chooses exactly these.
    pub fn choose_all(self, chosen: Vec<ChosenMemory>) {
        self.matching.set(None);
        self.chosen.set(chosen);
        self.faults.set(Vec::new());
    }

    /// Chooses all that match.
    pub fn choose_matching(self, selection: CandidateSelection) {
        self.chosen.set(selection.candidates);
        self.matching.set(Some(Matching { sensitive: selection.sensitive, more: selection.more }));
        self.faults.set(Vec::new());
    }

    /// What is decided is not chosen any more.
    pub fn forget(self, gone: &[MemoryId]) {
        self.chosen.update(|chosen| chosen.retain(|one| !gone.contains(&one.memory_id)));
        self.faults.update(|faults| faults.retain(|(id, _)| !gone.contains(id)));
    }

    /// After a decision on many: those that it left stay chosen, with the reason.
    pub fn keep_failed(self, faults: Vec<(MemoryId, ErrorCode)>) {
        self.matching.update(|matching| {
            if let Some(matching) = matching {
                let refused = faults.iter().filter(|(_, code)| *code == ErrorCode::NeedsReveal).count();
                matching.sensitive = u32::try_from(refused).unwrap_or(u32::MAX);
            }
        });
        self.faults.set(faults);
    }

    /// How many are chosen.
    pub fn count(self) -> usize {
        self.chosen.with(Vec::len)
    }

    /// How many of them are sensitive.
    pub fn sensitive(self) -> usize {
        match self.matching.get() {
            Some(matching) => matching.sensitive as usize,
            None => self.sensitive.with(|sensitive| {
                self.chosen.with(|chosen| chosen.iter().filter(|one| sensitive.contains(&one.memory_id)).count())
            }),
        }
    }

    /// What is chosen.
    pub fn chosen(self) -> Vec<ChosenMemory> {
        self.chosen.get_untracked()
    }
}
