//! Candidates: what a reviewer needs beside the memory to be, the queue over them, and the decisions.

mod claims;
mod decisions;
mod due;
mod events;
mod insert;
mod queue;
mod rows;

pub use decisions::{NewDecision, SealedNote, StoredDecision};
pub use due::DueCandidate;
pub use events::CandidateEntry;
pub use insert::{NewCandidate, NewSimilar};
pub use queue::{PlacedCandidate, QueueKey, QueuePlace, QueueQuery};
pub use rows::{StoredCandidate, StoredClaim, StoredSimilar};
