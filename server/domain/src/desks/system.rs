//! The desk for the settings of the whole system.

use super::{Core, DeskError};
use crate::kernel::Actor;
use contract::{ChangeSettings, SettingsView};
use std::sync::Arc;

/// See the module.
pub struct SystemDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
}

impl SystemDesk {
    /// The settings, and where they have taken effect.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn settings(&self) -> Result<SettingsView, DeskError> {
        todo!()
    }

    /// Changes them; every process goes by it within a minute.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::StaleVersion`] if somebody else has changed them since.
    pub async fn change(&self, request: &ChangeSettings) -> Result<SettingsView, DeskError> {
        todo!("{request:?}")
    }
}
