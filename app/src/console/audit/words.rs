//! The words of the log. It is written in words of its own, which stand beside these for whoever reads the file.

use crate::ui::Tone;
use contract::{AuditAction, AuditEnding};

/// What was done.
pub fn action_key(action: AuditAction) -> &'static str {
    match action {
        AuditAction::SetUp => "action.set_up",
        AuditAction::SignIn => "action.sign_in",
        AuditAction::SignOut => "action.sign_out",
        AuditAction::Consent => "action.consent",
        AuditAction::Save => "action.save",
        AuditAction::Import => "action.import",
        AuditAction::Recall => "action.recall",
        AuditAction::UserAdd => "action.user_add",
        AuditAction::UserInvite => "action.user_invite",
        AuditAction::UserLink => "action.user_link",
        AuditAction::UserWelcome => "action.user_welcome",
        AuditAction::UserRole => "action.user_role",
        AuditAction::UserDisable => "action.user_disable",
        AuditAction::UserEnable => "action.user_enable",
        AuditAction::UserResetPassword => "action.user_reset_password",
        AuditAction::TenantAdd => "action.tenant_add",
        AuditAction::KeyCreate => "action.key_create",
        AuditAction::KeyRevoke => "action.key_revoke",
        AuditAction::Search => "action.search",
        AuditAction::Open => "action.open",
        AuditAction::Correct => "action.correct",
        AuditAction::Delete => "action.delete",
        AuditAction::Export => "action.export",
        AuditAction::PersonalKeyCreate => "action.personal_key_create",
        AuditAction::PersonalKeyRevoke => "action.personal_key_revoke",
        AuditAction::SessionEnd => "action.session_end",
        AuditAction::Denied => "action.denied",
        AuditAction::Propose => "action.propose",
        AuditAction::Claim => "action.claim",
        AuditAction::Reveal => "action.reveal",
        AuditAction::Approve => "action.approve",
        AuditAction::Reject => "action.reject",
        AuditAction::Undo => "action.undo",
        AuditAction::Turn => "action.turn",
        AuditAction::Extract => "action.extract",
        AuditAction::ServiceCreate => "action.service_create",
        AuditAction::ServiceRevise => "action.service_revise",
        AuditAction::ServiceDeploy => "action.service_deploy",
        AuditAction::ServiceNightly => "action.service_nightly",
        AuditAction::SettingsChange => "action.settings_change",
        AuditAction::IndexRepair => "action.index_repair",
        AuditAction::AuditExport => "action.audit_export",
    }
}

/// What an area is about. A new area has to be named here: a test asks for all of them.
pub fn area_key(area: &str) -> Option<&'static str> {
    let key = match area {
        "install" => "area.install",
        "session" => "area.session",
        "consent" => "area.consent",
        "memory" => "area.memory",
        "candidate" => "area.candidate",
        "user" => "area.user",
        "tenant" => "area.tenant",
        "key" => "area.key",
        "personal_key" => "area.personal_key",
        "person" => "area.person",
        "access" => "area.access",
        "turn" => "area.turn",
        "service" => "area.service",
        "settings" => "area.settings",
        "index" => "area.index",
        "audit" => "area.audit",
        _ => return None,
    };
    Some(key)
}

/// The kind of an actor, if it is one that we know.
pub fn actor_key(kind: &str) -> Option<&'static str> {
    let key = match kind {
        "person" => "actor.person",
        "personal_key" => "actor.personal_key",
        "service" => "actor.service",
        "operator" => "actor.operator",
        "system" => "actor.system",
        _ => return None,
    };
    Some(key)
}

/// Word and look of how it ended.
pub fn ending_words(ending: AuditEnding) -> (&'static str, Tone) {
    match ending {
        AuditEnding::Done => ("audit.done", Tone::Good),
        AuditEnding::NotDone => ("audit.not_done", Tone::Notable),
    }
}
