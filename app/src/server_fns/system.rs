//! The settings of the whole system, and the upkeep of the search index.

use crate::console::FilledIn;
use crate::error::UiError;
use contract::{IndexView, SettingsView};
use leptos::server;

/// The settings, and where they have taken effect.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `internal`.
#[server(prefix = "/ui", endpoint = "system-settings")]
pub async fn system_settings() -> Result<SettingsView, UiError> {
    use crate::server::{refuse, system_desk};
    system_desk().await?.settings().await.map_err(refuse)
}

/// Changes the settings to what is filled in, if they are still those that were seen.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input`, `stale_version`.
#[server(prefix = "/ui", endpoint = "change-system-settings")]
pub async fn change_system_settings(
    version: i64,
    #[server(default)] settings: FilledIn,
) -> Result<SettingsView, UiError> {
    use crate::console::read_system;
    use crate::server::{refuse, send_form_on, system_desk};
    use contract::ChangeSettings;
    let request = ChangeSettings { settings: read_system(&settings), version };
    let changed = system_desk().await?.change(&request).await.map_err(refuse)?;
    send_form_on("/admin/settings?done");
    Ok(changed)
}

/// How the index is doing, and how far a repair is.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `internal`.
#[server(SeeIndex, prefix = "/ui", endpoint = "index-view")]
pub async fn index_view() -> Result<IndexView, UiError> {
    use crate::server::{refuse, upkeep_desk};
    upkeep_desk().await?.index().await.map_err(refuse)
}

/// Begins to repair what the index does not hold as it should. A repair that is under way goes on.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `internal`.
#[server(prefix = "/ui", endpoint = "repair-index")]
pub async fn repair_index() -> Result<IndexView, UiError> {
    use crate::server::{refuse, send_form_on, upkeep_desk};
    let view = upkeep_desk().await?.repair().await.map_err(refuse)?;
    send_form_on("/admin?done");
    Ok(view)
}
