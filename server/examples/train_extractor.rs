//! Trains the heads of the local extractor on the turns in `server/training` and writes
//! `server/domain/src/extraction/local/heads.json`:
//!
//! ```text
//! cargo run --release -p server --example train_extractor
//! ```
//!
//! What only tells kinds apart is in `server/training/kinds`: statements that are all worth keeping, as people make them to
//! assistants. Conversations between friends, of which most turns are, have few rules and agreements in them.
//!
//! Each piece of a turn is embedded; a piece that lies in a labelled span is worth keeping and of the span's kind. Each head
//! is a logistic regression with L2 regularisation, found by accelerated gradient descent. The place to cut is the one with
//! the best F2 per turn on the turns that it was trained on: what is missed is lost, while what is proposed for nothing costs
//! a reviewer a key. `server/evaluation/held-out.jsonl` is not looked at here.

use contract::Kind;
use domain::extraction::{Head, Heads, segments, surface};
use domain::kernel::{Embedder, TextRole};
use serde::Deserialize;
use server::config;
use server::embedder::LocalEmbedder;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// Of the shorter of a piece and a span, so much must lie in the other.
const OVERLAP: f64 = 0.4;
/// The weight of the penalty on what is worth keeping: of 3, 10 and 30 the best F1 on turns that are held out.
const WORTH_L2: f64 = 30.0;
/// The one on the kinds, of 0.3 to 30 likewise.
const KIND_L2: f64 = 10.0;
/// How often a statement that is there for its kind alone counts. Of 1, 2 and 4: with more, the labelled cases come out
/// better and turns that are held out worse.
const KIND_STATEMENTS: usize = 2;
const STEPS: usize = 400;
/// How much more a miss weighs than a false alarm.
const BETA: f64 = 2.0;
const BATCH: usize = 64;
/// Embeddings of one model lie close together; spread out, gradient descent sees them.
const SPREAD: f64 = 10.0;

#[derive(Deserialize)]
struct Turn {
    text: String,
    keep: Vec<Keep>,
}

#[derive(Deserialize)]
struct Keep {
    span: String,
    kind: Kind,
}

/// A piece of a turn with its label.
struct Piece {
    turn: usize,
    text: String,
    kind: Option<Kind>,
}

fn read(folder: &Path) -> Vec<Turn> {
    let entries = std::fs::read_dir(folder).expect("the turns are there").map(|file| file.expect("reads").path());
    let mut files: Vec<_> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    let lines = |file| std::fs::read_to_string(file).expect("reads");
    let text: String = files.iter().map(lines).collect();
    text.lines().map(|line| serde_json::from_str(line).expect("a turn a line")).collect()
}

