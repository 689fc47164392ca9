//! What goes to standard error, and how.
//!
//! Never logged, at no level: memory content, queries, passwords, keys, tokens, cookies. A panic is logged by its place
//! alone, because its message may quote the text that it stumbled over.

use crate::config::{Log, LogFormat};
use std::io::IsTerminal;
use std::panic::PanicHookInfo;
use tracing_subscriber::EnvFilter;

/// Starts logging. Only the first call in a process has an effect.
pub fn start(log: &Log) {
    let filter = EnvFilter::try_new(&log.filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // A log that cannot be written must not end the server: no second message about it on the same full disk.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    let started = match log.format {
        LogFormat::Text => lines.with_target(false).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    if started.is_ok() {
        std::panic::set_hook(Box::new(report_panic));
    }
}

fn report_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    tracing::error!(panic.place = place, "a task panicked: this is a bug");
}
