//! The `gieok` program: wiring and front doors. What is right is decided in `domain`; what people see is made in `app`.
//!
//! A front door proves the actor, decodes a contract type, calls one desk method and encodes the answer. A library, so
//! that the integration tests can run the real server in their own process.

pub mod api;
pub mod cli;
pub mod config;
pub mod demo;
pub mod embedder;
pub mod evaluation;
mod expectation;
pub mod extractors;
pub mod http;
pub mod lifecycle;
pub mod logging;
