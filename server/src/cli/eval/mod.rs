//! `gieok eval`: how well and how fast questions find their memories, by the real save and recall in a scratch folder.

mod metrics;
mod report;

use super::dataset::{Line, Lines, QueryLine};
use super::import::wait_for_index;
use super::store::configuration_and_model;
use super::{CliError, Global, progress};
use crate::config::Config;
use crate::lifecycle::open_runtime;
use clap::Args;
use contract::{MemoryId, RecallRequest, TenantId};
use domain::desks::{AgentDesk, Desks, ImportOutcome, RecallTimings};
use domain::kernel::{Actor, Embedder, OsRng, Principal, SystemClock};
use metrics::Judged;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Deep enough for every figure.
const TOP_K: u32 = 20;
const BATCH: usize = 256;

/// Measure recall on files of memories and questions, in a scratch folder that is removed afterwards.
#[derive(Args)]
pub struct Eval {
    /// The files: lines as for `import`, and {"type":"query","id","subject","query","relevant":[ids],"category"}.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object a file and line.
    #[arg(long)]
    json: bool,
}

/// One question's outcome.
pub struct Asked {
    judged: Judged,
    category: String,
    timings: RecallTimings,
}

impl Eval {
    /// Runs the command.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        let (config, embedder) = configuration_and_model(global)?;
        for file in &self.files {
            let (memories, asked) = measure(file, &config, Arc::clone(&embedder)).await?;
            let report = report::Report::new(file, memories, &asked);
            if self.json {
                println!("{}", report.to_json());
            } else {
                println!("{report}");
            }
        }
        Ok(())
    }
}

async fn measure(file: &Path, config: &Config, embedder: Arc<dyn Embedder>) -> Result<(u64, Vec<Asked>), CliError> {
    let scratch =
        tempfile::tempdir().map_err(|error| CliError::Other(format!("cannot make a scratch folder: {error}")))?;
    let mut config = config.clone();
    scratch.path().clone_into(&mut config.data.dir);
    let runtime = open_runtime(&config, Arc::new(SystemClock), Arc::new(OsRng), Some(embedder)).await?;
    let measured = ask_all(&runtime.desks(), file).await;
    runtime.close().await;
    measured
}

async fn ask_all(desks: &Desks, file: &Path) -> Result<(u64, Vec<Asked>), CliError> {
    let tenant = TenantId::default_tenant();
    let admin = desks.admin(&Actor { tenant, principal: Principal::Operator })?;
    let (memories, queries) = read(file)?;
    let mut ids: HashMap<String, MemoryId> = HashMap::new();
    let total = memories.len() as u64;
    let bar = progress::items(total, "storing");
    let mut memories = memories.into_iter().peekable();
    while memories.peek().is_some() {
        let (names, batch): (Vec<_>, Vec<_>) = memories.by_ref().take(BATCH).unzip();
        bar.inc(names.len() as u64);
        for (name, outcome) in names.into_iter().zip(admin.import(batch).await?) {
            if let ImportOutcome::Stored(id) | ImportOutcome::Duplicate(id) = outcome {
                ids.insert(name, id);
            }
        }
    }
    bar.finish_and_clear();
    wait_for_index(&admin).await?;
    let key = admin.create_key("eval").await?;
    let actor =
        desks.front().key_holder(&key.secret).await?.ok_or_else(|| CliError::Other("the key is gone".into()))?;
    let agent = desks.agent(&actor)?;
    let mut asked = Vec::with_capacity(queries.len());
    let bar = progress::items(queries.len() as u64, "asking");
    for query in queries {
        asked.push(ask(&agent, &ids, query).await?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok((total, asked))
}

async fn ask(agent: &AgentDesk, ids: &HashMap<String, MemoryId>, query: QueryLine) -> Result<Asked, CliError> {
    let relevant: BTreeSet<MemoryId> = query.relevant.iter().filter_map(|name| ids.get(name).cloned()).collect();
    let request = RecallRequest {
        subject: query.subject,
        query: query.query,
        scopes: None,
        top_k: Some(TOP_K),
        threshold: Some(0.0),
    };
    let outcome = agent.recall(request).await?;
    let found: Vec<MemoryId> = outcome.answer.memories.into_iter().map(|memory| memory.memory_id).collect();
    Ok(Asked {
        judged: Judged::new(&found, &relevant),
        category: query.category.unwrap_or_else(|| "all".to_owned()),
        timings: outcome.timings,
    })
}

type Named = (String, domain::desks::ImportMemory);

/// Everything in a file. Questions without a known answer are left out: nothing can be recalled for them.
fn read(file: &Path) -> Result<(Vec<Named>, Vec<QueryLine>), CliError> {
    let unreadable = |error| CliError::Other(format!("cannot read {}: {error}", file.display()));
    let (lines, _) = Lines::open(file).map_err(unreadable)?;
    let (mut memories, mut queries) = (Vec::new(), Vec::new());
    for line in lines {
        let line = line.map_err(unreadable)?;
        match line.line {
            Ok(Line::Memory(memory)) => memories.push((memory.id.clone(), memory.into_import())),
            Ok(Line::Query(query)) if query.relevant.is_empty() => {}
            Ok(Line::Query(query)) => queries.push(query),
            Err(message) => eprintln!("line {}: {message}", line.number),
        }
    }
    Ok((memories, queries))
}
