//! The server under test, and clients by role that talk to it as the outside world does.

mod answer;
mod client;
mod process;
mod server;

pub use answer::Answer;
pub use client::{Anonymous, Person, PersonalProgram, Service, form, send};
pub use process::{Outcome, gieok, serve};
pub use server::{TestServer, count, embedder, model_dir};

/// A password that every rule accepts.
pub const PASSWORD: &str = "a long enough password";
