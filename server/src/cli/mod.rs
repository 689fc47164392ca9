//! The command line. Whoever can run it on the data folder is the operator; it sits at the same desks as everyone.
//!
//! Results go to standard output, words about them to standard error. Exit code 1 for what failed, 2 for wrong usage;
//! `audit verify`, which is asked a question, answers it with 1 and fails with 2.

mod audit;
mod config;
mod dataset;
mod eval;
mod eval_extract;
mod import;
mod key;
mod progress;
mod reindex;
mod serve;
mod store;
mod tenant;
mod user;

use crate::config::ConfigError;
use crate::lifecycle::StartError;
use clap::{Args, Parser, Subcommand};
use contract::Fault;
use domain::desks::DeskError;
use std::path::PathBuf;
use std::process::ExitCode;

/// Long-term memory for AI assistants that people can trust.
#[derive(Parser)]
#[command(name = "gieok", version, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Args)]
pub struct Global {
    /// The data folder [default: dir in [data] of the configuration].
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The configuration file [default: gieok.toml, if there is one].
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the pages and the REST interface.
    Serve(serve::Serve),
    /// Manage accounts.
    #[command(subcommand)]
    User(user::UserCommand),
    /// Manage the API keys of chat services.
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// Manage organisations.
    #[command(subcommand)]
    Tenant(tenant::TenantCommand),
    /// Look after the audit log.
    #[command(subcommand)]
    Audit(audit::AuditCommand),
    Import(import::Import),
    Eval(eval::Eval),
    EvalExtract(eval_extract::EvalExtract),
    Reindex(reindex::Reindex),
    /// Look at the configuration.
    #[command(subcommand)]
    Config(config::ConfigCommand),
}

/// Why a command failed: one line for people.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The server or the store did not come up.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The desk refused.
    #[error("{}", faults(.0))]
    Desk(#[from] DeskError),
    /// Nobody can say whether the audit log is sound.
    #[error("the audit log cannot be read")]
    Unreadable(#[source] Box<CliError>),
    /// Anything else, with its remedy.
    #[error("{0}")]
    Other(String),
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gieok: {}", one_line(&error));
            error.exit_code()
        }
    }
}

fn run(cli: Cli) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::Other(format!("cannot start threads: {error}")))?;
    let Cli { global, command } = cli;
    runtime.block_on(async {
        match command {
            Command::Serve(serve) => serve.run(&global).await,
            Command::User(user) => user.run(&global).await,
            Command::Key(key) => key.run(&global).await,
            Command::Tenant(tenant) => tenant.run(&global).await,
            Command::Audit(audit) => audit.run(&global).await,
            Command::Import(import) => import.run(&global).await,
            Command::Eval(eval) => eval.run(&global).await,
            Command::EvalExtract(eval) => eval.run(&global).await,
            Command::Reindex(reindex) => reindex.run(&global).await,
            Command::Config(config) => config.run(&global),
        }
    })
}

impl CliError {
    fn exit_code(&self) -> ExitCode {
        if matches!(self, Self::Unreadable(_)) { ExitCode::from(2) } else { ExitCode::FAILURE }
    }

    /// The same error, but what does not exist is said with its remedy.
    fn or_missing(self, remedy: &str) -> Self {
        match self {
            Self::Desk(DeskError::NotFound) => Self::Other(remedy.to_owned()),
            other => other,
        }
    }

    /// The same error, but a field whose value is in use already is said in the `words` for it.
    fn or_taken(self, words: impl Fn(&str) -> String) -> Self {
        let Self::Desk(DeskError::Invalid(faults)) = &self else { return self };
        match faults.iter().find(|fault| fault.fault == Fault::Taken) {
            Some(fault) => Self::Other(words(&fault.field)),
            None => self,
        }
    }
}

fn faults(error: &DeskError) -> String {
    match error {
        DeskError::Invalid(faults) => {
            let faults: Vec<_> = faults.iter().map(|fault| format!("{} {}", fault.field, fault.message)).collect();
            faults.join("; ")
        }
        other => other.to_string(),
    }
}

/// The error and its causes in one line, each said once.
fn one_line(error: &CliError) -> String {
    let mut line = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let text = error.downcast_ref().map_or_else(|| error.to_string(), faults);
        if !line.contains(&text) {
            line = format!("{line}: {text}");
        }
        cause = error.source();
    }
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn causes_are_said_once_and_in_one_line() {
        let fault = contract::FieldError::new("email", "must be\nan address");
        let error = CliError::Desk(DeskError::Invalid(vec![fault]));
        assert_eq!(one_line(&error), "email must be an address");
    }

    #[test]
    fn no_argument_takes_a_secret() {
        fn check(command: &clap::Command) {
            for argument in command.get_arguments() {
                let takes_value = argument.get_action().takes_values();
                assert!(!(takes_value && argument.get_id().as_str().contains("password")), "{}", argument.get_id());
            }
            command.get_subcommands().for_each(check);
        }
        check(&Cli::command());
    }
}