fn pieces(turns: &[Turn]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (turn, said) in turns.iter().enumerate() {
        let spans: Vec<(Range<usize>, Kind)> = said
            .keep
            .iter()
            .map(|keep| {
                let start = said.text.find(&keep.span).expect("a span stands in its turn");
                (start..start + keep.span.len(), keep.kind)
            })
            .collect();
        for piece in segments(&said.text) {
            let kind = spans.iter().find(|(span, _)| overlap(&piece, span) >= OVERLAP).map(|(_, kind)| *kind);
            pieces.push(Piece { turn, text: said.text[piece].to_owned(), kind });
        }
    }
    pieces
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> f64 {
    let shared = a.end.min(b.end).saturating_sub(a.start.max(b.start));
    shared as f64 / a.len().min(b.len()) as f64
}

async fn embed(embedder: &LocalEmbedder, pieces: &[Piece]) -> Vec<Vec<f64>> {
    let mut vectors = Vec::with_capacity(pieces.len());
    for batch in pieces.chunks(BATCH) {
        let texts = batch.iter().map(|piece| piece.text.clone()).collect();
        let answer = embedder.embed(TextRole::Passage, texts).await.expect("the model answers");
        vectors.extend(answer.into_iter().map(|vector| vector.values.into_iter().map(f64::from).collect::<Vec<_>>()));
        eprint!("\rembedded {} of {}", vectors.len(), pieces.len());
    }
    eprintln!();
    vectors
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// What the heads see of a piece: the embedding less the mean, spread out, and the surface.
fn inputs(pieces: &[Piece], vectors: &[Vec<f64>], mean: &[f64]) -> Vec<Vec<f64>> {
    let input = |(piece, vector): (&Piece, &Vec<f64>)| {
        let embedding = vector.iter().zip(mean).map(|(x, mean)| (x - mean) * SPREAD);
        embedding.chain(surface(&piece.text)).chain([1.0]).collect()
    };
    pieces.iter().zip(vectors).map(input).collect()
}

/// Nesterov's method with the step that the curvature allows. The last input is the bias, which is not penalised. Yes and no
/// weigh `importance` each.
fn fit(inputs: &[&[f64]], labels: &[bool], importance: (f64, f64), l2: f64) -> Vec<f64> {
    let size = inputs[0].len();
    let heaviest = importance.0.max(importance.1);
    // The Hessian of a logistic loss is at most a quarter of that of a square one.
    let step = 1.0 / (0.25 * heaviest * steepest(inputs) + l2);
    let (mut at, mut before) = (vec![0.0; size], vec![0.0; size]);
    for round in 0..STEPS {
        let momentum = round as f64 / (round as f64 + 3.0);
        let ahead: Vec<f64> = at.iter().zip(&before).map(|(now, then)| now + momentum * (now - then)).collect();
        let mut gradient: Vec<f64> = ahead.iter().map(|weight| l2 * weight).collect();
        gradient[size - 1] = 0.0;
        for (x, label) in inputs.iter().zip(labels) {
            let chance = 1.0 / (1.0 + (-dot(x, &ahead)).exp());
            let error = if *label { importance.0 * (chance - 1.0) } else { importance.1 * chance };
            gradient.iter_mut().zip(*x).for_each(|(slope, x)| *slope += error * x);
        }
        before = at;
        at = ahead.iter().zip(&gradient).map(|(weight, slope)| weight - step * slope).collect();
    }
    at
}

/// The head that reads plain embeddings, its zero moved to `cut`.
fn head(weights: &[f64], mean: &[f64], cut: f64) -> Head {
    let round = |x: f64| (x * 1e4).round() / 1e4;
    let (embedding, rest) = weights.split_at(mean.len());
    let (bias, surface) = rest.split_last().expect("the bias");
    let embedding: Vec<f64> = embedding.iter().map(|weight| weight * SPREAD).collect();
    let bias = bias - dot(&embedding, mean) - cut;
    Head {
        bias: round(bias),
        embedding: embedding.into_iter().map(round).collect(),
        surface: surface.iter().copied().map(round).collect(),
    }
}

/// The greatest eigenvalue of the rows' Gram matrix, by power iteration, with a margin for what it has not reached.
fn steepest(rows: &[&[f64]]) -> f64 {
    let mut direction = vec![1.0; rows[0].len()];
    let mut length = 0.0;
    for _ in 0..30 {
        let mut next = vec![0.0; direction.len()];
        for row in rows {
            let along = dot(row, &direction);
            next.iter_mut().zip(*row).for_each(|(next, x)| *next += along * x);
        }
        length = dot(&next, &next).sqrt();
        direction = next.into_iter().map(|x| x / length).collect();
    }
    1.1 * length
}

/// The logit above which a turn counts as worth keeping with the best F-measure per turn, and that measure.
fn best_cut(weights: &[f64], inputs: &[Vec<f64>], pieces: &[Piece], turns: &[Turn]) -> (f64, f64) {
    let mut highest = vec![f64::NEG_INFINITY; turns.len()];
    for (piece, input) in pieces.iter().zip(inputs) {
        highest[piece.turn] = highest[piece.turn].max(dot(weights, input));
    }
    let measure = |cut: f64| {
        let (mut hits, mut given, mut wanted) = (0.0, 0.0, 0.0);
        for (turn, logit) in turns.iter().zip(&highest) {
            let (is_given, is_wanted) = (f64::from(u8::from(*logit > cut)), f64::from(u8::from(!turn.keep.is_empty())));
            hits += is_given * is_wanted;
            given += is_given;
            wanted += is_wanted;
        }
        (1.0 + BETA * BETA) * hits / (given + BETA * BETA * wanted)
    };
    let cuts = (-60..40).map(|step| f64::from(step) / 20.0);
    cuts.map(|cut| (cut, measure(cut))).max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("some cut")
}

/// A head for each kind, from the pieces of turns that have one and the statements in `folder`.
async fn kind_heads(
    embedder: &LocalEmbedder,
    folder: &Path,
    (pieces, inputs_of_pieces): (&[Piece], &[Vec<f64>]),
    mean: &[f64],
) -> BTreeMap<Kind, Head> {
    let statements = self::pieces(&read(folder));
    let inputs_of_statements = inputs(&statements, &embed(embedder, &statements).await, mean);
    let turns = pieces.iter().zip(inputs_of_pieces);
    let statements = statements.iter().zip(&inputs_of_statements);
    let all = turns.chain(std::iter::repeat_n(statements, KIND_STATEMENTS).flatten());
    let labelled: Vec<(&[f64], Kind)> = all.filter_map(|(piece, row)| Some((row.as_slice(), piece.kind?))).collect();
    let rows: Vec<&[f64]> = labelled.iter().map(|(row, _)| *row).collect();
    let head_of = |kind: Kind| {
        let labels: Vec<bool> = labelled.iter().map(|(_, of)| *of == kind).collect();
        // Kinds that are rare among these turns are not rare in life.
        let count = labels.iter().filter(|is_it| **is_it).count().max(1);
        let rare = labels.len() as f64 / (Kind::ALL.len() * count) as f64;
        (kind, head(&fit(&rows, &labels, (rare, 1.0), KIND_L2), mean, 0.0))
    };
    Kind::ALL.iter().copied().map(head_of).collect()
}

#[tokio::main]
async fn main() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = config::load(None).expect("settings that make sense");
    let embedder = LocalEmbedder::load(&config.model.dir, BATCH).expect("the model is there: make model");
    let turns = read(&here.join("training"));
    let pieces = pieces(&turns);
    let vectors = embed(&embedder, &pieces).await;
    let mut mean = vec![0.0; embedder.dimensions()];
    for vector in &vectors {
        mean.iter_mut().zip(vector).for_each(|(mean, x)| *mean += x / vectors.len() as f64);
    }
    let inputs = inputs(&pieces, &vectors, &mean);
    let rows: Vec<&[f64]> = inputs.iter().map(Vec::as_slice).collect();
    let labels: Vec<bool> = pieces.iter().map(|piece| piece.kind.is_some()).collect();
    let worth = fit(&rows, &labels, (1.0, 1.0), WORTH_L2);
    let (cut, measure) = best_cut(&worth, &inputs, &pieces, &turns);
    println!("{} turns, {} pieces; on these very turns F{BETA} {measure:.3} at {cut:.2}", turns.len(), pieces.len());
    let kinds = kind_heads(&embedder, &here.join("training/kinds"), (&pieces, &inputs), &mean).await;
    let (version, model) = ("2".into(), embedder.model_id().to_string());
    let heads = Heads { version, model, worth: head(&worth, &mean, cut), kinds };
    let file = here.join("domain/src/extraction/local/heads.json");
    let json = serde_json::to_string(&heads).expect("numbers");
    std::fs::write(&file, json + "\n").expect("can be written");
    println!("wrote {}", file.display());
}
