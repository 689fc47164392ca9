//! `gieok import`: memories from a file, decided elsewhere.

use super::dataset::{Line, Lines, MemoryLine};
use super::progress;
use super::store::Store;
use super::{CliError, Global};
use clap::Args;
use contract::TenantId;
use domain::desks::{AdminDesk, ImportMemory, ImportOutcome, ImportRefusal};
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Memories stored in one transaction.
const BATCH: usize = 256;
/// Bad lines that are named one by one; the rest is only counted.
const NAMED_FAULTS: u64 = 20;
/// How often the index's backlog is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// Without any progress for so long, the index counts as stuck.
const STUCK: Duration = Duration::from_mins(1);

/// Import memories from a file of JSON lines. Each line has type (`memory`), id, subject and statement, and may have kind,
/// sensitivity, `recorded_at` and source. Safe to repeat. A subject that is not known yet becomes a person with that
/// external id, who counts as consenting on your word; a known person who has memory switched off is left alone.
#[derive(Args)]
pub struct Import {
    /// The file.
    file: PathBuf,
    /// The organisation.
    #[arg(long, value_name = "NAME")]
    tenant: Option<TenantId>,
}

/// What became of the lines.
#[derive(Default)]
pub struct Tally {
    stored: u64,
    duplicates: u64,
    without_consent: u64,
    deleted: u64,
    queries: u64,
    faults: u64,
}

impl Import {
    /// Runs the command.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        let store = Store::open_with_model(global, self.tenant).await?;
        let tally = store.with(async |desk| import_and_index(desk, &self.file).await).await?;
        eprintln!(
            "{} stored, {} already there, {} refused for missing consent, {} refused because the person deleted them, \
             {} questions skipped, {} bad lines",
            tally.stored, tally.duplicates, tally.without_consent, tally.deleted, tally.queries, tally.faults
        );
        if tally.faults > 0 {
            return Err(CliError::Other(format!(
                "{} lines were not imported; mend them and import again",
                tally.faults
            )));
        }
        Ok(())
    }
}

async fn import_and_index(desk: &AdminDesk, file: &Path) -> Result<Tally, CliError> {
    let mut tally = Tally::default();
    let unreadable = |error| CliError::Other(format!("cannot read {}: {error}", file.display()));
    let (lines, bytes) = Lines::open(file).map_err(unreadable)?;
    let bar = progress::bytes(bytes, "storing");
    let mut batch = Vec::with_capacity(BATCH);
    for line in lines {
        let line = line.map_err(unreadable)?;
        match line.line {
            Ok(Line::Memory(memory)) => batch.push((line.number, memory)),
            Ok(Line::Query(_)) => tally.queries += 1,
            Err(message) => tally.fault(&bar, line.number, &message),
        }
        bar.inc(line.bytes);
        if batch.len() == BATCH {
            tally.store(desk, &bar, std::mem::take(&mut batch)).await?;
        }
    }
    tally.store(desk, &bar, batch).await?;
    bar.finish_and_clear();
    wait_for_index(desk).await?;
    Ok(tally)
}

impl Tally {
    async fn store(
        &mut self,
        desk: &AdminDesk,
        bar: &ProgressBar,
        batch: Vec<(u64, MemoryLine)>,
    ) -> Result<(), CliError> {
        let (numbers, memories): (Vec<u64>, Vec<ImportMemory>) =
            batch.into_iter().map(|(number, memory)| (number, memory.into_import())).unzip();
        for (number, outcome) in numbers.into_iter().zip(desk.import(memories).await?) {
            match outcome {
                ImportOutcome::Stored(_) => self.stored += 1,
                ImportOutcome::Duplicate(_) => self.duplicates += 1,
                ImportOutcome::Refused(ImportRefusal::ConsentRequired) => self.without_consent += 1,
                ImportOutcome::Refused(ImportRefusal::DeletedByOwner) => self.deleted += 1,
                ImportOutcome::Refused(ImportRefusal::Invalid(faults)) => {
                    let faults: Vec<_> =
                        faults.iter().map(|fault| format!("{} {}", fault.field, fault.message)).collect();
                    self.fault(bar, number, &faults.join("; "));
                }
            }
        }
        Ok(())
    }

    fn fault(&mut self, bar: &ProgressBar, number: u64, message: &str) {
        self.faults += 1;
        if self.faults <= NAMED_FAULTS {
            bar.suspend(|| eprintln!("line {number}: {message}"));
        }
    }
}

/// Waits until everything stored is in the index, here or in the server that holds the index's writer.
pub async fn wait_for_index(desk: &AdminDesk) -> Result<(), CliError> {
    let mut left = desk.index_backlog().await?;
    let bar = progress::items(left, "indexing");
    let mut last_progress = tokio::time::Instant::now();
    while left > 0 {
        tokio::time::sleep(LOOK).await;
        let now_left = desk.index_backlog().await?;
        if now_left < left {
            bar.inc(left - now_left);
            last_progress = tokio::time::Instant::now();
        } else if last_progress.elapsed() > STUCK {
            return Err(CliError::Other(format!(
                "{now_left} memories are stored but not indexed yet; see the server's log"
            )));
        }
        left = now_left;
    }
    bar.finish_and_clear();
    Ok(())
}
