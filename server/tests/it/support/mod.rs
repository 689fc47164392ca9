//! The server under test, and clients by role that talk to it as the outside world does.

mod answer;
mod client;
mod process;
mod server;

pub use answer::Answer;
pub use client::{Anonymous, Person, PersonalProgram, Service, form, send};
pub use process::{Outcome, gieok, serve};
pub use server::{TestServer, count, embedder, model_dir};

/// An id that nobody has, of the kind that the path of a route asks for.
pub fn id_for(path: &str) -> String {
    let kinds = [("/keys/", "key"), ("/sessions/", "ses"), ("/users/", "usr"), ("/decisions/", "dec")];
    let kind = kinds.into_iter().find(|(part, _)| path.contains(part)).map_or("mem", |(_, kind)| kind);
    format!("{kind}_{}", "7".repeat(32))
}

/// A password that every rule accepts.
pub const PASSWORD: &str = "a long enough password";
