//! Correcting a memory: a dialog with two modes over one state, and a plain form for browsers without script.

mod conflict;
mod correction;
mod dialog;
#[cfg(feature = "ssr")]
mod plain;

pub use correction::ToCorrect;
pub use dialog::CorrectDialog;
#[cfg(feature = "ssr")]
pub use plain::PlainCorrectForm;

use contract::MemoryId;

/// What a correction came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Corrected {
    /// It is saved.
    Saved(MemoryId),
    /// The search index no longer had the memory, so it was removed.
    Removed,
}
