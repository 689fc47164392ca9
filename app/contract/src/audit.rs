//! The audit log as administrators read it: ids and words, never content.

use crate::details::Faults;
use crate::error::{Fault, FieldError};
use crate::listing::Count;
use crate::memory::words;
use crate::page::DEFAULT_PAGE_SIZE;
use crate::text::EXTERNAL_ID_MAX_BYTES;
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

words!(
    /// What was done. What comes before the dot is the area, by which entries can be filtered too.
    AuditAction {
        /// An install was set up.
        SetUp = "install.set_up",
        /// Someone signed in, or tried to.
        SignIn = "session.sign_in",
        /// Someone signed out.
        SignOut = "session.sign_out",
        /// Consent was switched.
        Consent = "consent.set",
        /// A memory was saved.
        Save = "memory.save",
        /// A memory was imported.
        Import = "memory.import",
        /// Memory was asked.
        Recall = "memory.recall",
        /// An account was made.
        UserAdd = "user.add",
        /// An account was made whose person has yet to choose a password.
        UserInvite = "user.invite",
        /// A new link for choosing a password was made in place of an unused one.
        UserLink = "user.link",
        /// A person chose a password by a link.
        UserWelcome = "user.welcome",
        /// An account was given another role.
        UserRole = "user.role",
        /// An account was disabled.
        UserDisable = "user.disable",
        /// An account was taken into use again.
        UserEnable = "user.enable",
        /// An account's password was ended, and a link for choosing another made.
        UserResetPassword = "user.reset_password",
        /// An organisation was made.
        TenantAdd = "tenant.add",
        /// A key was made.
        KeyCreate = "key.create",
        /// A key was revoked.
        KeyRevoke = "key.revoke",
        /// A search by text found memories whose content is masked: the hit itself tells something.
        Search = "memory.search",
        /// A memory was opened, unmasked.
        Open = "memory.open",
        /// A memory was corrected.
        Correct = "memory.correct",
        /// A memory was deleted.
        Delete = "memory.delete",
        /// Everything about a person was exported.
        Export = "person.export",
        /// A personal key was made.
        PersonalKeyCreate = "personal_key.create",
        /// A personal key was revoked.
        PersonalKeyRevoke = "personal_key.revoke",
        /// Sessions were ended from elsewhere.
        SessionEnd = "session.end",
        /// Someone asked for what their role may not do.
        Denied = "access.denied",
        /// A service proposed a candidate.
        Propose = "candidate.propose",
        /// A reviewer opened a candidate, or closed it.
        Claim = "candidate.claim",
        /// A reviewer saw a sensitive candidate.
        Reveal = "candidate.reveal",
        /// A candidate was approved.
        Approve = "candidate.approve",
        /// A candidate was rejected, by a reviewer or by time.
        Reject = "candidate.reject",
        /// A decision was taken back.
        Undo = "candidate.undo",
        /// A service brought a turn.
        Turn = "turn.ingest",
        /// A turn was looked at.
        Extract = "turn.extract",
        /// A service was made.
        ServiceCreate = "service.create",
        /// A service's settings were saved as a new revision.
        ServiceRevise = "service.revise",
        /// A revision was given effect.
        ServiceDeploy = "service.deploy",
        /// The turns that were missed or failed were taken up for the night.
        ServiceNightly = "service.nightly",
        /// The system's settings were changed.
        SettingsChange = "settings.change",
        /// The repair of the search index was begun.
        IndexRepair = "index.repair",
        /// The audit log was exported.
        AuditExport = "audit.export",
    }
);

impl AuditAction {
    /// The part of the name before the dot.
    pub fn area(self) -> &'static str {
        self.as_str().split_once('.').map_or("", |(area, _)| area)
    }
}

words!(
    /// How it ended, roughly; an entry says it in one word more exactly.
    AuditEnding {
        /// It was done.
        Done = "done",
        /// It was refused, failed, or was done in part only.
        NotDone = "not_done",
    }
);

/// Which entries.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct AuditFilter {
    /// Of that action (`candidate.approve`), or of that area (`candidate.`, with the dot).
    pub action: Option<String>,
    /// Ended so.
    pub ending: Option<AuditEnding>,
    /// Done by that account or key.
    pub actor: Option<String>,
    /// About that person's memories or account.
    pub subject: Option<String>,
    /// Done to that memory, key, recall or whatever else has an id.
    pub object: Option<String>,
    /// Not before then.
    pub from: Option<Timestamp>,
    /// Before then.
    pub until: Option<Timestamp>,
}

