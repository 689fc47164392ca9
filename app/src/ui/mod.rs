//! The building blocks of pages, each once. They know texts and looks, and nothing of memories.

mod badge;
mod button;
mod clipboard;
mod dialog;
mod dynamic;
mod empty_state;
mod field;
mod focus;
mod form_outcome;
mod go_to;
mod live_region;
mod local_time;
mod moment;
mod post_form;
mod problem;
mod ready;
mod skeleton;
mod sleep;

pub use badge::{Badge, ExplainedBadge, Explanation, Tone};
pub use button::SubmitButton;
pub use clipboard::CopyButton;
pub use dialog::{Dialog, close_dialog, open_dialog};
pub use dynamic::dynamic;
pub use empty_state::EmptyState;
pub use field::Field;
pub use focus::{focus, focus_id};
pub use form_outcome::FormOutcome;
pub use go_to::{go_to, load_page};
pub use live_region::{Announcer, LiveRegion};
pub use local_time::{LocalTime, minutes_ahead, own_zone};
pub use moment::Moment;
pub use post_form::{Filled, PostForm};
pub use problem::{Problem, ProblemSummary, ProblemWithRetry};
pub use ready::use_ready;
pub use skeleton::Skeleton;
pub use sleep::sleep;
