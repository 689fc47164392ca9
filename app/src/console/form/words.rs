//! Words for settings: what each is called, what its values are, and what can be wrong with it. A setting goes by the last
//! part of its name: `settings.recall.top_k` is `top_k`.

use super::filled_in::TICKED;
use crate::error::{fault_key, fault_line, fault_text};
use crate::i18n::Locale;
use crate::ui::grouped;
use contract::recall::MAX_TOP_K;
use contract::services::{LOCAL_EXTRACTOR, MAX_TOKEN_BUDGET, MAX_WEIGHT};
use contract::settings::{MAX_CALLS_PER_MINUTE, MAX_RETENTION_DAYS, MAX_WAITING_TURNS};
use contract::{ApprovalPolicy, CostBearer, Fault, FieldError, InjectionMode};

/// The last part of a field's name.
pub fn leaf(field: &str) -> &str {
    field.rsplit('.').next().unwrap_or(field)
}

/// What a setting is called.
pub fn setting_key(field: &str) -> Option<&'static str> {
    Some(match leaf(field) {
        "memory" => "setting.memory",
        "per_turn" => "setting.per_turn",
        "nightly_on" => "setting.nightly",
        "nightly" => "setting.nightly_at",
        "extractor" => "setting.extractor",
        "approval" => "setting.approval",
        "personal" => "setting.personal",
        "service" => "setting.service",
        "top_k" => "setting.top_k",
        "threshold" => "setting.threshold",
        "semantic" => "setting.semantic",
        "keyword" => "setting.keyword",
        "injection" => "setting.injection",
        "template" => "setting.template",
        "token_budget" => "setting.token_budget",
        "cost" => "setting.cost",
        "per_turn_extraction" => "setting.per_turn_extraction",
        "embedding_model" => "setting.embedding_model",
        "turn_days" => "setting.turn_days",
        "recall_log_days" => "setting.recall_log_days",
        "calls_per_minute" => "setting.calls_per_minute",
        "waiting_turns" => "setting.waiting_turns",
        _ => return None,
    })
}

/// What waits for a reviewer.
pub fn approval_key(policy: ApprovalPolicy) -> &'static str {
    match policy {
        ApprovalPolicy::None => "approval.none",
        ApprovalPolicy::Doubtful => "approval.doubtful",
        ApprovalPolicy::All => "approval.all",
    }
}

/// Where the memories go.
pub fn injection_key(mode: InjectionMode) -> &'static str {
    match mode {
        InjectionMode::UserContext => "injection.user_context",
        InjectionMode::System => "injection.system",
    }
}

/// To whom the cost is put down.
pub fn cost_key(bearer: CostBearer) -> &'static str {
    match bearer {
        CostBearer::User => "bearer.user",
        CostBearer::System => "bearer.system",
    }
}

/// The value of a setting, in words.
pub fn value_text(locale: Locale, field: &str, value: &str) -> String {
    let key = match (leaf(field), value) {
        ("memory" | "per_turn" | "nightly_on" | "personal" | "service" | "per_turn_extraction", value) => {
            Some(if value == TICKED { "consent.is_on" } else { "consent.is_off" })
        }
        ("nightly", "") => Some("consent.is_off"),
        ("embedding_model", "") => Some("setting.configured"),
        ("extractor", LOCAL_EXTRACTOR) => Some("setting.local"),
        ("approval", word) => word.parse().ok().map(approval_key),
        ("injection", word) => word.parse().ok().map(injection_key),
        ("cost", word) => word.parse().ok().map(cost_key),
        _ => None,
    };
    key.map_or_else(|| value.to_owned(), |key| locale.t(key).to_owned())
}

/// What to do about a setting that was refused.
pub fn setting_fault(locale: Locale, fault: &FieldError) -> String {
    let name = leaf(&fault.field);
    let Some(label) = setting_key(name) else { return fault_text(locale, fault) };
    let problem = match (name, fault.fault) {
        ("personal", Fault::Required) => locale.t("setting.no_scope").to_owned(),
        ("template", Fault::Required) => locale.t("setting.no_place").to_owned(),
        ("semantic", Fault::Invalid) => locale.t("setting.no_weight").to_owned(),
        ("extractor" | "embedding_model", Fault::Invalid | Fault::Unknown) => locale.t("setting.unknown").to_owned(),
        (name, Fault::OutOfRange) => range_text(locale, name),
        (_, fault) => locale.t(fault_key(fault)).to_owned(),
    };
    fault_line(locale, locale.t(label), &problem)
}

