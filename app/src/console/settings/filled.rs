//! The system's settings as a form holds them, and back.

use crate::console::form::{FilledIn, ticked};
use contract::SystemSettings;

/// The fields, in the order in which they stand in the form.
pub const FIELDS: &[&str] =
    &["per_turn_extraction", "embedding_model", "turn_days", "recall_log_days", "calls_per_minute", "waiting_turns"];

/// What the form holds for these settings.
pub fn filled(settings: &SystemSettings) -> FilledIn {
    FilledIn::of([
        ("per_turn_extraction", ticked(settings.per_turn_extraction)),
        ("embedding_model", settings.embedding_model.clone().unwrap_or_default()),
        ("turn_days", settings.turn_days.to_string()),
        ("recall_log_days", settings.recall_log_days.to_string()),
        ("calls_per_minute", settings.calls_per_minute.to_string()),
        ("waiting_turns", settings.waiting_turns.to_string()),
    ])
}

/// The settings that are filled in. What cannot be read is out of limits, so that the desk tells of it.
#[cfg(feature = "ssr")]
pub fn read_system(filled: &FilledIn) -> SystemSettings {
    let model = filled.text("embedding_model");
    SystemSettings {
        per_turn_extraction: filled.is_ticked("per_turn_extraction"),
        embedding_model: (!model.is_empty()).then(|| model.to_owned()),
        turn_days: filled.number("turn_days"),
        recall_log_days: filled.number("recall_log_days"),
        calls_per_minute: filled.number("calls_per_minute"),
        waiting_turns: filled.number("waiting_turns"),
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_the_form() {
        let usual = SystemSettings::default();
        assert_eq!(read_system(&filled(&usual)), usual);
        let other =
            SystemSettings { per_turn_extraction: false, embedding_model: Some("other".into()), turn_days: 7, ..usual };
        assert_eq!(read_system(&filled(&other)), other);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let fields: Vec<_> = read_system(&FilledIn::default()).faults().into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["turn_days", "recall_log_days", "calls_per_minute", "waiting_turns"]);
    }
}
