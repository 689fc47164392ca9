//! Opening candidates: looking at one, claiming it, and revealing what is hidden.

use super::ReviewDesk;
use crate::audit::{self, Event};
use crate::consent;
use crate::desks::DeskError;
use contract::review::{CandidateDetail, RevealCandidate};
use contract::{MemoryId, Status};
use std::time::Duration;

/// How long a claim holds, unless the candidate is opened again.
const CLAIM: Duration = Duration::from_mins(15);

impl ReviewDesk {
    /// One candidate as the queue shows it, masked if it is sensitive; also one that has been decided.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], [`DeskError::Forbidden`] for one about oneself.
    pub async fn candidate(&self, memory: &MemoryId) -> Result<CandidateDetail, DeskError> {
        let candidate = self.stored(memory).await?;
        self.detail(&candidate, false, self.core.clock.now()).await
    }

    /// Opens a candidate and claims it for 15 minutes, unless another has. Masked if it is sensitive. Audited.
    ///
    /// # Errors
    /// As [`ReviewDesk::candidate`].
    pub async fn claim(&self, memory: &MemoryId) -> Result<CandidateDetail, DeskError> {
        let candidate = match self.stored(memory).await {
            Ok(candidate) => candidate,
            Err(error) => {
                self.note_refusal(Event::Claim, &error, memory).await;
                return Err(error);
            }
        };
        let now = self.core.clock.now();
        if candidate.memory.status == Status::Candidate {
            let mut tx = self.core.store.begin().await?;
            let claimed = tx.claim_candidate(self.tenant(), memory, &self.reviewer, now, now.plus(CLAIM)).await?;
            let outcome = if claimed { "ok" } else { "claimed" };
            let entry = self.entry(Event::Claim, outcome, Some(&candidate.subject), memory);
            audit::append(&mut tx, &self.core.ids, now, &entry).await?;
            tx.commit().await?;
        }
        self.candidate(memory).await
    }

    /// Closes a candidate: ends one's own claim, if there is one.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn release(&self, memory: &MemoryId) -> Result<(), DeskError> {
        let mut tx = self.core.store.begin().await?;
        if tx.release_candidate(self.tenant(), memory, &self.reviewer).await? {
            let detail = Some("released".to_owned());
            let entry = self.entry(Event::Claim, "ok", None, memory);
            audit::append_with(&mut tx, &self.core.ids, self.core.clock.now(), &entry, detail).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// Shows a sensitive candidate in full. Audited with the reason, before it is answered.
    ///
    /// # Errors
    /// As [`ReviewDesk::candidate`]; [`DeskError::Decided`] if it does not wait any more, [`DeskError::ConsentRequired`].
    pub async fn reveal(&self, memory: &MemoryId, request: RevealCandidate) -> Result<CandidateDetail, DeskError> {
        match self.try_reveal(memory, request).await {
            Err(error) => {
                self.note_refusal(Event::Reveal, &error, memory).await;
                Err(error)
            }
            revealed => revealed,
        }
    }

    async fn try_reveal(&self, memory: &MemoryId, request: RevealCandidate) -> Result<CandidateDetail, DeskError> {
        self.expire_if_due(memory).await?;
        let mut tx = self.core.store.begin().await?;
        let candidate = self.waiting(&mut tx, memory, None).await?;
        consent::require(Some(((), tx.consent(self.tenant(), &candidate.subject).await?.granted)))?;
        let (now, version) = (self.core.clock.now(), candidate.memory.version);
        tx.note_reveal(self.tenant(), &candidate.subject, (memory, version), &self.reviewer, now).await?;
        let detail = Some(format!("version={version} reason={}", request.reason));
        let entry = self.entry(Event::Reveal, "ok", Some(&candidate.subject), memory);
        audit::append_with(&mut tx, &self.core.ids, now, &entry, detail).await?;
        tx.commit().await?;
        // Read anew: what may be done with it has changed. The version is the one that was noted, or nothing is shown.
        let candidate = self.stored(memory).await?;
        if candidate.memory.version != version {
            return Err(self.conflict(memory).await?);
        }
        self.detail(&candidate, true, now).await
    }
}
