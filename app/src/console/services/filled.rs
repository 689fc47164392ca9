//! A revision's settings as a form holds them, and back.

use crate::console::form::{FilledIn, ticked};
use contract::RevisionSettings;
#[cfg(feature = "ssr")]
use contract::{ApprovalPolicy, CostBearer, Fault, FieldError, InjectionMode, RecallDefaults, SaveRevision, SeoulTime};

/// The fields, in the order in which they stand in the form.
pub const FIELDS: &[&str] = &[
    "memory",
    "per_turn",
    "nightly_on",
    "nightly",
    "extractor",
    "approval",
    "cost",
    "personal",
    "service",
    "top_k",
    "threshold",
    "semantic",
    "keyword",
    "injection",
    "template",
    "token_budget",
];

/// What the form holds for these settings.
pub fn filled(settings: &RevisionSettings) -> FilledIn {
    let recall = &settings.recall;
    FilledIn::of([
        ("memory", ticked(settings.memory)),
        ("per_turn", ticked(settings.per_turn)),
        ("nightly_on", ticked(settings.nightly.is_some())),
        ("nightly", settings.nightly.map(|time| time.to_string()).unwrap_or_default()),
        ("extractor", settings.extractor.clone()),
        ("approval", settings.approval.to_string()),
        ("cost", settings.cost.to_string()),
        ("personal", ticked(recall.personal)),
        ("service", ticked(recall.service)),
        ("top_k", recall.top_k.to_string()),
        ("threshold", recall.threshold.to_string()),
        ("semantic", recall.semantic.to_string()),
        ("keyword", recall.keyword.to_string()),
        ("injection", recall.injection.to_string()),
        ("template", recall.template.clone()),
        ("token_budget", recall.token_budget.to_string()),
    ])
}

/// The settings that are filled in.
///
/// # Errors
/// Everything that is wrong with them, if any of it could not even be read; what is only out of limits, the desk tells.
#[cfg(feature = "ssr")]
pub fn read_revision(filled: &FilledIn) -> Result<RevisionSettings, Vec<FieldError>> {
    let mut reading = Reading { filled, faults: Vec::new() };
    let settings = RevisionSettings {
        memory: filled.is_ticked("memory"),
        per_turn: filled.is_ticked("per_turn"),
        nightly: reading.nightly(),
        extractor: filled.text("extractor").to_owned(),
        approval: reading.word("", "approval").unwrap_or(ApprovalPolicy::All),
        recall: reading.recall(),
        cost: reading.word("", "cost").unwrap_or(CostBearer::System),
    };
    if reading.faults.is_empty() {
        return Ok(settings);
    }
    let further = SaveRevision { settings, based_on: 0, note: None }.faults();
    Err([reading.faults, further].concat())
}

#[cfg(feature = "ssr")]
struct Reading<'a> {
    filled: &'a FilledIn,
    faults: Vec<FieldError>,
}

#[cfg(feature = "ssr")]
impl Reading<'_> {
    /// A time is asked for only where the box is ticked.
    fn nightly(&mut self) -> Option<SeoulTime> {
        self.filled.is_ticked("nightly_on").then(|| self.word("", "nightly"))?
    }

    fn recall(&mut self) -> RecallDefaults {
        let filled = self.filled;
        RecallDefaults {
            personal: filled.is_ticked("personal"),
            service: filled.is_ticked("service"),
            top_k: filled.number("top_k"),
            threshold: filled.decimal("threshold"),
            semantic: filled.decimal("semantic"),
            keyword: filled.decimal("keyword"),
            injection: self.word("recall.", "injection").unwrap_or(InjectionMode::UserContext),
            // Browsers end the lines of a plain form in their own way.
            template: filled.text("template").replace("\r\n", "\n"),
            token_budget: filled.number("token_budget"),
        }
    }

    /// One of a list of words, or a time. `within` is where the setting is.
    fn word<T: std::str::FromStr>(&mut self, within: &str, name: &str) -> Option<T> {
        let text = self.filled.text(name);
        let word = text.parse().ok();
        if word.is_none() {
            let fault = if text.is_empty() { Fault::Required } else { Fault::WrongType };
            self.faults.push(FieldError::of(fault, format!("settings.{within}{name}"), "cannot be read"));
        }
        word
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_the_form() {
        let usual = RevisionSettings::default();
        assert_eq!(read_revision(&filled(&usual)), Ok(usual.clone()));
        let other = RevisionSettings {
            memory: false,
            per_turn: false,
            nightly: None,
            approval: ApprovalPolicy::Doubtful,
            cost: CostBearer::User,
            recall: RecallDefaults {
                personal: false,
                threshold: 0.25,
                injection: InjectionMode::System,
                template: "a\nb {memories_json}".into(),
                ..RecallDefaults::default()
            },
            ..usual
        };
        assert_eq!(read_revision(&filled(&other)), Ok(other));
    }

    #[test]
    fn every_field_of_the_form_is_filled() {
        let usual = filled(&RevisionSettings::default());
        let empty: Vec<_> = FIELDS.iter().filter(|name| usual.text(name).is_empty()).collect();
        assert!(empty.is_empty(), "{empty:?}");
    }

    #[test]
    fn what_cannot_be_read_is_told_with_all_the_rest() {
        let fields = |filled: &FilledIn| -> Vec<String> {
            let faults = read_revision(filled).expect_err("something cannot be read");
            faults.into_iter().map(|fault| fault.field.replace('.', " ")).collect()
        };
        let nothing = fields(&FilledIn::default());
        for field in ["settings approval", "settings cost", "settings recall injection", "settings recall top_k"] {
            assert!(nothing.iter().any(|one| one == field), "{field} is missing in {nothing:?}");
        }
        assert!(!nothing.iter().any(|field| field == "settings nightly"), "the box is not ticked");
        let mut usual = filled(&RevisionSettings::default());
        usual.clear("nightly");
        assert_eq!(fields(&usual), ["settings nightly"]);
    }

    #[test]
    fn the_lines_of_a_plain_form_are_lines_like_others() {
        let lines = FilledIn::of([("template", "{safety}\r\n{memories}".into())]);
        let mut reading = Reading { filled: &lines, faults: Vec::new() };
        assert_eq!(reading.recall().template, "{safety}\n{memories}");
    }
}