/// Within which limits a number has to be.
fn range_text(locale: Locale, name: &str) -> String {
    let (least, most) = match name {
        "top_k" => (1, MAX_TOP_K),
        "token_budget" => (1, MAX_TOKEN_BUDGET),
        "turn_days" => (0, MAX_RETENTION_DAYS),
        "recall_log_days" => (1, MAX_RETENTION_DAYS),
        "calls_per_minute" => (1, MAX_CALLS_PER_MINUTE),
        "waiting_turns" => (1, MAX_WAITING_TURNS),
        "threshold" => (0, 1),
        _ => return limits(locale, "0", &MAX_WEIGHT.to_string()),
    };
    limits(locale, &least.to_string(), &grouped(most.into()))
}

fn limits(locale: Locale, least: &str, most: &str) -> String {
    locale.fill_all("setting.limits", &[("least", least), ("most", most)])
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::i18n::know_the_services;
    use contract::{RecallDefaults, RevisionSettings, SystemSettings};

    /// Settings of which everything is wrong that can be.
    fn faults() -> Vec<FieldError> {
        let recall = RecallDefaults {
            personal: false,
            service: false,
            top_k: 0,
            threshold: 2.0,
            keyword: -1.0,
            semantic: f64::NAN,
            template: "x".into(),
            token_budget: 0,
            ..RecallDefaults::default()
        };
        let revision = RevisionSettings { recall, extractor: String::new(), ..RevisionSettings::default() };
        let (recall_log_days, calls_per_minute, waiting_turns, turn_days) = (0, 0, 0, u32::MAX);
        let system =
            SystemSettings { turn_days, recall_log_days, calls_per_minute, waiting_turns, ..SystemSettings::default() };
        [revision.faults(), system.faults()].concat()
    }

    #[test]
    fn every_fault_names_its_setting_and_its_limits() {
        know_the_services();
        let told: Vec<_> = faults().iter().map(|fault| setting_fault(Locale::En, fault)).collect();
        for text in [
            "Memories at most: must be a number from 1 to 100.",
            "Lowest score: must be a number from 0 to 1.",
            "Weight of words: must be a number from 0 to 10.",
            "Token budget: must be a number from 1 to 32,000.",
            "Calls a minute: must be a number from 1 to 1,000,000.",
            "Extractor: must not be empty.",
        ] {
            assert!(told.iter().any(|one| one == text), "{text} is missing in {told:?}");
        }
        let strangers: Vec<_> = told.iter().filter(|text| text.starts_with("A field")).collect();
        assert!(strangers.is_empty(), "{strangers:?}");
    }

    #[test]
    fn every_setting_has_a_name_and_every_value_words() {
        know_the_services();
        let (before, after) = (
            RevisionSettings::default(),
            RevisionSettings {
                memory: false,
                per_turn: false,
                nightly: None,
                extractor: "remote".into(),
                approval: ApprovalPolicy::None,
                recall: RecallDefaults {
                    personal: false,
                    service: false,
                    top_k: 1,
                    threshold: 0.5,
                    semantic: 1.0,
                    keyword: 1.5,
                    injection: InjectionMode::System,
                    template: "{memories}".into(),
                    token_budget: 9,
                },
                cost: CostBearer::User,
            },
        );
        let changes = after.changes_since(&before);
        assert_eq!(changes.len(), 15);
        for change in changes {
            assert!(setting_key(&change.field).is_some(), "{}", change.field);
            let text =
                |value: &Option<String>| value_text(Locale::Ko, &change.field, value.as_deref().unwrap_or_default());
            let (was, is) = (text(&change.before), text(&change.after));
            assert!(was != is && !was.is_empty() && !is.is_empty(), "{}: {was} → {is}", change.field);
            assert!(!was.contains("true") && !is.contains('_'), "{}: {was} → {is}", change.field);
        }
    }
}
