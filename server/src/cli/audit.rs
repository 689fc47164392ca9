//! `gieok audit`.

use super::progress;
use super::store::Store;
use super::{CliError, Global};
use clap::{Args, Subcommand};
use domain::desks::Verified;
use std::fmt::Write;
use std::str::FromStr;

/// Look after the audit log.
#[derive(Subcommand)]
pub enum AuditCommand {
    Verify(Verify),
}

/// Check that no row of the audit log was changed, removed, moved or added, in any organisation. Prints the hash of the
/// last row: noted outside of this machine and given back with --head, it also tells a log that was cut or written anew.
/// Exit code 0 for a sound log, 1 for one that is not, with the row's name, 2 for one that cannot be read.
#[derive(Args)]
pub struct Verify {
    /// A hash that an earlier check has printed: some row must have it.
    #[arg(long, value_name = "HASH")]
    head: Option<Hash>,
}

/// SHA-256, in hexadecimal digits.
#[derive(Debug, Clone)]
pub struct Hash([u8; 32]);

impl FromStr for Hash {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = if text.bytes().all(|digit| digit.is_ascii_hexdigit()) { text } else { "" };
        let byte = |place: usize| digits.get(place..place + 2).and_then(|byte| u8::from_str_radix(byte, 16).ok());
        let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
        let hash = bytes.and_then(|bytes| bytes.try_into().ok());
        hash.map(Self).ok_or("expected 64 hexadecimal digits, as an earlier check has printed them")
    }
}

impl AuditCommand {
    /// Runs the command.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        let Self::Verify(Verify { head }) = self;
        let verified = verify(global, head).await.map_err(|error| CliError::Unreadable(Box::new(error)))?;
        if let Some(flaw) = verified.flaw {
            return Err(CliError::Other(format!("{flaw} ({} rows before that are sound)", verified.rows)));
        }
        eprintln!(
            "{} rows are sound, up to {}; keep the hash of the last one elsewhere:",
            verified.rows, verified.last
        );
        println!("{}", hexadecimal(&verified.head));
        Ok(())
    }
}

async fn verify(global: &Global, noted: Option<Hash>) -> Result<Verified, CliError> {
    let store = Store::open_existing(global, None).await?;
    let bar = progress::items(0, "checking");
    let show = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let verified = store.with_audit(async |desk| desk.verify(noted.map(|Hash(hash)| hash), show).await).await;
    bar.finish_and_clear();
    verified
}

fn hexadecimal(hash: &[u8; 32]) -> String {
    hash.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string never fails.
        _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_reads_back_and_nothing_else_is_one() {
        let hash: Hash = "0a".repeat(32).parse().expect("a hash");
        assert_eq!(hexadecimal(&hash.0), "0a".repeat(32));
        for text in ["", "0a", &"0a".repeat(33), &"0g".repeat(32), &"가".repeat(22), &"+1".repeat(32)] {
            assert!(text.parse::<Hash>().is_err(), "{text}");
        }
    }
}
