//! `gieok tenant`.

use super::store::Store;
use super::{CliError, Global};
use clap::Subcommand;
use contract::TenantId;

/// Manage organisations.
#[derive(Subcommand)]
pub enum TenantCommand {
    /// Make an organisation.
    Add {
        /// Its short name: lower-case letters, digits and inner hyphens.
        name: TenantId,
    },
}

impl TenantCommand {
    /// Runs the command.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        let Self::Add { name } = self;
        Store::open(global, None).await?.with(async |desk| desk.add_tenant(&name).await).await?;
        eprintln!("{name} is there");
        Ok(())
    }
}
