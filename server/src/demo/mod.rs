//! `serve --demo`: four accounts whose passwords everybody may know, a few memories to look at, candidates to review, and a
//! service that sends whole turns.
//!
//! Two things must never happen: a demo that strangers can reach, and a demo on top of real data. So a demo listens on
//! loopback only, and a file in its data folder says what the folder is.

mod accounts;
mod candidates;
mod fill;
mod memories;
mod past;
mod turns;

pub use accounts::accounts;
pub use fill::fill;

use crate::config::Config;
use domain::desks::{DeskError, OpenError};
use std::io;
use std::path::PathBuf;

/// Where a demo keeps its data unless told otherwise; never the folder of the configuration.
pub const DEFAULT_DIR: &str = ".data/demo";
/// Marks a data folder as a demo's; says whether it is filled.
const MARKER: &str = "DEMO";
const FILLING: &str = "This folder belongs to `gieok serve --demo`: its passwords are public. Being filled.\n";
const FILLED: &str = "This folder belongs to `gieok serve --demo`: its passwords are public.\n";
/// The chat service that the demo's memories come from.
const SERVICE: &str = "demo-assistant";

/// Why a demo does not start, or a real server does not start on a demo's data.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// Strangers could reach it.
    #[error("the demo's passwords are public, so it listens on loopback only: use --listen 127.0.0.1:3000")]
    NotLoopback,
    /// The folder is not a demo's.
    #[error("{} holds real accounts: give the demo a folder of its own with --data-dir", .0.display())]
    RealData(PathBuf),
    /// The folder is a demo's.
    #[error("{} holds demo accounts with public passwords: add --demo, or choose another --data-dir", .0.display())]
    DemoData(PathBuf),
    /// The marker cannot be written.
    #[error("cannot write {}: {source}", file.display())]
    Marker {
        /// The marker.
        file: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// The data folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The domain refused the data.
    #[error("cannot fill the demo: {0}")]
    Desk(#[from] DeskError),
}

/// Refuses a demo beyond loopback, and a real server on a demo's folder.
///
/// # Errors
/// [`DemoError::NotLoopback`], [`DemoError::DemoData`].
pub fn check_mode(config: &Config, is_demo: bool) -> Result<(), DemoError> {
    let dir = &config.data.dir;
    if is_demo && !config.server.listen.ip().is_loopback() {
        return Err(DemoError::NotLoopback);
    }
    if !is_demo && dir.join(MARKER).exists() {
        return Err(DemoError::DemoData(dir.clone()));
    }
    Ok(())
}
