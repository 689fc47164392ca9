//! Server functions, one file a group of pages. Each is a public endpoint under `/ui`: it proves the actor itself, calls
//! one desk method and encodes the answer.
//!
//! All are POSTs with explicit addresses, so that they work as plain forms and do not depend on where we were built.

mod access;
mod ask;
mod audit;
mod consent;
mod credentials;
mod everything;
mod memories;
mod overview;
mod preferences;
mod review;
mod services;
mod system;
mod users;

pub use access::{SetUp, SignIn, SignOut, Welcome, access_state};
pub use ask::{AskMemory, ask_services};
pub use audit::audit_log;
pub use consent::{SetConsent, consent, consent_history};
pub use credentials::{CreateKey, EndOtherSessions, EndSession, RevokeKey, my_keys, my_sessions};
pub use everything::{DeleteEverything, delete_everything};
#[cfg(feature = "ssr")]
pub use memories::DeleteMemories;
pub use memories::{CorrectMemory, OpenMemory, delete_memories, memory_progress, my_memories, open_memory};
pub use overview::overview;
pub use preferences::SetLocale;
pub use review::{
    ApproveCandidate, RejectCandidate, approve_candidate, claim_candidate, decide_many, reject_candidate,
    release_candidate, reveal_candidate, review_candidate, review_queue, select_candidates, undo_decision,
};
pub use services::{
    CreateService, CreateServiceKey, DeployRevision, RevokeServiceKey, SaveRevision, deploy_revision,
    revoke_service_key, save_revision, service, service_revision, services,
};
pub use system::{
    ChangeSystemSettings, RepairIndex, change_system_settings, index_view, repair_index, system_settings,
};
pub use users::{
    ChangeRole, DisableUser, EnableUser, EndUserSessions, InviteUser, change_role, disable_user, enable_user,
    end_user_sessions, renew_link, reset_password, users,
};
