//! Server functions, one file a group of pages. Each is a public endpoint under `/ui`: it proves the actor itself, calls
//! one desk method and encodes the answer.
//!
//! All are POSTs with explicit addresses, so that they work as plain forms and do not depend on where we were built.

mod access;
mod consent;
mod memories;
mod preferences;

pub use access::{SetUp, SignIn, SignOut, access_state};
pub use consent::{SetConsent, consent};
pub use memories::my_memories;
pub use preferences::SetLocale;
