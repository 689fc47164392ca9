//! What the list's parts share while a page of it is shown: index states as they move, and what is chosen.

use contract::{ChosenMemory, ErrorCode, IndexState, MemoryId, MemoryProgress, MemoryRow};
use leptos::prelude::*;
use std::collections::BTreeMap;

/// See the module. Copies are the same state.
#[derive(Clone, Copy)]
pub struct ListState {
    /// The rows on the screen, in order.
    pub rows: RwSignal<Vec<MemoryRow>>,
    /// How far the index is with them, as last heard.
    states: RwSignal<BTreeMap<MemoryId, IndexState>>,
    /// The chosen ones, with the versions that the person saw.
    chosen: RwSignal<BTreeMap<MemoryId, i64>>,
    /// Everything that matches is chosen, beyond this page.
    pub all_matching: RwSignal<bool>,
    /// Why the last deletion left some of them.
    pub faults: RwSignal<BTreeMap<MemoryId, ErrorCode>>,
    /// The one that is to be opened.
    pub to_open: RwSignal<Option<MemoryId>>,
}

impl ListState {
    /// Nothing shown, nothing chosen.
    pub fn new() -> Self {
        Self {
            rows: RwSignal::default(),
            states: RwSignal::default(),
            chosen: RwSignal::default(),
            all_matching: RwSignal::new(false),
            faults: RwSignal::default(),
            to_open: RwSignal::new(None),
        }
    }

    /// Takes over the rows of a page that has arrived. What was chosen stays chosen as long as it is there.
    pub fn arrived(self, rows: &[MemoryRow]) {
        self.states.set(map_of(rows.iter().map(|row| (row.memory_id.clone(), row.index_state))));
        let row_of = |id: &MemoryId| rows.iter().find(|row| &row.memory_id == id);
        self.chosen.update(|chosen| {
            chosen.retain(|id, version| {
                let row = row_of(id);
                row.inspect(|row| *version = row.version).is_some()
            });
        });
        self.faults.update(|faults| faults.retain(|id, _| row_of(id).is_some()));
        self.rows.set(rows.to_vec());
    }

    /// The index state of `row`: as last heard, else as it came.
    pub fn state_of(self, row: &MemoryRow) -> IndexState {
        self.states.with(|states| states.get(&row.memory_id).copied()).unwrap_or(row.index_state)
    }

    /// The rows whose index state is still on its way to another.
    pub fn unsettled(self) -> Vec<MemoryId> {
        let states = self.states.try_get_untracked().unwrap_or_default();
        states.into_iter().filter(|(_, state)| is_unsettled(*state)).map(|(id, _)| id).collect()
    }

    /// Takes over what was heard about `asked`; what is gone needs no more asking.
    pub fn heard(self, asked: &[MemoryId], progress: &[MemoryProgress]) {
        self.states.try_update(|states| {
            for id in asked {
                match progress.iter().find(|row| &row.memory_id == id) {
                    Some(row) => _ = states.insert(id.clone(), row.index_state),
                    None => _ = states.remove(id),
                }
            }
        });
    }

    /// Whether a memory is chosen.
    pub fn is_chosen(self, id: &MemoryId) -> bool {
        self.chosen.with(|chosen| chosen.contains_key(id))
    }

    /// Chooses a memory, or not any more.
    pub fn choose(self, row: &MemoryRow, is_chosen: bool) {
        self.all_matching.set(false);
        self.chosen.update(|chosen| {
            if is_chosen {
                chosen.insert(row.memory_id.clone(), row.version);
            } else {
                chosen.remove(&row.memory_id);
            }
        });
    }

    /// Chooses the whole page, or nothing.
    pub fn choose_page(self, is_chosen: bool) {
        self.all_matching.set(false);
        let rows = self.rows.get_untracked();
        let page =
            if is_chosen { map_of(rows.into_iter().map(|row| (row.memory_id, row.version))) } else { BTreeMap::new() };
        self.chosen.set(page);
    }

    /// How many are chosen on this page.
    pub fn count(self) -> usize {
        self.chosen.with(BTreeMap::len)
    }

    /// Whether the whole page is chosen.
    pub fn is_page_chosen(self) -> bool {
        let count = self.count();
        count > 0 && count == self.rows.with(Vec::len)
    }

    /// What is chosen, in the order of the page.
    pub fn chosen_rows(self) -> Vec<ChosenMemory> {
        let chosen = self.chosen.get_untracked();
        let rows = self.rows.get_untracked().into_iter().filter(|row| chosen.contains_key(&row.memory_id));
        rows.map(|row| ChosenMemory { memory_id: row.memory_id, version: row.version }).collect()
    }

    /// After a deletion: those that it left stay chosen, with the reason.
    pub fn keep_failed(self, faults: BTreeMap<MemoryId, ErrorCode>) {
        self.all_matching.set(false);
        self.chosen.update(|chosen| chosen.retain(|id, _| faults.contains_key(id)));
        self.faults.set(faults);
    }

    /// The row after `id` on the page, or the one before it at the end.
    pub fn neighbour(self, id: &MemoryId) -> Option<MemoryId> {
        let rows = self.rows.get_untracked();
        let place = rows.iter().position(|row| &row.memory_id == id)?;
        let next = rows.get(place + 1).or_else(|| place.checked_sub(1).and_then(|before| rows.get(before)));
        next.map(|row| row.memory_id.clone())
    }
}

/// A map of `pairs`, put in one by one: collecting them sorts them first, by code that the bundle does not hold otherwise.
fn map_of<T>(pairs: impl Iterator<Item = (MemoryId, T)>) -> BTreeMap<MemoryId, T> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

/// Whether a state moves on by itself within moments.
fn is_unsettled(state: IndexState) -> bool {
    matches!(state, IndexState::Pending | IndexState::Indexing | IndexState::Stale | IndexState::DeletePending)
}
