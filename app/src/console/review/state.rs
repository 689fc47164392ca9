//! What the parts of the queue share while it is shown.

use super::recent::Recent;
use super::row_state::Row;
use super::selection::Selection;
use crate::i18n::{Locale, use_locale};
use crate::loaded::Loaded;
use crate::ui::{Announcer, focus, focus_id};
use contract::review::{CandidateList, CandidateRow};
use contract::{MemoryId, Timestamp};
use leptos::html;
use leptos::prelude::*;

/// The queue as it was last loaded.
pub type LoadedQueue = Loaded<CandidateList>;

/// The dialog that is open, and about which candidate.
#[derive(Clone)]
pub enum Asked {
    /// Why it is to be seen.
    Reveal(Row),
    /// How it shall read.
    Edit(Row),
    /// Why it is rejected.
    Reject(Row),
    /// Whether all that are chosen are to be approved.
    ApproveMany,
    /// Why all that are chosen are rejected.
    RejectMany,
    /// Which keys there are.
    Help,
}

impl Asked {
    /// The id of the dialog's heading.
    pub fn title_id(&self) -> &'static str {
        match self {
            Self::Reveal(_) => "reveal-title",
            Self::Edit(_) => "edit-title",
            Self::Reject(_) => "reject-title",
            Self::ApproveMany => "approve-many-title",
            Self::RejectMany => "reject-many-title",
            Self::Help => "help-title",
        }
    }
}

/// See the module. Copies are the same state.
#[derive(Clone, Copy)]
pub struct Review {
    /// The page as it was last loaded.
    pub list: LoadedQueue,
    /// The rows on the screen, in order.
    pub rows: RwSignal<Vec<Row>>,
    /// The server's time, to the half minute.
    pub now: RwSignal<Option<Timestamp>>,
    /// The row that keys are about.
    pub current: RwSignal<Option<MemoryId>>,
    /// The row that is open.
    pub opened: RwSignal<Option<MemoryId>>,
    /// The row that one more key approves.
    pub armed: RwSignal<Option<MemoryId>>,
    /// The dialog that is open.
    pub asked: RwSignal<Option<Asked>>,
    /// What is chosen.
    pub selection: Selection,
    /// Decisions that can still be taken back, latest first.
    pub recent: RwSignal<Vec<Recent>>,
    /// Candidates that have come since the page was loaded.
    pub arrivals: RwSignal<Vec<MemoryId>>,
    /// How many of the page's count have been decided since.
    pub settled: RwSignal<u32>,
    /// The queue's heading, for the focus if no row is left.
    pub heading: NodeRef<html::H2>,
    /// The language of the page.
    pub locale: Locale,
    /// Says what has changed.
    pub announcer: Announcer,
    /// Which page the rows are of.
    taken: StoredValue<Option<Timestamp>>,
    /// The row that gets the focus once it is there.
    awaited: StoredValue<Option<MemoryId>>,
}

impl Review {
    /// Nothing shown yet.
    pub fn new(list: LoadedQueue) -> Self {
        Self {
            list,
            rows: RwSignal::default(),
            now: RwSignal::new(None),
            current: RwSignal::new(None),
            opened: RwSignal::new(None),
            armed: RwSignal::new(None),
            asked: RwSignal::new(None),
            selection: Selection::new(),
            recent: RwSignal::default(),
            arrivals: RwSignal::default(),
            settled: RwSignal::new(0),
            heading: NodeRef::new(),
            locale: use_locale(),
            announcer: Announcer::current(),
            taken: StoredValue::new(None),
            awaited: StoredValue::new(None),
        }
    }

    /// Takes the rows of the page over, if it is another than before. Rows that stay are the same, with all that has been
    /// begun in them.
    pub fn sync(self) {
        self.list.with(|page| match page {
            Some(Ok(page)) if self.taken.get_value() != Some(page.as_of) => self.take_over(page),
            _ => {}
        });
    }

    fn take_over(self, page: &CandidateList) {
        self.taken.set_value(Some(page.as_of));
        let before = self.rows.get_untracked();
        let row = |item: &CandidateRow| match before.iter().find(|row| row.id == item.memory_id) {
            Some(row) => {
                row.refresh(item);
                row.clone()
            }
            None => Row::new(item),
        };
        let rows: Vec<_> = page.items.iter().map(row).collect();
        self.selection.arrived(&page.items);
        self.arrivals.set(Vec::new());
        self.settled.set(0);
        self.now.set(Some(page.as_of));
        self.rows.set(rows);
        let is_there = |id: &MemoryId| self.row(id).is_some();
        if !self.current.get_untracked().is_some_and(|id| is_there(&id)) {
            self.current.set(self.rows.with_untracked(|rows| rows.first().map(|row| row.id.clone())));
        }
        if let Some(id) = self.awaited.try_update_value(Option::take).flatten().filter(is_there) {
            self.move_to(&id);
        }
    }

    /// The row of that candidate, if it is on the screen.
    pub fn row(self, id: &MemoryId) -> Option<Row> {
        self.rows.with_untracked(|rows| rows.iter().find(|row| &row.id == id).cloned())
    }

    /// The row that keys are about.
    pub fn current_row(self) -> Option<Row> {
        self.current.get_untracked().and_then(|id| self.row(&id))
    }

    /// Makes a row the current one, and puts the focus on it once it is on the screen.
    pub fn move_to(self, id: &MemoryId) {
        self.current.set(Some(id.clone()));
        let element = row_id(id);
        request_animation_frame(move || _ = focus_id(&element));
    }

    /// Goes to the next row, or to the one before.
    pub fn step(self, forward: bool) {
        let rows = self.rows.get_untracked();
        let place = self.current.get_untracked().and_then(|id| rows.iter().position(|row| row.id == id));
        let next = match (place, forward) {
            (None, _) => Some(0),
            (Some(place), true) => Some(place + 1),
            (Some(place), false) => place.checked_sub(1),
        };
        if let Some(row) = next.and_then(|place| rows.get(place)) {
            self.move_to(&row.id);
        }
    }

    /// Takes decided rows off the screen. The focus goes on to what follows the last of them.
    pub fn leave(self, gone: &[MemoryId]) {
        let rows = self.rows.get_untracked();
        let goes = |row: &Row| gone.contains(&row.id);
        let end = rows.iter().rposition(goes).unwrap_or_default();
        let (before, after) = rows.split_at(end);
        let next = after.iter().find(|row| !goes(row)).or_else(|| before.iter().rfind(|row| !goes(row))).cloned();
        self.rows.update(|rows| rows.retain(|row| !goes(row)));
        self.selection.forget(gone);
        self.settled.update(|settled| *settled = settled.saturating_add(u32::try_from(gone.len()).unwrap_or(u32::MAX)));
        if self.opened.get_untracked().is_some_and(|id| gone.contains(&id)) {
            self.opened.set(None);
        }
        if let Some(row) = next {
            self.move_to(&row.id);
        } else {
            self.current.set(None);
            // Not before the dialog is closed, which keeps the focus until then.
            request_animation_frame(move || focus(self.heading));
            // What follows on the next page moves up.
            self.list.refetch();
        }
    }

    /// Loads the page anew, and puts the focus on that row if it is there.
    pub fn reload_to(self, id: Option<MemoryId>) {
        self.awaited.set_value(id);
        self.list.refetch();
    }
}

/// The id of a row's element: where the focus goes.
pub fn row_id(id: &MemoryId) -> String {
    format!("row-{id}")
}
