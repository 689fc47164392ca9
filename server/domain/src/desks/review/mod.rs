//! A reviewer's desk: the queue of candidates, and the decisions on them. Each file is one thing that a reviewer does.
//!
//! Nobody reviews what is about oneself: such candidates are in no list, and asking for one by its id is refused.

use super::{Core, DeskError};
use crate::kernel::Actor;
use contract::review::{
    ApproveCandidate, BulkDecide, BulkReport, CandidateDetail, CandidateFilter, CandidateList, CandidateSelection,
    DecidedCandidate, ListCandidates, RejectCandidate, RevealCandidate, ReviewEvent,
};
use contract::{DecisionId, MemoryId, UserId};
use std::sync::Arc;

/// What makes a repeated request the same one: the caller's own key, at most 200 bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency(pub String);

/// See the module.
#[expect(dead_code, reason = "being built")]
pub struct ReviewDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
    pub(super) reviewer: UserId,
}

#[expect(clippy::unused_async, reason = "being built")]
impl ReviewDesk {
    /// One page of the queue; sensitive candidates are masked.
    ///
    /// # Errors
    /// [`DeskError::Invalid`].
    pub async fn list(&self, _request: &ListCandidates) -> Result<CandidateList, DeskError> {
        todo!()
    }

    /// One candidate as the queue shows it, masked if it is sensitive; also one that has been decided.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Forbidden`] for one about oneself.
    pub async fn candidate(&self, _memory: &MemoryId) -> Result<CandidateDetail, DeskError> {
        todo!()
    }

    /// Opens a candidate and claims it for 15 minutes, unless another has. Masked if it is sensitive. Audited.
    ///
    /// # Errors
    /// As [`ReviewDesk::candidate`].
    pub async fn claim(&self, _memory: &MemoryId) -> Result<CandidateDetail, DeskError> {
        todo!()
    }

    /// Closes a candidate: ends one's own claim, if there is one.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn release(&self, _memory: &MemoryId) -> Result<(), DeskError> {
        todo!()
    }

    /// Shows a sensitive candidate in full. Audited with the reason, before it is answered.
    ///
    /// # Errors
    /// As [`ReviewDesk::candidate`].
    pub async fn reveal(&self, _memory: &MemoryId, _request: RevealCandidate) -> Result<CandidateDetail, DeskError> {
        todo!()
    }

    /// Approves a candidate: it is remembered from now on.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::NotFound`], [`DeskError::Forbidden`] for one about oneself,
    /// [`DeskError::Decided`], [`DeskError::StaleVersion`], [`DeskError::NeedsReveal`], [`DeskError::ConsentRequired`],
    /// [`DeskError::AlreadyExists`] if another memory says this already, [`DeskError::IdempotencyKeyReused`].
    pub async fn approve(
        &self,
        _memory: &MemoryId,
        _request: ApproveCandidate,
        _key: Option<Idempotency>,
    ) -> Result<DecidedCandidate, DeskError> {
        todo!()
    }

    /// Rejects a candidate: it is kept as rejected, and never recalled.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::NotFound`], [`DeskError::Forbidden`] for one about oneself,
    /// [`DeskError::Decided`], [`DeskError::StaleVersion`], [`DeskError::IdempotencyKeyReused`].
    pub async fn reject(
        &self,
        _memory: &MemoryId,
        _request: RejectCandidate,
        _key: Option<Idempotency>,
    ) -> Result<DecidedCandidate, DeskError> {
        todo!()
    }

    /// Decides on many, each for itself.
    ///
    /// # Errors
    /// [`DeskError::Invalid`]; what was not decided is in the report.
    pub async fn bulk(&self, _request: BulkDecide, _key: Option<Idempotency>) -> Result<BulkReport, DeskError> {
        todo!()
    }

    /// All that match, as far as one bulk decision reaches, what ends first first.
    ///
    /// # Errors
    /// [`DeskError::Invalid`].
    pub async fn select(&self, _filter: &CandidateFilter) -> Result<CandidateSelection, DeskError> {
        todo!()
    }

    /// Takes one's own decision back, within ten minutes: the candidate waits again.
    ///
    /// # Errors
    /// [`DeskError::NotFound`] for a decision that is not one's own, [`DeskError::UndoOver`],
    /// [`DeskError::StaleVersion`] if the memory has changed since.
    pub async fn undo(&self, _decision: &DecisionId) -> Result<DecidedCandidate, DeskError> {
        todo!()
    }

    /// What has happened to candidates since the event of that number, oldest first, and the number to go on from.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn events(&self, _after: i64) -> Result<(Vec<ReviewEvent>, i64), DeskError> {
        todo!()
    }
}