impl AuditFilter {
    /// Everything that is wrong with it; empty if it is fine.
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Faults::default();
        let texts =
            [("action", &self.action), ("actor", &self.actor), ("subject", &self.subject), ("object", &self.object)];
        for (field, text) in texts {
            if let Some(text) = text {
                faults.text(field, text, EXTERNAL_ID_MAX_BYTES);
            }
        }
        if let (Some(from), Some(until)) = (self.from, self.until)
            && until <= from
        {
            faults.0.push(FieldError::of(Fault::Order, "until", "must be later than from"));
        }
        faults.0
    }

    /// The names of what narrows it, for the audit of an export: names, never values.
    pub fn names(&self) -> Vec<&'static str> {
        let narrowed = [
            ("action", self.action.is_some()),
            ("ending", self.ending.is_some()),
            ("actor", self.actor.is_some()),
            ("subject", self.subject.is_some()),
            ("object", self.object.is_some()),
            ("from", self.from.is_some()),
            ("until", self.until.is_some()),
        ];
        narrowed.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect()
    }
}

/// The parameters of `GET /api/v1/admin/audit`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ListAudit {
    /// Of that action, or of that area.
    pub action: Option<String>,
    /// Ended so.
    pub ending: Option<AuditEnding>,
    /// Done by that account or key.
    pub actor: Option<String>,
    /// About that person.
    pub subject: Option<String>,
    /// Done to that.
    pub object: Option<String>,
    /// Not before then.
    pub from: Option<Timestamp>,
    /// Before then.
    pub until: Option<Timestamp>,
    /// Where the page begins, from the page before.
    pub cursor: Option<String>,
    /// How many entries, held between 1 and 200.
    pub limit: u32,
}

impl Default for ListAudit {
    fn default() -> Self {
        Self::of(AuditFilter::default())
    }
}

impl ListAudit {
    /// The first page of what the filter asks for.
    pub fn of(filter: AuditFilter) -> Self {
        let AuditFilter { action, ending, actor, subject, object, from, until } = filter;
        Self { action, ending, actor, subject, object, from, until, cursor: None, limit: DEFAULT_PAGE_SIZE }
    }

    /// Which entries it asks for.
    pub fn filter(&self) -> AuditFilter {
        let Self { action, ending, actor, subject, object, from, until, .. } = self.clone();
        AuditFilter { action, ending, actor, subject, object, from, until }
    }
}

/// An entry. Words are told as they stand in the log, also those that this program does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditEntry {
    /// Its number in the log, which all organisations share.
    pub seq: i64,
    /// Its id, as it stands there.
    pub audit_id: String,
    /// When.
    pub at: Timestamp,
    /// The kind of actor.
    pub actor_kind: String,
    /// The account or key, if the actor has one.
    pub actor_id: Option<String>,
    /// What was done, an [`AuditAction`].
    pub action: String,
    /// How it ended: `ok`, another good end, or an error code.
    pub outcome: String,
    /// Whether that is a good end.
    pub ending: AuditEnding,
    /// Whom it was about.
    pub subject_id: Option<String>,
    /// What it was done to.
    pub object_id: Option<String>,
    /// Names of fields and versions.
    pub detail: Option<String>,
    /// The hash of the entry before, in hexadecimal digits.
    pub prev_hash: String,
    /// The hash over that and this entry.
    pub hash: String,
}

/// One page of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditList {
    /// The entries, latest first.
    pub items: Vec<AuditEntry>,
    /// Pass this to get the next page; absent on the last one. Opaque to callers.
    pub next_cursor: Option<String>,
    /// How many match.
    pub count: Count,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_an_area() {
        assert!(AuditAction::ALL.iter().all(|action| !action.area().is_empty()));
        assert_eq!(AuditAction::Approve.area(), "candidate");
    }

    #[test]
    fn a_time_that_ends_before_it_begins_is_refused() {
        let at = |text: &str| Some(text.parse().expect("a time"));
        let of = |from, until| AuditFilter { from, until, ..AuditFilter::default() };
        let (early, late) = (at("2026-07-16T00:00:00Z"), at("2026-07-17T00:00:00Z"));
        assert!(of(early, late).faults().is_empty() && of(late, None).faults().is_empty());
        assert_eq!(of(late, early).faults()[0].field, "until");
        assert_eq!(of(late, late).faults()[0].fault, Fault::Order);
    }

    #[test]
    fn only_names_are_told_of_a_filter() {
        let filter = AuditFilter { actor: Some("usr_1".into()), ..AuditFilter::default() };
        assert_eq!(filter.names(), ["actor"]);
        assert_eq!(ListAudit::of(filter.clone()).filter(), filter);
    }
}
