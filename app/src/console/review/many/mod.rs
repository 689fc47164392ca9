//! Deciding on many: choosing them, the question, the run and its report.

mod bar;
mod dialog;
mod run;

pub use bar::SelectionBar;
pub use dialog::ManyDialogs;
