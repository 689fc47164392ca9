//! What proves a person: sessions in browsers, and personal keys for the person's own programs.

use crate::details::Faults;
use crate::error::FieldError;
use crate::ids::{KeyId, SessionId};
use crate::text::NAME_MAX_BYTES;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// A browser in which the person is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionRow {
    /// The session; not what its cookie holds.
    pub session_id: SessionId,
    /// What the browser calls itself (`User-Agent`), cut to 300 characters; absent if it said nothing.
    pub device: Option<String>,
    /// When the person signed in there.
    pub began_at: Timestamp,
    /// When it was last seen, to within an hour or so.
    pub seen_at: Timestamp,
    /// Whether it is the one that asks.
    pub is_current: bool,
}

/// A key with which the person's own programs act for the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonalKeyRow {
    /// The key.
    pub key_id: KeyId,
    /// What the person calls it.
    pub name: String,
    /// Its first characters.
    pub prefix: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last used, to within a minute.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

/// The body of `POST /api/v1/me/keys`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreatePersonalKey {
    /// What to call it.
    pub name: String,
}

impl CreatePersonalKey {
    /// Everything that is wrong with the request; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        faults.text("name", &self.name, NAME_MAX_BYTES);
        faults.0
    }
}

/// A new personal key: the only answer that ever holds the secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedPersonalKey {
    /// The key.
    pub key: PersonalKeyRow,
    /// The secret, `gp_…`.
    pub secret: String,
}

impl std::fmt::Debug for CreatedPersonalKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CreatedPersonalKey").field("key", &self.key).finish_non_exhaustive()
    }
}
