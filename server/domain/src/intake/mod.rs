//! The way in: how something new goes together with what is remembered, whether it waits for a reviewer, and the writing
//! of it. Saves, proposals and turns come through here, and what a reviewer approves takes its place by the same rule.

mod approval;
mod care;
mod evidence;
mod fits;
mod keep;
mod place;

pub use approval::waits;
pub use care::raise_sensitivity;
pub use fits::{FitsIn, Statement};
pub use keep::{Incoming, Kept};
pub use place::{Taking, take_place};

use crate::recall::Recaller;
use crate::storage::Store;
use std::time::Duration;

/// What the way in works with.
#[derive(Clone)]
pub struct Intake {
    /// The canonical store.
    pub store: Store,
    /// Finds what something new is like.
    pub recaller: Recaller,
    /// How long a candidate waits for a reviewer.
    pub candidate_lifetime: Duration,
}
