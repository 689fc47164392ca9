//! `gieok config`.

use super::store::configuration;
use super::{CliError, Global};
use crate::config::{effective, sample};
use clap::Subcommand;

/// Look at the configuration.
#[derive(Subcommand)]
pub enum ConfigCommand {
    /// Check the configuration and print what is in effect.
    Check,
    /// Print a documented gieok.toml with every setting and its default.
    Sample,
}

impl ConfigCommand {
    /// Runs the command.
    pub fn run(self, global: &Global) -> Result<(), CliError> {
        match self {
            Self::Check => print!("{}", effective(&configuration(global)?)),
            Self::Sample => print!("{}", sample()),
        }
        Ok(())
    }
}
