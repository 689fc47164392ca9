//! What a memory is: kind, class, status, sensitivity, index state, authority; how one is saved and shown.

use crate::error::FieldError;
use crate::ids::MemoryId;
use crate::scope::Scope;
use crate::text;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// A closed list of words, the same on the wire and in the store. Reading is case-insensitive.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word on the wire and in the store.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|value| value.as_str().eq_ignore_ascii_case(text))
                    .ok_or_else(|| format!("expected one of {}", [$($word),+].join(", ")))
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> String {
                value.as_str().to_owned()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

words!(
    /// What sort of thing is remembered.
    Kind {
        /// Who the person is: name, role, organisation.
        Profile = "PROFILE",
        /// What the person likes: tone, format, tools.
        Preference = "PREFERENCE",
        /// What must always or never be done for the person.
        Rule = "RULE",
        /// Work in progress.
        Task = "TASK",
        /// Any other lasting fact.
        Fact = "FACT",
        /// A circumstance that matters for a while.
        Context = "CONTEXT",
        /// Something that was agreed.
        Agreement = "AGREEMENT",
        /// Something that happened: goal, actions, outcome.
        Episode = "EPISODE",
        /// How something is done, checked and versioned.
        Procedure = "PROCEDURE",
    }
);

words!(
    /// The class of memory in the sense of cognitive science; derived from the kind.
    Class {
        /// Lasting facts and preferences.
        Semantic = "semantic",
        /// Events.
        Episodic = "episodic",
        /// Ways of doing.
        Procedural = "procedural",
    }
);

impl Kind {
    /// The class that this kind belongs to.
    pub fn class(self) -> Class {
        match self {
            Self::Episode => Class::Episodic,
            Self::Procedure => Class::Procedural,
            _ => Class::Semantic,
        }
    }
}

words!(
    /// Where a memory is in its life.
    Status {
        /// Waits for a reviewer.
        Candidate = "candidate",
        /// In force.
        Active = "active",
        /// Refused by a reviewer or by time.
        Rejected = "rejected",
        /// Replaced by a newer memory.
        Superseded = "superseded",
        /// Ended by time.
        Expired = "expired",
        /// Its source was found to be wrong.
        Revoked = "revoked",
        /// Deleted; only the tombstone is left.
        Deleted = "deleted",
    }
);

words!(
    /// Whether and how the content may be shown and searched. Declared from least to most careful.
    Sensitivity {
        /// Not classified; treated like `normal` and proposed for classification.
        Unknown = "unknown",
        /// Checked and harmless.
        Normal = "normal",
        /// Identifies or reaches a person; masked, and never in the search index.
        Pii = "pii",
        /// Needs special care; masked, and never in the search index.
        Restricted = "restricted",
    }
);

impl Sensitivity {
    /// Reads what a program sent. Anything that is not one of the four words is `unknown`, never `normal`.
    pub fn normalise(given: Option<&str>) -> Self {
        given.and_then(|word| word.trim().parse().ok()).unwrap_or(Self::Unknown)
    }

    /// Whether lists hide the content, and the search index never holds it.
    pub fn is_masked(self) -> bool {
        matches!(self, Self::Pii | Self::Restricted)
    }
}

words!(
    /// How far the search index is with a memory.
    IndexState {
        /// Waits to be put into the index.
        Pending = "pending",
        /// Being put into the index.
        Indexing = "indexing",
        /// In the index as it stands in the store.
        Indexed = "indexed",
        /// In the index, but older than the store.
        Stale = "stale",
        /// Could not be put into the index; retried.
        Failed = "failed",
        /// Not to be searched, by sensitivity or status.
        Excluded = "excluded",
        /// Waits to be taken out of the index.
        DeletePending = "delete_pending",
    }
);

words!(
    /// Who said it. Declared from weakest to strongest: in a conflict, the greater one wins.
    Authority {
        /// A model concluded it.
        ModelInference = "model_inference",
        /// A tool reported it.
        ToolObservation = "tool_observation",
        /// A reviewer wrote it.
        Reviewer = "reviewer",
        /// The person corrected a memory.
        UserCorrection = "user_correction",
        /// The person said it.
        ExplicitUserStatement = "explicit_user_statement",
    }
);

words!(
    /// Whose words a source is.
    SourceRole {
        /// The authenticated person.
        User = "user",
        /// The assistant.
        Assistant = "assistant",
        /// A tool or a document.
        Tool = "tool",
    }
);

/// When a fact is true in the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validity {
    /// From when on.
    pub from: Timestamp,
    /// Until when; open if absent.
    pub to: Option<Timestamp>,
}

impl Validity {
    /// Whether the fact is true at `moment`.
    pub fn contains(&self, moment: Timestamp) -> bool {
        self.from <= moment && self.to.is_none_or(|end| moment < end)
    }
}

/// Which event a memory comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceRef {
    /// The event's id in the calling system, for example a message id.
    pub event_id: String,
    /// The very words in that event.
    #[serde(default)]
    pub span: Option<String>,
    /// Whose words they are.
    pub role: SourceRole,
}

/// The body of `POST /api/v1/memories`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveMemory {
    /// Whom it is about: an account id or an external id linked to one.
    pub subject: String,
    /// The memory in one or a few sentences, in the person's language.
    pub statement: String,
    /// What sort of thing it is.
    pub kind: Kind,
    /// `personal` (default) or the calling service's own scope.
    #[serde(default)]
    pub scope: Option<Scope>,
    /// `normal`, `pii`, `restricted`; anything else, or nothing, is stored as `unknown`.
    #[serde(default)]
    pub sensitivity: Option<String>,
    /// How sure the caller is, 0.0 to 1.0; 1.0 if absent.
    #[serde(default)]
    pub confidence: Option<f64>,
    /// True from then on; the time of saving if absent.
    #[serde(default)]
    pub valid_from: Option<Timestamp>,
    /// True until then; open if absent.
    #[serde(default)]
    pub valid_to: Option<Timestamp>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<SourceRef>,
}

