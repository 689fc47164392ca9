//! The building blocks of pages, each once. They know texts and looks, and nothing of memories.

mod badge;
mod button;
mod dialog;
mod empty_state;
mod field;
mod focus;
mod go_to;
mod live_region;
mod moment;
mod problem;
mod skeleton;

pub use badge::{Badge, ExplainedBadge, Explanation, Tone};
pub use button::SubmitButton;
pub use dialog::{Dialog, close_dialog, open_dialog};
pub use empty_state::EmptyState;
pub use field::Field;
pub use focus::focus;
pub use go_to::{go_to, load_page};
pub use live_region::{Announcer, LiveRegion};
pub use moment::Moment;
pub use problem::{Problem, ProblemSummary};
pub use skeleton::Skeleton;
