//! The whole server from outside: a real one in this process, on a port of its own, with a real database, index and
//! model. Only the clock is a mock, so that no test waits for time to pass.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod support;

mod answers;
mod assets;
mod command_line;
mod consent;
mod cookies;
mod crash;
mod csp;
mod csrf;
mod demo;
mod errors;
mod files;
mod health;
mod isolation;
mod login_limits;
mod logs;
mod memories;
mod recall;
mod routes;
mod sessions;
mod setup;
