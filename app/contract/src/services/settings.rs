//! What a revision settles: whether and when there is memory, who reviews it, and how it is asked.

use super::SeoulTime;
use crate::details::Faults;
use crate::error::{Fault, FieldError};
use crate::memory::words;
use crate::recall::{DEFAULT_TOP_K, MAX_TOP_K};
use crate::text::NAME_MAX_BYTES;
use serde::{Deserialize, Serialize};

/// The extractor that is always there: no network, no language model.
pub const LOCAL_EXTRACTOR: &str = "local";
/// The longest template, in bytes.
pub const TEMPLATE_MAX_BYTES: usize = 8 * 1024;
/// The largest budget of a context, in tokens.
pub const MAX_TOKEN_BUDGET: u32 = 32_000;
/// The largest weight of a term of a score.
pub const MAX_WEIGHT: f64 = 10.0;
/// The template of a new service.
pub const DEFAULT_TEMPLATE: &str = "{safety}\n{memories}";

words!(
    /// Which of what a service brings waits for a reviewer.
    ApprovalPolicy {
        /// Nothing: it is remembered at once.
        None = "none",
        /// What is sensitive, or not sure.
        Doubtful = "doubtful",
        /// Everything.
        All = "all",
    }
);

words!(
    /// Where the memories go in what the model is asked.
    InjectionMode {
        /// Before the person's question, with less authority than the system prompt.
        UserContext = "user_context",
        /// Behind the system prompt.
        System = "system",
    }
);

words!(
    /// To whom the cost of extraction and embedding is put down.
    CostBearer {
        /// The person whose conversation it is.
        User = "user",
        /// The operator.
        System = "system",
    }
);

/// How a service asks memory, unless a call says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RecallDefaults {
    /// Whether what is in use in all of the person's assistants is searched.
    pub personal: bool,
    /// Whether what is in use in this service only is searched.
    pub service: bool,
    /// At most so many memories, 1 to 100.
    pub top_k: u32,
    /// Leave out what scores below this, 0.0 to 1.0; 0 leaves nothing out.
    pub threshold: f64,
    /// What closeness of meaning counts, 0 to 10.
    pub semantic: f64,
    /// What shared words count, 0 to 10.
    pub keyword: f64,
    /// Where the memories go.
    pub injection: InjectionMode,
    /// The text around the memories. `{memories}` or `{memories_json}` has to be in it; `{query_time}`, `{count}` and
    /// `{safety}` may be.
    pub template: String,
    /// The context holds at most so many tokens.
    pub token_budget: u32,
}

impl Default for RecallDefaults {
    fn default() -> Self {
        Self {
            personal: true,
            service: true,
            top_k: DEFAULT_TOP_K,
            threshold: 0.0,
            semantic: 0.7,
            keyword: 0.3,
            injection: InjectionMode::UserContext,
            template: DEFAULT_TEMPLATE.to_owned(),
            token_budget: 2_000,
        }
    }
}

/// What a revision settles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RevisionSettings {
    /// Whether the service has memory at all. Off: nothing is recalled, saved or extracted.
    pub memory: bool,
    /// Whether each turn is looked at soon after it has ended. The system's settings have to allow it too.
    pub per_turn: bool,
    /// When each night the turns are looked at that were missed or failed; never if absent.
    pub nightly: Option<SeoulTime>,
    /// What proposes memories: `local`, or an extractor that the operator has configured.
    pub extractor: String,
    /// Which memories wait for a reviewer.
    pub approval: ApprovalPolicy,
    /// How memory is asked.
    pub recall: RecallDefaults,
    /// To whom the cost is put down.
    pub cost: CostBearer,
}

impl Default for RevisionSettings {
    fn default() -> Self {
        Self {
            memory: true,
            per_turn: true,
            nightly: "03:30".parse().ok(),
            extractor: LOCAL_EXTRACTOR.to_owned(),
            approval: ApprovalPolicy::All,
            recall: RecallDefaults::default(),
            cost: CostBearer::System,
        }
    }
}

