//! Chat services and their revisions: immutable, numbered settings, of which the deployed ones have effect.

use crate::details::Faults;
use crate::error::{Fault, FieldError};
use crate::extraction::Refusal;
use crate::ids::{KeyId, ServiceId, UserId};
use crate::memory::words;
use crate::page::DEFAULT_PAGE_SIZE;
use crate::recall::{DEFAULT_TOP_K, MAX_TOP_K};
use crate::text::NAME_MAX_BYTES;
use crate::timestamp::Timestamp;
use crate::turns::TurnState;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The extractor that is always there: no network, no language model.
pub const LOCAL_EXTRACTOR: &str = "local";
/// The longest template, in bytes.
pub const TEMPLATE_MAX_BYTES: usize = 8 * 1024;
/// The longest note on a revision, in bytes.
pub const REVISION_NOTE_MAX_BYTES: usize = 500;
/// The largest budget of a context, in tokens.
pub const MAX_TOKEN_BUDGET: u32 = 32_000;
/// The largest weight of a term of a score.
pub const MAX_WEIGHT: f64 = 10.0;

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

/// An hour and minute of the day in Seoul (UTC+9, no daylight saving), as `hh:mm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeoulTime {
    minutes: u16,
}

const MICROS_PER_MINUTE: i64 = 60_000_000;
const MICROS_PER_DAY: i64 = 24 * 60 * MICROS_PER_MINUTE;
const SEOUL_OFFSET: i64 = 9 * 60 * MICROS_PER_MINUTE;

impl SeoulTime {
    /// The last moment of that time of the day that is not after `now`.
    pub fn last_before(self, now: Timestamp) -> Timestamp {
        let of_day = i64::from(self.minutes) * MICROS_PER_MINUTE - SEOUL_OFFSET;
        let days = (now.micros() - of_day).div_euclid(MICROS_PER_DAY);
        // At most a day earlier than a moment in range; the year 0 has no night before its first.
        Timestamp::from_micros(days * MICROS_PER_DAY + of_day).unwrap_or(now)
    }
}

impl FromStr for SeoulTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let two = |part: &str, limit: u16| {
            let is_plain = part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
            part.parse().ok().filter(|number: &u16| is_plain && *number < limit)
        };
        let parts = text.split_once(':').and_then(|(hours, minutes)| Some((two(hours, 24)?, two(minutes, 60)?)));
        let (hours, minutes) = parts.ok_or_else(|| "expected a time of the day as hh:mm".to_owned())?;
        Ok(Self { minutes: hours * 60 + minutes })
    }
}

impl fmt::Display for SeoulTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.minutes / 60, self.minutes % 60)
    }
}

impl TryFrom<String> for SeoulTime {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<SeoulTime> for String {
    fn from(time: SeoulTime) -> String {
        time.to_string()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for SeoulTime {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let doc = "An hour and minute of the day in Seoul (UTC+9), as `hh:mm`.";
        crate::openapi::shaped(&[doc], "^([01][0-9]|2[0-3]):[0-5][0-9]$", "03:30".to_owned())
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for SeoulTime {}

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

/// The template of a new service.
pub const DEFAULT_TEMPLATE: &str = "{safety}\n{memories}";

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

/// The parameters of `GET /api/v1/admin/services`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ListServices {
    /// Where the page begins, from the page before.
    pub cursor: Option<String>,
    /// How many rows, held between 1 and 200.
    pub limit: u32,
}

impl Default for ListServices {
    fn default() -> Self {
        Self { cursor: None, limit: DEFAULT_PAGE_SIZE }
    }
}

/// One chat service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceRow {
    /// The service.
    pub service_id: ServiceId,
    /// Its name.
    pub name: String,
    /// The revision that has effect; absent as long as none was deployed.
    pub deployed: Option<u32>,
    /// The revision saved last.
    pub latest: u32,
    /// Whether the deployed revision has memory on.
    pub memory: bool,
    /// What of it waits for a reviewer, by the deployed revision.
    pub approval: Option<ApprovalPolicy>,
    /// Turns that wait to be looked at.
    pub waiting_turns: u64,
    /// When it was made.
    pub created_at: Timestamp,
}

/// One page of the tenant's services, latest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceList {
    /// The rows.
    pub items: Vec<ServiceRow>,
    /// Pass this to get the next page; absent on the last one. Opaque to callers.
    pub next_cursor: Option<String>,
    /// The extractors that a revision may name.
    pub extractors: Vec<String>,
}

/// The body of `POST /api/v1/admin/services`: makes a service with its first revision, which is not deployed yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateService {
    /// Its name, unique among the tenant's.
    pub name: String,
    /// What revision 1 settles.
    #[serde(default)]
    pub settings: RevisionSettings,
    /// What revision 1 is about.
    #[serde(default)]
    pub note: Option<String>,
}

impl CreateService {
    /// Everything that is wrong with it; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        faults.text("name", self.name.trim(), NAME_MAX_BYTES);
        note_faults(&mut faults, self.note.as_deref());
        [faults.0, within_settings(&self.settings)].concat()
    }
}

/// The body of `POST /api/v1/admin/services/{id}/revisions`: saves settings as the next revision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SaveRevision {
    /// What it settles.
    pub settings: RevisionSettings,
    /// The latest revision when the settings were read: with another one now, the answer is `stale_version`.
    pub based_on: u32,
    /// What it is about.
    #[serde(default)]
    pub note: Option<String>,
}

