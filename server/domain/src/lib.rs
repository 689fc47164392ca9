//! Everything that must be right: policy, consent, storage, index, recall, and the desks that front doors talk to.
//!
//! Knows `contract` and nothing of HTTP, Leptos or Candle. Its rooms call one another in one direction only; the table
//! is in `docs/ARCHITECTURE.md` and `tests/rooms.rs` checks it.

pub mod audit;
pub mod consent;
pub mod desks;
pub mod extraction;
pub mod identity;
pub mod index;
mod intake;
pub mod jobs;
pub mod kernel;
pub mod memory;
pub mod policy;
pub mod recall;
pub mod storage;
#[cfg(feature = "testing")]
pub mod testing;
