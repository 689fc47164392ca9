//! `gieok reindex`: repairs the search index, and shows how far it is.

use super::store::Store;
use super::{CliError, Global, progress};
use clap::Args;
use contract::{IndexView, RepairView};
use domain::desks::UpkeepDesk;
use std::time::Duration;

/// How often it looks how far the repair is.
const LOOK: Duration = Duration::from_millis(200);
/// Nothing done for so long: something is wrong, and the server's log says what.
const STUCK: Duration = Duration::from_mins(2);

/// See to all that the search index does not hold as it stands: what failed, what is stale. May run beside a server.
#[derive(Args)]
pub struct Reindex;

impl Reindex {
    /// Runs the command.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        let store = Store::open_with_model(global, None).await?;
        let view = store.with_upkeep(repair).await?;
        let IndexView { indexed, pending, stale, failed, .. } = view;
        eprintln!("indexed {indexed}, pending {pending}, stale {stale}, failed {failed}");
        Ok(())
    }
}

async fn repair(desk: &UpkeepDesk) -> Result<IndexView, CliError> {
    let mut view = desk.repair().await?;
    let bar = progress::items(left(&view).0, "indexing");
    let mut last_progress = tokio::time::Instant::now();
    while let (total, Some(done)) = left(&view) {
        if done > bar.position() {
            last_progress = tokio::time::Instant::now();
        } else if last_progress.elapsed() > STUCK {
            let waiting = total - done;
            return Err(CliError::Other(format!("{waiting} memories are not indexed yet; see the server's log")));
        }
        bar.set_length(total);
        bar.set_position(done);
        tokio::time::sleep(LOOK).await;
        view = desk.index().await?;
    }
    bar.finish_and_clear();
    Ok(view)
}

/// How many there are to see to, and how many of them are done as long as the repair is under way.
fn left(view: &IndexView) -> (u64, Option<u64>) {
    match &view.repair {
        Some(RepairView { total, done, ended_at: None, .. }) => (*total, Some(*done)),
        _ => (0, None),
    }
}
