//! Opens the store for a command, with or without the model, and closes it again.

use super::{CliError, Global};
use crate::config::{self, Config};
use crate::embedder::LocalEmbedder;
use crate::lifecycle::{StartError, open_runtime};
use contract::TenantId;
use domain::desks::{AdminDesk, AuditDesk, DeskError, Runtime, UpkeepDesk};
use domain::kernel::{Actor, Embedder, OsRng, Principal, SystemClock};
use std::sync::Arc;

/// What to do when the organisation does not exist.
pub const NO_TENANT: &str = "there is no such organisation: make it with `gieok tenant add NAME`";

/// The file without which a folder is no install.
const DATABASE: &str = "gieok.db";

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

/// The effective configuration and the model that it names, with logging started.
///
/// # Errors
/// [`CliError`].
pub fn configuration_and_model(global: &Global) -> Result<(Config, Arc<dyn Embedder>), CliError> {
    let config = configuration(global)?;
    crate::logging::start(&config.log);
    let model = LocalEmbedder::load(&config.model.dir, config.model.queue as usize).map_err(StartError::Model)?;
    Ok((config, Arc::new(model)))
}

/// The store with the operator's desk in one tenant.
pub struct Store {
    runtime: Runtime,
    actor: Actor,
}

impl Store {
    /// Opens it for a command that needs no model.
    ///
    /// # Errors
    /// [`CliError`].
    pub async fn open(global: &Global, tenant: Option<TenantId>) -> Result<Self, CliError> {
        let config = configuration(global)?;
        crate::logging::start(&config.log);
        Self::open_at(&config, tenant, None).await
    }

    /// Opens one that is there already: a mistyped folder must not become an install.
    ///
    /// # Errors
    /// [`CliError`].
    pub async fn open_existing(global: &Global, tenant: Option<TenantId>) -> Result<Self, CliError> {
        let dir = configuration(global)?.data.dir;
        if !dir.join(DATABASE).is_file() {
            let line = format!("there is no install in {}: name its folder with --data-dir", dir.display());
            return Err(CliError::Other(line));
        }
        Self::open(global, tenant).await
    }

    /// Opens it with model and index; their work is done here, unless a running server holds the index's writer.
    ///
    /// # Errors
    /// [`CliError`].
    pub async fn open_with_model(global: &Global, tenant: Option<TenantId>) -> Result<Self, CliError> {
        let (config, model) = configuration_and_model(global)?;
        Self::open_at(&config, tenant, Some(model)).await
    }

    async fn open_at(
        config: &Config,
        tenant: Option<TenantId>,
        model: Option<Arc<dyn Embedder>>,
    ) -> Result<Self, CliError> {
        let runtime = open_runtime(config, Arc::new(SystemClock), Arc::new(OsRng), model).await?;
        let tenant = tenant.unwrap_or_else(TenantId::default_tenant);
        Ok(Self { runtime, actor: Actor { tenant, principal: Principal::Operator } })
    }

    /// Does one thing at the operator's desk, and closes the store whatever came of it.
    ///
    /// # Errors
    /// What the desk answers.
    pub async fn with<T, E>(self, act: impl AsyncFnOnce(&AdminDesk) -> Result<T, E>) -> Result<T, CliError>
    where
        E: From<DeskError>,
        CliError: From<E>,
    {
        let outcome = match self.runtime.desks().admin(&self.actor) {
            Ok(desk) => act(&desk).await,
            Err(error) => Err(error.into()),
        };
        self.runtime.close().await;
        Ok(outcome?)
    }

    /// Does one thing at the desk that reads the audit log, and closes the store whatever came of it.
    ///
    /// # Errors
    /// What the desk answers.
    pub async fn with_audit<T>(self, act: impl AsyncFnOnce(&AuditDesk) -> Result<T, DeskError>) -> Result<T, CliError> {
        let outcome = match self.runtime.desks().auditor(&self.actor).await {
            Ok(desk) => act(&desk).await,
            Err(error) => Err(error),
        };
        self.runtime.close().await;
        Ok(outcome?)
    }

    /// Does one thing at the desk that looks after the index, and closes the store whatever came of it.
    ///
    /// # Errors
    /// What `act` says.
    pub async fn with_upkeep<T>(
        self,
        act: impl AsyncFnOnce(&UpkeepDesk) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let outcome = match self.runtime.desks().upkeep(&self.actor).await {
            Ok(desk) => act(&desk).await,
            Err(error) => Err(error.into()),
        };
        self.runtime.close().await;
        outcome
    }
}
