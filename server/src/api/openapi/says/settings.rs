//! The settings of the whole system.

use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::StaleVersion;
use contract::{ChangeSettings, SettingsView, SystemSettings};
use serde_json::{Value, json};

/// `GET /api/v1/admin/settings`.
pub fn settings() -> Operation {
    Operation::new(Tag::Settings, "getSettings", "See the settings of the system")
        .text("And which process goes by which version of them, since when.")
        .answer::<SettingsView>(200, "The settings.", view())
}

/// `PUT /api/v1/admin/settings`.
pub fn change() -> Operation {
    Operation::new(Tag::Settings, "changeSettings", "Change the settings of the system")
        .text(
            "All of them as they shall be: what is left out becomes the default. Every process goes by them within a minute, \
             without a restart. `stale_version` says that somebody else has changed them since `version`.",
        )
        .body::<ChangeSettings>(
            r#"{
  "settings": { "per_turn_extraction": true, "turn_days": 7, "recall_log_days": 90, "waiting_turns": 20000 },
  "version": 0
}"#,
        )
        .answer::<SettingsView>(200, "The settings as they are now.", view())
        .problems(&[StaleVersion])
}

fn view() -> Value {
    json!({
        "settings": SystemSettings { turn_days: 7, ..SystemSettings::default() },
        "version": 1,
        "changed_at": "2026-07-16T04:40:00Z",
        "changed_by": "root@example.com",
        "processes": [{
            "id": "9b1d5c02e7f4a836",
            "started_at": "2026-07-14T09:00:00Z",
            "seen_at": "2026-07-16T04:40:05Z",
            "version": 1,
            "applied_at": "2026-07-16T04:40:05Z",
            "embedding_model": "multilingual-e5-small",
        }],
        "models": ["multilingual-e5-small"],
    })
}
