//! Opens the store for a command that needs no model, and closes it again.

use super::{CliError, Global};
use crate::config::{self, Config};
use crate::lifecycle::open_runtime;
use contract::TenantId;
use domain::desks::{AdminDesk, DeskError, Runtime};
use domain::kernel::{Actor, OsRng, Principal, SystemClock};
use std::sync::Arc;

/// What to do when the organisation does not exist.
pub const NO_TENANT: &str = "there is no such organisation: make it with `gieok tenant add NAME`";

/// The effective configuration: file, environment, then the command line.
///
/// # Errors
/// [`CliError::Config`].
pub fn configuration(global: &Global) -> Result<Config, CliError> {
    let mut config = config::load(global.config.as_deref())?;
    if let Some(dir) = &global.data_dir {
        config.data.dir.clone_from(dir);
    }
    Ok(config)
}

/// The store with the operator's desk in one tenant.
pub struct Store {
    runtime: Runtime,
    actor: Actor,
}

impl Store {
    /// Opens it.
    ///
    /// # Errors
    /// [`CliError`].
    pub async fn open(global: &Global, tenant: Option<TenantId>) -> Result<Self, CliError> {
        let config = configuration(global)?;
        crate::logging::start(&config.log);
        let runtime = open_runtime(&config, Arc::new(SystemClock), Arc::new(OsRng), None).await?;
        let tenant = tenant.unwrap_or_else(TenantId::default_tenant);
        Ok(Self { runtime, actor: Actor { tenant, principal: Principal::Operator } })
    }

    /// Does one thing at the operator's desk, and closes the store whatever came of it.
    ///
    /// # Errors
    /// What the desk answers.
    pub async fn with<T>(self, act: impl AsyncFnOnce(&AdminDesk) -> Result<T, DeskError>) -> Result<T, CliError> {
        let outcome = match self.runtime.desks().admin(&self.actor) {
            Ok(desk) => act(&desk).await,
            Err(error) => Err(error),
        };
        self.runtime.close().await;
        Ok(outcome?)
    }
}
