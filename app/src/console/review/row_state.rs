//! One candidate on the screen: what is known of it, and what has been begun with it.

use super::decide::Decision;
use crate::error::UiError;
use contract::review::{
    CandidateDetail, CandidateRow, DecisionKind, DecisionView, Placement, ReconcileAction, ReviewerAction,
};
use contract::{ChosenMemory, MemoryId, Statement};
use leptos::prelude::*;

/// What was chosen instead of the proposal: the action, and whose place is taken.
pub type PlacementChoice = (ReconcileAction, Option<MemoryId>);

/// What is known of a candidate, and what has been begun with it.
pub struct RowState {
    /// Grows whenever something else is to be shown of the candidate. Comparing all of it would cost the bundle more.
    pub revision: u32,
    /// As the queue shows it; unmasked once it is revealed.
    pub row: CandidateRow,
    /// All of it, once it was opened or revealed.
    pub detail: Option<Box<CandidateDetail>>,
    /// How it shall be fitted in, if not as proposed.
    pub placement: Option<PlacementChoice>,
    /// The word to the person that goes with an approval.
    pub note: String,
    /// A decision is on its way.
    pub is_busy: bool,
    /// Why the last decision was not made.
    pub problem: Option<UiError>,
    /// Why it could not be opened.
    pub open_problem: Option<UiError>,
    /// What somebody else has decided meanwhile.
    pub decided: Option<DecisionView>,
    /// What was sent last, on which version, and the key that makes sending it again the same request.
    attempt: Option<(Decision, i64, String)>,
}

impl RowState {
    /// How it is fitted in, with the version of whose place it takes.
    pub fn chosen_placement(&self) -> Option<Placement> {
        let proposal = &self.row.proposal;
        let (action, target) = self.placement.clone().unwrap_or((proposal.action, proposal.target.clone()));
        if action == ReconcileAction::Insert {
            return Some(Placement { action, target: None });
        }
        let similar = proposal.similar.iter().find(|similar| Some(&similar.memory_id) == target.as_ref())?;
        let target = ChosenMemory { memory_id: similar.memory_id.clone(), version: similar.version };
        Some(Placement { action, target: Some(target) })
    }

    /// Whether the reviewer may do that.
    pub fn may(&self, action: ReviewerAction) -> bool {
        self.row.allowed.contains(&action)
    }

    /// Something else is to be shown of the candidate.
    pub fn has_changed(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }

    /// Takes over what the server says now. What was read stays readable as long as it is the same version, and once it is
    /// decided: the server tells nothing of it any more, and the reader shall see what it was that has been decided.
    fn hear_row(&mut self, row: CandidateRow) {
        self.has_changed();
        let is_masked_again = (self.row.version == row.version || self.decided.is_some())
            && self.row.statement != Statement::Masked
            && row.statement == Statement::Masked;
        if is_masked_again {
            self.row.claim = row.claim;
            if row.allowed.is_empty() {
                self.row.allowed = row.allowed;
            }
        } else {
            if self.row.version != row.version {
                self.detail = None;
            }
            self.row = row;
        }
    }

    fn hear(&mut self, detail: CandidateDetail) {
        let last = detail.decisions.first().filter(|decision| decision.kind != DecisionKind::Undo);
        self.decided = last.cloned();
        self.hear_row(detail.row.clone());
        match &mut self.detail {
            Some(known) if detail.memory.is_none() && known.memory.is_some() => known.decisions = detail.decisions,
            known => *known = Some(Box::new(detail)),
        }
    }
}

/// A row. Copies are the same row.
#[derive(Clone)]
pub struct Row {
    /// The candidate.
    pub id: MemoryId,
    /// What is known of it. It outlives the list that it stands in, as answers may come late.
    pub state: ArcRwSignal<RowState>,
}

impl Row {
    /// A row as the queue shows it.
    pub fn new(row: &CandidateRow) -> Self {
        let state = RowState {
            revision: 0,
            row: row.clone(),
            detail: None,
            placement: None,
            note: String::new(),
            is_busy: false,
            problem: None,
            open_problem: None,
            decided: None,
            attempt: None,
        };
        Self { id: row.memory_id.clone(), state: ArcRwSignal::new(state) }
    }

    /// The queue has been loaded anew.
    pub fn refresh(&self, row: &CandidateRow) {
        self.state.update(|state| {
            state.decided = None;
            state.hear_row(row.clone());
        });
    }

    /// The candidate has been looked at again.
    pub fn hear(&self, detail: CandidateDetail) {
        self.state.update(|state| {
            state.open_problem = None;
            state.hear(detail);
        });
    }

    /// It could not be opened; `None` while another try is made.
    pub fn open_failed(&self, problem: Option<UiError>) {
        self.state.update(|state| {
            state.open_problem = problem;
            state.has_changed();
        });
    }

    /// The version that the reviewer sees.
    pub fn version(&self) -> i64 {
        self.state.with_untracked(|state| state.row.version)
    }

    /// Whether the reviewer may do that now.
    pub fn may(&self, action: ReviewerAction) -> bool {
        self.state.with_untracked(|state| state.may(action))
    }

    /// Begins to send a decision, unless one is on its way. Gives the key of the request: the same for the same again.
    pub fn begin(&self, decision: &Decision, fresh_key: impl FnOnce() -> String) -> Option<String> {
        self.state.try_update(|state| {
            if state.is_busy {
                return None;
            }
            state.is_busy = true;
            state.problem = None;
            let version = state.row.version;
            let again = state.attempt.take().filter(|(sent, on, _)| sent == decision && *on == version);
            let key = again.map_or_else(fresh_key, |(_, _, key)| key);
            state.attempt = Some((decision.clone(), version, key.clone()));
            Some(key)
        })?
    }

    /// The decision was not made; what was written stays.
    pub fn refused(&self, error: UiError) {
        self.state.update(|state| {
            state.is_busy = false;
            state.problem = Some(error);
        });
    }

    /// The decision was made.
    pub fn settled(&self) {
        self.state.update(|state| state.is_busy = false);
    }

    /// What was sent last, for another try.
    pub fn last_attempt(&self) -> Option<Decision> {
        self.state.with_untracked(|state| state.attempt.as_ref().map(|(decision, ..)| decision.clone()))
    }
}
