//! Recall: one question to one person's memory.
//!
//! embed once → search inside the person → rank → re-check in the store → threshold, top-k → context → log. The index
//! only proposes: nothing leaves that the canonical row does not allow at that moment.

mod check;
mod context;
mod rank;
mod recaller;
mod similar;

pub use rank::RANKER_VERSION;
pub use recaller::{Asked, Outcome, Recaller, Timings};
pub use similar::Compared;
