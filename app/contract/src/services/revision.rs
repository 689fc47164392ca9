//! Revisions as they are saved, deployed, listed and compared.

use super::{RevisionSettings, SettingChange};
use crate::details::Faults;
use crate::error::FieldError;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// The longest note on a revision, in bytes.
pub const REVISION_NOTE_MAX_BYTES: usize = 500;

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

pub(super) fn note_faults(faults: &mut Faults, note: Option<&str>) {
    if let Some(note) = note.filter(|note| !note.trim().is_empty()) {
        faults.text("note", note, REVISION_NOTE_MAX_BYTES);
    }
}

pub(super) fn within_settings(settings: &RevisionSettings) -> Vec<FieldError> {
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
