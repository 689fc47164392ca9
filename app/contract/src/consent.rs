//! Consent: per person, off by default. Off means that nothing is stored and nothing is recalled.

use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// Where a consent event came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ConsentSource {
    /// The person's own page.
    MyPage,
    /// The person, over REST.
    Rest,
    /// An operator's import, which vouches for the people in the file.
    Import,
    /// The demo data set.
    Demo,
}

impl ConsentSource {
    /// Every source.
    pub const ALL: [Self; 4] = [Self::MyPage, Self::Rest, Self::Import, Self::Demo];

    /// The name on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MyPage => "my_page",
            Self::Rest => "rest",
            Self::Import => "import",
            Self::Demo => "demo",
        }
    }
}

impl std::str::FromStr for ConsentSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|source| source.as_str() == text)
            .ok_or_else(|| "expected my_page, rest, import or demo".to_owned())
    }
}

/// The present state of a person's consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConsentView {
    /// Whether memories may be stored and recalled.
    pub granted: bool,
    /// When the person last changed it; absent if never.
    pub changed_at: Option<Timestamp>,
}

/// One change of a person's consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConsentEvent {
    /// On or off.
    pub granted: bool,
    /// When.
    pub at: Timestamp,
    /// From where.
    pub source: ConsentSource,
}

/// Asks to switch one's consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetConsent {
    /// On or off.
    pub granted: bool,
}
