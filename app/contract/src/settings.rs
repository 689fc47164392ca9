//! The settings of the whole system. A change takes effect in every process within a minute, without a restart.

use crate::error::{Fault, FieldError};
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The longest time that anything is kept by a setting, in days (ten years).
pub const MAX_RETENTION_DAYS: u32 = 3_650;
/// The most calls a minute that a limit can allow.
pub const MAX_CALLS_PER_MINUTE: u32 = 1_000_000;
/// The most turns that a limit can let wait.
pub const MAX_WAITING_TURNS: u32 = 1_000_000;

/// The settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct SystemSettings {
    /// Whether turns may be looked at as soon as they have ended. A service's revision has to ask for it too.
    pub per_turn_extraction: bool,
    /// The embedding model, by the name of its folder; the configured one if absent.
    pub embedding_model: Option<String>,
    /// How long the text of a turn is kept after it was looked at, in days. 0: not at all.
    pub turn_days: u32,
    /// How long the recall log is kept, in days.
    pub recall_log_days: u32,
    /// How many calls a minute each service may make, to each process.
    pub calls_per_minute: u32,
    /// How many turns of a service may wait to be looked at; more are refused with 429.
    pub waiting_turns: u32,
}

impl Default for SystemSettings {
    fn default() -> Self {
        Self {
            per_turn_extraction: true,
            embedding_model: None,
            turn_days: 0,
            recall_log_days: 90,
            calls_per_minute: 60_000,
            waiting_turns: 20_000,
        }
    }
}

impl SystemSettings {
    /// Everything that is wrong with them, field by field; empty if they are fine. Whether there is such a model, only the
    /// server knows.
    pub fn faults(&self) -> Vec<FieldError> {
        let ranges = [
            ("turn_days", self.turn_days, 0, MAX_RETENTION_DAYS),
            ("recall_log_days", self.recall_log_days, 1, MAX_RETENTION_DAYS),
            ("calls_per_minute", self.calls_per_minute, 1, MAX_CALLS_PER_MINUTE),
            ("waiting_turns", self.waiting_turns, 1, MAX_WAITING_TURNS),
        ];
        let outside = ranges.into_iter().filter(|(_, value, least, most)| !(least..=most).contains(&value));
        outside
            .map(|(field, _, least, most)| {
                FieldError::of(Fault::OutOfRange, field, format!("must be between {least} and {most}"))
            })
            .collect()
    }
}

/// The body of `PUT /api/v1/admin/settings`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeSettings {
    /// All of them, as they shall be.
    pub settings: SystemSettings,
    /// The version that was seen: with another one now, the answer is `stale_version`.
    pub version: i64,
}

/// The settings, and where they have taken effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SettingsView {
    /// As they are.
    pub settings: SystemSettings,
    /// Raised with every change; 0 for the defaults.
    pub version: i64,
    /// When they were changed last.
    pub changed_at: Option<Timestamp>,
    /// Who changed them, by address; absent for the command line.
    pub changed_by: Option<String>,
    /// The processes that have been seen in the last minutes.
    pub processes: Vec<ProcessRow>,
    /// The embedding models that are on this machine, by the names of their folders.
    pub models: Vec<String>,
}

/// One running process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProcessRow {
    /// Its id, made at its start.
    pub id: String,
    /// When it started.
    pub started_at: Timestamp,
    /// When it was last seen.
    pub seen_at: Timestamp,
    /// The version of the settings that it goes by.
    pub version: i64,
    /// Since when it does.
    pub applied_at: Timestamp,
    /// The embedding model that it works with.
    pub embedding_model: Option<String>,
    /// Why it does not go by the settings in full, if it does not: for example, a model that does not load.
    pub fault: Option<String>,
}

/// How the search index is doing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IndexView {
    /// Memories that the index holds as they stand in the store.
    pub indexed: u64,
    /// Memories that wait for it.
    pub pending: u64,
    /// Memories that it holds as they were, or with another model's vector.
    pub stale: u64,
    /// Memories that it did not take; retried.
    pub failed: u64,
    /// Memories whose sensitivity nobody has settled.
    pub unclassified: u64,
    /// The repair under way, or the last one.
    pub repair: Option<RepairView>,
}

/// One repair of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RepairView {
    /// When it began.
    pub started_at: Timestamp,
    /// When it ended, if it has.
    pub ended_at: Option<Timestamp>,
    /// How many memories there were to see to.
    pub total: u64,
    /// How many of them are done.
    pub done: u64,
    /// How long the rest will take, in seconds, by the pace so far.
    pub eta_seconds: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_named() {
        assert!(SystemSettings::default().faults().is_empty());
        let bad = SystemSettings {
            turn_days: MAX_RETENTION_DAYS + 1,
            recall_log_days: 0,
            calls_per_minute: 0,
            waiting_turns: 0,
            ..SystemSettings::default()
        };
        let fields: Vec<_> = bad.faults().into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["turn_days", "recall_log_days", "calls_per_minute", "waiting_turns"]);
    }
}
