//! What a memory is: kind, class, status, sensitivity, index state, authority.

use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// A closed list of words, the same on the wire and in the store. Reading is case-insensitive.
macro_rules! words {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $vdoc:literal])+ $variant:ident = $word:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[serde(try_from = "String", into = "String")]
        pub enum $name { $($(#[doc = $vdoc])+ $variant,)+ }

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

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let words = [$(($word, $crate::openapi::joined(&[$($vdoc),+]))),+];
                $crate::openapi::words(&[$($doc),+], words)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {}
    };
}

pub(crate) use words;

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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

#[cfg(test)]
mod tests {
    use super::*;

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
