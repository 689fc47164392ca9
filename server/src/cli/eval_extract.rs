//! `gieok eval-extract`: how well the local extractor and the gate decide what is worth keeping.

use super::store::configuration_and_model;
use super::{CliError, Global, progress};
use crate::evaluation::{
    CASES, HELD_OUT, LabelledTurn, TurnScores, judge_cases, judge_sequences, judge_turns, read_turns, sequences,
};
use clap::Args;
use domain::extraction::{ExtractFailure, Extractor, LocalExtractor};
use std::path::PathBuf;

/// Measure what is kept of labelled turns, beside keeping all and none, turns of our own, labelled cases and sequences.
#[derive(Args)]
pub struct EvalExtract {
    /// The file: one {"text","facts":[…]} a line; no facts means that nothing is worth keeping.
    file: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl EvalExtract {
    /// Runs the command.
    pub async fn run(self, global: &Global) -> Result<(), CliError> {
        let path = self.file.display();
        let text = std::fs::read_to_string(&self.file)
            .map_err(|error| CliError::Other(format!("cannot read {path}: {error}")))?;
        let turns = read_turns(&text)
            .map_err(|(line, error)| CliError::Other(format!("{path}, line {line} is no labelled turn: {error}")))?;
        let (_, embedder) = configuration_and_model(global)?;
        let extractor = LocalExtractor::new(embedder.clone());
        let scores = judge(&extractor, &turns).await?;
        let own = read_turns(HELD_OUT).map_err(|(line, error)| CliError::Other(format!("line {line}: {error}")))?;
        let held_out = judge(&extractor, &own).await?;
        let cases = judge_cases(&extractor, CASES).await.map_err(|failure| failed(&failure))?;
        let fits =
            judge_sequences(&extractor, embedder.as_ref(), &sequences()).await.map_err(|failure| failed(&failure))?;
        if self.json {
            let mut report = scores.to_json();
            report["extractor"] = extractor.id().into();
            report["keep_all"] = scores.keep_all().to_json();
            report["keep_none"] = scores.keep_none().to_json();
            report["held_out"] = held_out.to_json();
            report["cases"] = cases.to_json();
            report["cases"]["duplicate_rate"] = fits.duplicate_rate().into();
            report["cases"]["supersession_rate"] = fits.supersession_rate().into();
            report["sequences"] = fits.to_json();
            println!("{report}");
        } else {
            println!("{path}, by {}", extractor.id());
            println!("kept        {scores}");
            println!("keep all    {}", scores.keep_all());
            println!("keep none   {}", scores.keep_none());
            println!("our own turns, held out of training");
            println!("kept        {held_out}");
            println!("keep all    {}", held_out.keep_all());
            println!("{cases}");
            println!("{fits}");
        }
        Ok(())
    }
}

async fn judge(extractor: &dyn Extractor, turns: &[LabelledTurn]) -> Result<TurnScores, CliError> {
    let bar = progress::items(turns.len() as u64, "deciding");
    let scores = judge_turns(extractor, turns, || bar.inc(1)).await.map_err(|failure| failed(&failure));
    bar.finish_and_clear();
    scores
}

fn failed(failure: &ExtractFailure) -> CliError {
    CliError::Other(failure.to_string())
}
