//! The desk for the settings of the whole system.

use super::services::person;
use super::{Core, DeskError};
use crate::audit::{self, Entry, Event};
use crate::kernel::Actor;
use crate::policy::Action;
use crate::storage::StoredSettings;
use contract::{ChangeSettings, FieldError, SettingsView, SystemSettings};
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
        let StoredSettings { version, settings, changed_at, changed_by } = self.core.store.settings().await?;
        let processes = self.core.store.processes(self.core.clock.now()).await?;
        let models = self.core.models.names();
        Ok(SettingsView { settings, version, changed_at, changed_by, processes, models })
    }

    /// Changes them; every process goes by it within a minute, this one at once.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::StaleVersion`] if somebody else has changed them since.
    pub async fn change(&self, request: &ChangeSettings) -> Result<SettingsView, DeskError> {
        self.check(&request.settings)?;
        let now = self.core.clock.now();
        let mut tx = self.core.begin_as(&self.actor, Action::ManageSystem).await?;
        let before = tx.settings().await?;
        if before.version != request.version {
            return Err(DeskError::StaleVersion);
        }
        let version = before.version + 1;
        tx.insert_settings(version, &request.settings, person(&self.actor), now).await?;
        let fields = changed(&before.settings, &request.settings).join(",");
        let entry =
            Entry { actor: &self.actor, event: Event::SettingsChange, outcome: "ok", subject: None, object: None };
        let detail = Some(format!("version={version} fields={fields}"));
        audit::append_with(&mut tx, &self.core.ids, now, &entry, detail).await?;
        tx.commit().await?;
        self.core.in_force.wake.notify_one();
        self.settings().await
    }

    fn check(&self, settings: &SystemSettings) -> Result<(), DeskError> {
        let mut faults = settings.faults();
        if settings.embedding_model.as_ref().is_some_and(|model| !self.core.models.names().contains(model)) {
            faults.push(FieldError::new("embedding_model", "is not on this machine"));
        }
        if faults.is_empty() { Ok(()) } else { Err(DeskError::Invalid(faults)) }
    }
}

/// The names of the settings that differ.
fn changed(before: &SystemSettings, after: &SystemSettings) -> Vec<&'static str> {
    let SystemSettings {
        per_turn_extraction,
        embedding_model,
        turn_days,
        recall_log_days,
        calls_per_minute,
        waiting_turns,
    } = before;
    let fields = [
        ("per_turn_extraction", *per_turn_extraction != after.per_turn_extraction),
        ("embedding_model", *embedding_model != after.embedding_model),
        ("turn_days", *turn_days != after.turn_days),
        ("recall_log_days", *recall_log_days != after.recall_log_days),
        ("calls_per_minute", *calls_per_minute != after.calls_per_minute),
        ("waiting_turns", *waiting_turns != after.waiting_turns),
    ];
    fields.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}
