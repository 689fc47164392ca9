//! The whole server from outside: a real one in this process, on a port of its own, with a real database, index and
//! model. Only the clock is a mock, so that no test waits for time to pass.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops")]

mod support;

mod answers;
mod ask;
mod assets;
mod audit;
mod bad_corrections;
mod command_line;
mod consent;
mod cookies;
mod corrections;
mod crash;
mod csp;
mod csrf;
mod deletions;
mod demo;
mod devices;
mod errors;
mod export;
mod extraction;
mod extractors;
mod files;
mod health;
mod isolation;
mod login_limits;
mod logs;
mod masking;
mod memories;
mod my_pages;
mod openapi;
mod parity;
mod personal_keys;
mod recall;
mod review;
mod roles;
mod routes;
mod sessions;
mod setup;
mod statements;
mod users;
