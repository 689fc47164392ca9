//! `gieok key`.

use super::store::{NO_TENANT, Store};
use super::{CliError, Global};
use clap::{Args, Subcommand};
use contract::{KeyId, TenantId, Timestamp};
use domain::desks::KeyRow;

/// Manage the API keys of chat services.
#[derive(Subcommand)]
pub enum KeyCommand {
    /// Make a key, and the service if there is none of that name. Prints the key, once, alone on standard output.
    Create(Create),
    /// List the keys.
    List(InTenant),
    /// Revoke a key; it stops working at once.
    Revoke(Revoke),
}

/// Make a key.
#[derive(Args)]
pub struct Create {
    /// The name of the chat service.
    #[arg(long, value_name = "NAME")]
    service: String,
    #[command(flatten)]
    tenant: InTenant,
}

/// Revoke a key.
#[derive(Args)]
pub struct Revoke {
    /// The key's id, as `gieok key list` shows it.
    id: KeyId,
    #[command(flatten)]
    tenant: InTenant,
}

/// Where the key belongs.
#[derive(Args)]
pub struct InTenant {
    /// The organisation.
    #[arg(long, value_name = "NAME")]
    tenant: Option<TenantId>,
}

impl KeyCommand {
    /// Runs the command.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        match self {
            Self::Create(Create { service, tenant }) => create(global, &service, tenant).await,
            Self::List(tenant) => list(global, tenant).await,
            Self::Revoke(Revoke { id, tenant }) => {
                let store = Store::open_existing(global, tenant.tenant).await?;
                let revoked = store.with(async |desk| desk.revoke_key(&id).await).await;
                revoked.map_err(|error| error.or_missing("there is no such key: `gieok key list` shows them"))?;
                eprintln!("{id} is revoked");
                Ok(())
            }
        }
    }
}

async fn create(global: &Global, service: &str, tenant: InTenant) -> Result<(), CliError> {
    let store = Store::open(global, tenant.tenant).await?;
    let made = store.with(async |desk| desk.create_key(service).await).await;
    let key = made.map_err(|error| error.or_missing(NO_TENANT))?;
    eprintln!("{} for {service} ({}); this is the only time that it is shown:", key.id, key.service);
    println!("{}", key.secret);
    Ok(())
}

async fn list(global: &Global, tenant: InTenant) -> Result<(), CliError> {
    let store = Store::open_existing(global, tenant.tenant).await?;
    let keys = store.with(async |desk| desk.keys().await).await?;
    if keys.is_empty() {
        eprintln!("there are no keys: make one with `gieok key create --service NAME`");
    }
    for key in &keys {
        println!("{}", line(key));
    }
    Ok(())
}

fn line(key: &KeyRow) -> String {
    let moment = |moment: Option<Timestamp>, word: &str| match moment {
        Some(moment) => format!("{word} {moment}"),
        None => format!("not {word}"),
    };
    let (used, revoked) = (moment(key.last_used_at, "used"), moment(key.revoked_at, "revoked"));
    format!("{}\t{}…\t{}\tmade {}\t{used}\t{revoked}", key.id, key.prefix, key.service_name, key.created_at)
}