impl SaveRevision {
    /// Everything that is wrong with it; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        note_faults(&mut faults, self.note.as_deref());
        [faults.0, within_settings(&self.settings)].concat()
    }
}

fn note_faults(faults: &mut Faults, note: Option<&str>) {
    if let Some(note) = note.filter(|note| !note.trim().is_empty()) {
        faults.text("note", note, REVISION_NOTE_MAX_BYTES);
    }
}

fn within_settings(settings: &RevisionSettings) -> Vec<FieldError> {
    let inside = |fault: FieldError| FieldError { field: format!("settings.{}", fault.field), ..fault };
    settings.faults().into_iter().map(inside).collect()
}

/// The body of `POST /api/v1/admin/services/{id}/deploy`: gives a revision effect. An older one rolls back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeployRevision {
    /// The revision to deploy.
    pub revision: u32,
    /// The deployed revision that was seen, if there was one: with another one now, the answer is `stale_version`.
    #[serde(default)]
    pub seen_deployed: Option<u32>,
}

/// One revision, as listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RevisionRow {
    /// Its number, from 1.
    pub number: u32,
    /// When it was saved.
    pub created_at: Timestamp,
    /// Who saved it, by address; absent for the command line.
    pub created_by: Option<String>,
    /// What it is about.
    pub note: Option<String>,
    /// When it was deployed last, if ever.
    pub deployed_at: Option<Timestamp>,
    /// Whether it is the deployed one.
    pub is_deployed: bool,
    /// What it changed since the one before.
    pub changes: Vec<SettingChange>,
}

/// A service with everything that is to be known of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceDetail {
    /// The service.
    pub service_id: ServiceId,
    /// Its name.
    pub name: String,
    /// The revision that has effect; absent as long as none was deployed.
    pub deployed: Option<u32>,
    /// The revision saved last.
    pub latest: u32,
    /// What the latest revision settles.
    pub settings: RevisionSettings,
    /// What deploying the latest revision would change, against the deployed one.
    pub undeployed: Vec<SettingChange>,
    /// The latest revisions, latest first, at most fifty.
    pub revisions: Vec<RevisionRow>,
    /// The service's keys, latest first.
    pub keys: Vec<ServiceKeyRow>,
    /// The turns of the last thirty days, by state.
    pub turns: Vec<TurnCount>,
    /// Why proposals of the last thirty days were refused, most frequent first.
    pub refusals: Vec<RefusalCount>,
    /// What the last thirty days cost.
    pub usage: Usage,
    /// The people that most of it is put down to, at most ten.
    pub usage_by_person: Vec<PersonUsage>,
    /// The extractors that a revision may name.
    pub extractors: Vec<String>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// How many turns are in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnCount {
    /// The state.
    pub state: TurnState,
    /// How many.
    pub count: u64,
}

/// How often proposals were refused for a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefusalCount {
    /// The reason.
    pub refusal: Refusal,
    /// How often.
    pub count: u64,
}

/// What extraction and embedding took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Usage {
    /// Turns that were looked at.
    pub turns: u64,
    /// Calls to extractors over the network.
    pub calls: u64,
    /// Tokens that were sent to language models.
    pub prompt_tokens: u64,
    /// Tokens that came back from language models.
    pub completion_tokens: u64,
    /// Tokens that the embedding model read to look at turns. What the index reads of what is kept is not counted.
    pub embedded_tokens: u64,
}

/// What is put down to one person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonUsage {
    /// The person; absent for what is put down to the operator.
    pub user_id: Option<UserId>,
    /// The person's address, if there is one.
    pub email: Option<String>,
    /// What it took.
    pub usage: Usage,
}

/// One key of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceKeyRow {
    /// The key.
    pub key_id: KeyId,
    /// The secret's first characters.
    pub prefix: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last seen.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

/// A new key of a service: the only answer that holds the secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedServiceKey {
    /// The key.
    pub key_id: KeyId,
    /// The secret, shown once.
    pub secret: String,
}

/// What one revision settles, beside another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RevisionView {
    /// Its number.
    pub number: u32,
    /// What it settles.
    pub settings: RevisionSettings,
    /// The revision that it is held against: the one asked for, or the deployed one.
    pub against: Option<u32>,
    /// What differs from that one.
    pub changes: Vec<SettingChange>,
}

/// The parameters of `GET /api/v1/admin/services/{id}/revisions/{number}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ViewRevision {
    /// The revision to hold it against; the deployed one if absent.
    pub against: Option<u32>,
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_night_in_seoul_is_nine_hours_ahead() {
        let at = |text: &str| text.parse::<Timestamp>().expect(text);
        let time: SeoulTime = "03:30".parse().expect("reads");
        assert_eq!(time.last_before(at("2026-07-16T18:30:00Z")), at("2026-07-16T18:30:00Z"));
        assert_eq!(time.last_before(at("2026-07-16T18:29:59Z")), at("2026-07-15T18:30:00Z"));
        assert_eq!(time.last_before(at("2026-07-17T04:00:00Z")), at("2026-07-16T18:30:00Z"));
        let noon: SeoulTime = "12:00".parse().expect("reads");
        assert_eq!(noon.last_before(at("2026-07-16T03:00:00Z")), at("2026-07-16T03:00:00Z"));
        for text in ["3:30", "24:00", "12:60", "+1:00", "1200", ""] {
            assert!(text.parse::<SeoulTime>().is_err(), "{text}");
        }
        assert_eq!(time.to_string(), "03:30");
    }
}
