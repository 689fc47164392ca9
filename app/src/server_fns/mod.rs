//! Server functions, one file a group of pages. Each is a public endpoint under `/ui`: it proves the actor itself, calls
//! one desk method and encodes the answer.
//!
//! All are POSTs with explicit addresses, so that they work as plain forms and do not depend on where we were built.

mod access;
mod ask;
mod consent;
mod credentials;
mod everything;
mod memories;
mod preferences;

pub use access::{SetUp, SignIn, SignOut, access_state};
pub use ask::{AskMemory, ask_services};
pub use consent::{SetConsent, consent, consent_history};
pub use credentials::{CreateKey, EndOtherSessions, EndSession, RevokeKey, my_keys, my_sessions};
pub use everything::{DeleteEverything, delete_everything};
#[cfg(feature = "ssr")]
pub use memories::DeleteMemories;
pub use memories::{CorrectMemory, OpenMemory, delete_memories, memory_progress, my_memories, open_memory};
pub use preferences::SetLocale;