impl SaveMemory {
    /// Everything that is wrong with the request, field by field; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Vec::new();
        let mut check = |field: &str, value: &str, max: usize| {
            if let Err(fault) = text::check(value, max) {
                faults.push(FieldError::new(field, fault));
            }
        };
        check("subject", &self.subject, text::EXTERNAL_ID_MAX_BYTES);
        check("statement", &self.statement, text::STATEMENT_MAX_BYTES);
        if let Some(source) = &self.source {
            check("source.event_id", &source.event_id, text::EXTERNAL_ID_MAX_BYTES);
            if let Some(span) = &source.span {
                check("source.span", span, text::STATEMENT_MAX_BYTES);
            }
        }
        if self.confidence.is_some_and(|confidence| !(0.0..=1.0).contains(&confidence)) {
            faults.push(FieldError::new("confidence", "must be between 0.0 and 1.0"));
        }
        if let (Some(from), Some(to)) = (self.valid_from, self.valid_to)
            && to <= from
        {
            faults.push(FieldError::new("valid_to", "must be later than valid_from"));
        }
        faults
    }
}

/// The receipt of a save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedMemory {
    /// The memory.
    pub memory_id: MemoryId,
    /// `active`, or `candidate` where the service's revision asks for review.
    pub status: Status,
    /// What was stored as its sensitivity.
    pub sensitivity: Sensitivity,
    /// `indexed`: the very next recall can find it.
    pub index_state: IndexState,
    /// The person already had exactly this statement in this scope: that memory is the answer, nothing was added.
    pub duplicate: bool,
}

/// A statement as a list may show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state", content = "text")]
pub enum Statement {
    /// In full.
    Shown(String),
    /// Hidden because of its sensitivity: nothing of it, not even its length, leaves the server.
    Masked,
}

/// One row of the list of a person's memories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryRow {
    /// The memory.
    pub memory_id: MemoryId,
    /// What is remembered, masked for `pii` and `restricted`.
    pub statement: Statement,
    /// What sort of thing it is.
    pub kind: Kind,
    /// Where it is in use.
    pub scope: Scope,
    /// The service's name, for a service scope.
    pub service_name: Option<String>,
    /// Where it is in its life.
    pub status: Status,
    /// How sensitive it is.
    pub sensitivity: Sensitivity,
    /// When it is true.
    pub validity: Validity,
    /// Whether it is true now, by the server's clock.
    pub current: bool,
    /// How far the search index is with it.
    pub index_state: IndexState,
    /// When this system knew it.
    pub recorded_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> SaveMemory {
        SaveMemory {
            subject: "u-1".into(),
            statement: "차를 좋아한다".into(),
            kind: Kind::Preference,
            scope: None,
            sensitivity: None,
            confidence: None,
            valid_from: None,
            valid_to: None,
            source: None,
        }
    }

    #[test]
    fn unknown_words_of_sensitivity_are_never_normal() {
        for (given, stored) in [
            (None, Sensitivity::Unknown),
            (Some(""), Sensitivity::Unknown),
            (Some("LOW"), Sensitivity::Unknown),
            (Some("PII"), Sensitivity::Pii),
            (Some(" Restricted "), Sensitivity::Restricted),
            (Some("Normal"), Sensitivity::Normal),
        ] {
            assert_eq!(Sensitivity::normalise(given), stored, "{given:?}");
        }
    }

    #[test]
    fn faults_name_their_fields() {
        let late = "2026-02-01T00:00:00Z".parse().ok();
        let early = "2026-01-01T00:00:00Z".parse().ok();
        let bad = SaveMemory {
            subject: " ".into(),
            statement: "x".repeat(text::STATEMENT_MAX_BYTES + 1),
            confidence: Some(f64::NAN),
            valid_from: late,
            valid_to: early,
            source: Some(SourceRef { event_id: String::new(), span: Some("\u{7}".into()), role: SourceRole::User }),
            ..request()
        };
        let fields: Vec<_> = bad.faults().into_iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["subject", "statement", "source.event_id", "source.span", "confidence", "valid_to"]);
        assert!(request().faults().is_empty());
    }

    #[test]
    fn words_read_any_case_and_write_one() {
        assert_eq!("preference".parse(), Ok(Kind::Preference));
        assert_eq!(serde_json::to_string(&Kind::Preference).expect("serialises"), r#""PREFERENCE""#);
        assert!(serde_json::from_str::<Kind>(r#""nonsense""#).is_err());
    }

    #[test]
    fn authority_is_ordered_by_strength() {
        assert!(Authority::ExplicitUserStatement > Authority::UserCorrection);
        assert!(Authority::Reviewer > Authority::ToolObservation);
        assert!(Authority::ToolObservation > Authority::ModelInference);
    }

    #[test]
    fn validity_is_half_open() {
        let at = |micros| Timestamp::from_micros(micros).expect("in range");
        let validity = Validity { from: at(10), to: Some(at(20)) };
        assert!(
            !validity.contains(at(9))
                && validity.contains(at(10))
                && validity.contains(at(19))
                && !validity.contains(at(20))
        );
    }
}
