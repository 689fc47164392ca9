//! The desk that looks after the search index.

use super::{Core, DeskError};
use crate::kernel::Actor;
use contract::IndexView;
use std::sync::Arc;

/// See the module.
pub struct UpkeepDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
}

impl UpkeepDesk {
    /// How the index is doing, and how far a repair is.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn index(&self) -> Result<IndexView, DeskError> {
        todo!()
    }

    /// Begins to repair what failed or is stale. One that is under way goes on.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn repair(&self) -> Result<IndexView, DeskError> {
        todo!()
    }
}
