//! Chat services and their keys.

use super::revision::{note_faults, within_settings};
use super::{
    ApprovalPolicy, PersonUsage, RefusalCount, RevisionRow, RevisionSettings, SettingChange, TurnCount, Usage,
};
use crate::details::Faults;
use crate::error::FieldError;
use crate::ids::{KeyId, ServiceId};
use crate::page::DEFAULT_PAGE_SIZE;
use crate::text::NAME_MAX_BYTES;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

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
