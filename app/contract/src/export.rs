//! Everything about a person in one document.

use crate::access::{PersonalKeyRow, SessionRow};
use crate::consent::ConsentEvent;
use crate::detail::MemoryDetail;
use crate::ids::{MemoryId, TenantId, UserId};
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The body of `POST /api/v1/me/export`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RequestExport {
    /// The person's password.
    pub password: String,
    /// As what.
    #[serde(default)]
    pub format: ExportFormat,
}

/// The forms of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// For programs.
    #[default]
    Json,
    /// For people.
    Markdown,
}

/// The account itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedAccount {
    /// The account.
    pub user_id: UserId,
    /// Its organisation.
    pub tenant_id: TenantId,
    /// The address that the person signs in with.
    pub email: Option<String>,
    /// How chat services call the person.
    pub external_ids: Vec<String>,
}

/// An entry of the audit log that is about the person: ids and words, never content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExportedActivity {
    /// When.
    pub at: Timestamp,
    /// The kind of actor.
    pub actor_kind: String,
    /// What was done.
    pub action: String,
    /// How it ended.
    pub outcome: String,
    /// What it was done to.
    pub object_id: Option<String>,
    /// Names of fields and versions.
    pub detail: Option<String>,
}

/// Everything about a person, unmasked. Making it is audited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Export {
    /// When it was made.
    pub exported_at: Timestamp,
    /// The account.
    pub account: ExportedAccount,
    /// Consent, latest first.
    pub consent: Vec<ConsentEvent>,
    /// Every memory with its versions, latest first.
    pub memories: Vec<MemoryDetail>,
    /// Memories whose content does not decrypt: they exist, but cannot be shown.
    pub unreadable: Vec<MemoryId>,
    /// What was done to these memories and by whom, oldest first.
    pub activity: Vec<ExportedActivity>,
    /// Browsers signed in.
    pub sessions: Vec<SessionRow>,
    /// Personal keys, without their secrets.
    pub keys: Vec<PersonalKeyRow>,
}
