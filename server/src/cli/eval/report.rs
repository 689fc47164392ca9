//! What `eval` prints: a table for people, or one JSON object.

use super::Asked;
use super::metrics::{DEPTHS, Judged};
use domain::desks::RecallTimings;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// The figures of one file.
pub struct Report {
    file: String,
    memories: u64,
    queries: usize,
    all: Judged,
    categories: BTreeMap<String, (usize, Judged)>,
    latency: [(&'static str, Percentiles); 4],
}

/// The 50th, 95th and 99th percentile, by nearest rank, in milliseconds.
#[derive(Clone, Copy)]
struct Percentiles([f64; 3]);

impl Percentiles {
    fn of(mut durations: Vec<Duration>) -> Self {
        durations.sort_unstable();
        let at = |percent: usize| {
            let rank = (durations.len() * percent).div_ceil(100).saturating_sub(1);
            durations.get(rank).map_or(0.0, |duration| duration.as_secs_f64() * 1e3)
        };
        Self([at(50), at(95), at(99)])
    }

    fn to_json(self) -> Value {
        let [p50, p95, p99] = self.0.map(|value| rounded(value, 1e3));
        json!({ "p50": p50, "p95": p95, "p99": p99 })
    }
}

fn rounded(value: f64, scale: f64) -> f64 {
    (value * scale).round() / scale
}

impl Report {
    /// Sums up one file.
    pub fn new(file: &Path, memories: u64, asked: &[Asked]) -> Self {
        let stage = |name, of: fn(&RecallTimings) -> Duration| {
            (name, Percentiles::of(asked.iter().map(|asked| of(&asked.timings)).collect()))
        };
        let mut by_category: BTreeMap<String, Vec<Judged>> = BTreeMap::new();
        for one in asked {
            by_category.entry(one.category.clone()).or_default().push(one.judged);
        }
        Self {
            file: file.display().to_string(),
            memories,
            queries: asked.len(),
            all: Judged::mean(&asked.iter().map(|asked| asked.judged).collect::<Vec<_>>()),
            categories: by_category
                .into_iter()
                .map(|(name, judged)| (name, (judged.len(), Judged::mean(&judged))))
                .collect(),
            latency: [
                stage("embed", |timings| timings.embed),
                stage("search", |timings| timings.search),
                stage("recheck", |timings| timings.recheck),
                stage("total", |timings| timings.total),
            ],
        }
    }

    /// One JSON object on one line.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("file".to_owned(), json!(self.file));
        object.insert("memories".to_owned(), json!(self.memories));
        object.insert("queries".to_owned(), json!(self.queries));
        object.extend(figures(&self.all));
        let latency: Map<_, _> =
            self.latency.iter().map(|(name, stage)| ((*name).to_owned(), stage.to_json())).collect();
        object.insert("latency_ms".to_owned(), Value::Object(latency));
        let categories: Map<_, _> = self
            .categories
            .iter()
            .map(|(name, (queries, judged))| {
                let mut category = figures(judged);
                category.insert("queries".to_owned(), json!(queries));
                (name.clone(), Value::Object(category))
            })
            .collect();
        object.insert("categories".to_owned(), Value::Object(categories));
        Value::Object(object)
    }
}

fn figures(judged: &Judged) -> Map<String, Value> {
    let figure = |value| json!(rounded(value, 1e4));
    let mut map: Map<_, _> =
        DEPTHS.iter().zip(judged.recall).map(|(depth, value)| (format!("recall@{depth}"), figure(value))).collect();
    map.insert("mrr".to_owned(), figure(judged.reciprocal_rank));
    map.insert("ndcg@10".to_owned(), figure(judged.ndcg));
    map
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} memories, {} questions", self.file, self.memories, self.queries)?;
        write!(f, "{:>18}{:>7}", "", "n")?;
        for depth in DEPTHS {
            write!(f, "{:>8}", format!("R@{depth}"))?;
        }
        writeln!(f, "{:>8}{:>8}", "MRR", "nDCG@10")?;
        let whole = ("all".to_owned(), (self.queries, self.all));
        let rows = self.categories.iter().map(|(name, row)| (name.clone(), *row)).filter(|(name, _)| name != "all");
        for (name, (queries, judged)) in rows.chain([whole]) {
            write!(f, "{name:>18}{queries:>7}")?;
            for value in judged.recall {
                write!(f, "{value:>8.3}")?;
            }
            writeln!(f, "{:>8.3}{:>8.3}", judged.reciprocal_rank, judged.ndcg)?;
        }
        for (name, Percentiles([p50, p95, p99])) in &self.latency {
            writeln!(f, "{name:>18}  p50 {p50:.2} ms, p95 {p95:.2} ms, p99 {p99:.2} ms")?;
        }
        Ok(())
    }
}
