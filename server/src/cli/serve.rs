//! `gieok serve`.

use super::store::configuration;
use super::{CliError, Global};
use crate::config::Config;
use crate::lifecycle::{Parts, shutdown_signal, start};
use crate::{demo, logging};
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Instant;

/// Serve the pages and the REST interface.
#[derive(Args)]
pub struct Serve {
    /// Serve a demo: accounts with public passwords and a few memories, on loopback only.
    #[arg(long)]
    demo: bool,
    /// The address and port to listen on.
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
}

impl Serve {
    /// Runs until SIGTERM or SIGINT.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        let begun = Instant::now();
        let config = self.configuration(global)?;
        logging::start(&config.log);
        warn_of_plain_http(&config);
        let running = start(Parts::real(config, self.demo)?).await?;
        eprintln!("Gieok answers at {} (ready after {} ms)", running.url(), begun.elapsed().as_millis());
        let ended = running.until(shutdown_signal()).await;
        ended.map_err(|error| CliError::Other(format!("the listener failed: {error}")))
    }

    fn configuration(&self, global: &Global) -> Result<Config, CliError> {
        let mut config = configuration(global)?;
        // A demo takes no folder from the configuration: there are real data in it.
        if self.demo && global.data_dir.is_none() {
            config.data.dir = PathBuf::from(demo::DEFAULT_DIR);
        }
        if let Some(listen) = self.listen {
            config.server.listen = listen;
        }
        Ok(config)
    }
}

fn warn_of_plain_http(config: &Config) {
    if !config.server.listen.ip().is_loopback() && !config.server.is_tls() {
        tracing::warn!(
            "listening beyond loopback without TLS: passwords and memories cross the network in the clear; put a proxy \
             with TLS in front and set server.public_url to its https address"
        );
    }
}