impl RevisionSettings {
    /// Everything that is wrong with them, field by field; empty if they are fine. Whether there is such an extractor, only
    /// the server knows.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        faults.text("extractor", &self.extractor, NAME_MAX_BYTES);
        let recall = &self.recall;
        if !recall.personal && !recall.service {
            faults.0.push(FieldError::of(Fault::Required, "recall.personal", "search at least one scope"));
        }
        let mut range = |field: &str, is_in: bool, message: String| {
            if !is_in {
                faults.0.push(FieldError::of(Fault::OutOfRange, field, message));
            }
        };
        range("recall.top_k", (1..=MAX_TOP_K).contains(&recall.top_k), format!("must be between 1 and {MAX_TOP_K}"));
        range("recall.threshold", (0.0..=1.0).contains(&recall.threshold), "must be between 0.0 and 1.0".to_owned());
        for (field, weight) in [("recall.semantic", recall.semantic), ("recall.keyword", recall.keyword)] {
            range(field, (0.0..=MAX_WEIGHT).contains(&weight), format!("must be between 0 and {MAX_WEIGHT}"));
        }
        let budget = (1..=MAX_TOKEN_BUDGET).contains(&recall.token_budget);
        range("recall.token_budget", budget, format!("must be between 1 and {MAX_TOKEN_BUDGET}"));
        if recall.semantic == 0.0 && recall.keyword == 0.0 {
            faults.0.push(FieldError::of(Fault::Invalid, "recall.semantic", "one of the weights must be above 0"));
        }
        faults.text("recall.template", &recall.template, TEMPLATE_MAX_BYTES);
        if !["{memories}", "{memories_json}"].iter().any(|place| recall.template.contains(place)) {
            let message = "must contain {memories} or {memories_json}: without it no memory would reach the model";
            faults.0.push(FieldError::of(Fault::Required, "recall.template", message));
        }
        faults.0
    }

    /// The settings that differ from `before`, by name, in the order in which they are declared.
    pub fn changes_since(&self, before: &Self) -> Vec<SettingChange> {
        let (was, is) = (flat(before), flat(self));
        let changes = was.into_iter().zip(is).filter(|(was, is)| was != is);
        changes.map(|((field, before), (_, after))| SettingChange { field: field.to_owned(), before, after }).collect()
    }
}

/// Each setting by name, with its value in words.
fn flat(settings: &RevisionSettings) -> Vec<(&'static str, Option<String>)> {
    let RevisionSettings { memory, per_turn, nightly, extractor, approval, recall, cost } = settings;
    let RecallDefaults { personal, service, top_k, threshold, semantic, keyword, injection, template, token_budget } =
        recall;
    vec![
        ("memory", Some(memory.to_string())),
        ("per_turn", Some(per_turn.to_string())),
        ("nightly", nightly.map(|time| time.to_string())),
        ("extractor", Some(extractor.clone())),
        ("approval", Some(approval.to_string())),
        ("recall.personal", Some(personal.to_string())),
        ("recall.service", Some(service.to_string())),
        ("recall.top_k", Some(top_k.to_string())),
        ("recall.threshold", Some(threshold.to_string())),
        ("recall.semantic", Some(semantic.to_string())),
        ("recall.keyword", Some(keyword.to_string())),
        ("recall.injection", Some(injection.to_string())),
        ("recall.template", Some(template.clone())),
        ("recall.token_budget", Some(token_budget.to_string())),
        ("cost", Some(cost.to_string())),
    ]
}

/// One setting that differs between two revisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SettingChange {
    /// Its name, for example `recall.top_k`.
    pub field: String,
    /// What it was; absent if it was not set.
    pub before: Option<String>,
    /// What it is; absent if it is not set.
    pub after: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::super::SaveRevision;
    use super::*;

    #[test]
    fn the_defaults_are_fine_and_faults_name_their_fields() {
        assert!(RevisionSettings::default().faults().is_empty());
        let bad = RevisionSettings {
            recall: RecallDefaults {
                personal: false,
                service: false,
                top_k: 0,
                threshold: f64::NAN,
                semantic: 0.0,
                keyword: 0.0,
                template: "nothing".into(),
                token_budget: 0,
                ..RecallDefaults::default()
            },
            ..RevisionSettings::default()
        };
        let fields: Vec<_> = bad.faults().into_iter().map(|fault| fault.field).collect();
        let expected = [
            "recall.personal",
            "recall.top_k",
            "recall.threshold",
            "recall.token_budget",
            "recall.semantic",
            "recall.template",
        ];
        assert_eq!(fields, expected);
        let nested = SaveRevision { settings: bad, based_on: 1, note: None }.faults();
        assert_eq!(nested[0].field, "settings.recall.personal");
    }

    #[test]
    fn changes_name_what_differs() {
        let before = RevisionSettings::default();
        assert!(before.changes_since(&before).is_empty());
        let after = RevisionSettings { memory: false, nightly: None, ..before.clone() };
        let changes = after.changes_since(&before);
        let told: Vec<_> =
            changes.iter().map(|c| (c.field.as_str(), c.before.as_deref(), c.after.as_deref())).collect();
        assert_eq!(told, [("memory", Some("true"), Some("false")), ("nightly", Some("03:30"), None)]);
    }
}
