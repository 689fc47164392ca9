//! `gieok user`.

use super::store::{NO_TENANT, Store};
use super::{CliError, Global};
use clap::{Args, Subcommand};
use contract::{Role, TenantId};
use domain::desks::NewUser;
use std::io::{BufRead, IsTerminal};

/// Manage accounts.
#[derive(Subcommand)]
pub enum UserCommand {
    /// Make an account; asks for its password.
    Add(Add),
}

/// Make an account; asks for its password.
#[derive(Args)]
pub struct Add {
    /// The address that the person signs in with.
    email: String,
    /// What the account may do: user, reviewer, admin or superadmin.
    #[arg(long, default_value = "user")]
    role: Role,
    /// How chat services call the person.
    #[arg(long, value_name = "ID")]
    external_id: Option<String>,
    /// The organisation.
    #[arg(long, value_name = "NAME")]
    tenant: Option<TenantId>,
    /// Read the password from the first line of standard input, without asking.
    #[arg(long)]
    password_stdin: bool,
}

impl UserCommand {
    /// Runs the command.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        let Self::Add(add) = self;
        let password = add.password()?;
        let (email, external_id) = (add.email.trim().to_owned(), add.external_id.clone());
        let taken = |field: &str| match (field, &external_id) {
            ("external_id", Some(id)) => format!("services call somebody else {id} already"),
            _ => format!("there is an account for {email} already"),
        };
        let user = NewUser { email: add.email, password, role: add.role, external_id: add.external_id };
        let store = Store::open(global, add.tenant).await?;
        let added = store.with(async |desk| desk.add_user(user).await).await;
        let id = added.map_err(|error| error.or_missing(NO_TENANT).or_taken(taken))?;
        println!("{id}");
        Ok(())
    }
}

impl Add {
    fn password(&self) -> Result<String, CliError> {
        if self.password_stdin { first_line() } else { ask() }
    }
}

fn first_line() -> Result<String, CliError> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(unreadable)?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        return Err(CliError::Other("there is no password on standard input".into()));
    }
    Ok(password.to_owned())
}

fn ask() -> Result<String, CliError> {
    if !std::io::stdin().is_terminal() {
        let line = "cannot ask for a password without a terminal: pipe it in with --password-stdin";
        return Err(CliError::Other(line.into()));
    }
    let password = rpassword::prompt_password("Password: ").map_err(unreadable)?;
    if rpassword::prompt_password("Once more: ").map_err(unreadable)? != password {
        return Err(CliError::Other("the two passwords differ: nothing was changed, try again".into()));
    }
    Ok(password)
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn unreadable(error: std::io::Error) -> CliError {
    CliError::Other(format!("cannot read the password: {error}"))
}
