//! Deleting memories: choosing them, the question, the run and its report.

mod dialog;
#[cfg(feature = "ssr")]
mod plain;
mod run;
mod selection_bar;

pub use dialog::DeleteDialog;
#[cfg(feature = "ssr")]
pub use plain::PlainDeleteForm;
pub use run::{Outcome, Step, repeat};
pub use selection_bar::SelectionBar;

use crate::i18n::Locale;
use crate::my_page::words::count_text;
use contract::{ChosenMemory, Count, MemoryFilter, Timestamp};

/// What is to be deleted.
#[derive(Debug, Clone, PartialEq)]
pub enum Deletion {
    /// These memories.
    Chosen(Vec<ChosenMemory>),
    /// All that match.
    Matching {
        /// Which.
        filter: MemoryFilter,
        /// Nothing that came later: the person has not seen it.
        unchanged_since: Timestamp,
        /// How many that is, if it was counted.
        count: Option<Count>,
    },
}

impl Deletion {
    /// How many memories, if that is known.
    fn count(&self) -> Option<Count> {
        match self {
            Self::Chosen(chosen) => Some(Count { value: u32::try_from(chosen.len()).unwrap_or(u32::MAX), more: false }),
            Self::Matching { count, .. } => *count,
        }
    }

    /// The question, with how many.
    fn question(&self, locale: Locale) -> String {
        match self.count() {
            Some(Count { value: 1, more: false }) => locale.t("delete.question_one").to_owned(),
            Some(count) => locale.fill("delete.question", "count", &count_text(count)),
            None => locale.t("delete.question_matching").to_owned(),
        }
    }
}
