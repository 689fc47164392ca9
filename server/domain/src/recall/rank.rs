//! From the arms' raw scores to one score between 0 and 1 that explains itself.

use crate::index::Hit;
use contract::{MemoryId, Score, ScoreTerm};

/// Written into the recall log; raised when ranking changes.
pub const RANKER_VERSION: &str = "ranker-1";

/// How much each term counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Closeness of meaning.
    pub semantic: f64,
    /// Shared words.
    pub keyword: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { semantic: 0.7, keyword: 0.3 }
    }
}

/// Scores every hit, best first; equal scores in the order of ids, so that an answer can be repeated.
pub(super) fn rank(hits: &[Hit], weights: Weights) -> Vec<(MemoryId, Score)> {
    let semantic = Scale::over(hits.iter().filter_map(|hit| hit.cosine));
    let keyword = Scale::over(hits.iter().map(|hit| hit.bm25).chain([0.0]));
    let mut ranked: Vec<(MemoryId, Score)> = hits
        .iter()
        .map(|hit| {
            let closeness =
                ScoreTerm { value: hit.cosine.map_or(0.0, |x| semantic.place(x)), weight: weights.semantic };
            let words = ScoreTerm { value: keyword.place(hit.bm25), weight: weights.keyword };
            (hit.memory.clone(), Score::sum(closeness, words))
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total.total_cmp(&a.1.total).then_with(|| a.0.cmp(&b.0)));
    ranked
}

/// Min-max scaling: the least value of a question's hits becomes 0, the greatest 1.
struct Scale {
    least: f32,
    span: f32,
}

impl Scale {
    fn over(values: impl Iterator<Item = f32>) -> Self {
        let (least, greatest) =
            values.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, greatest), x| (least.min(x), greatest.max(x)));
        Self { least, span: greatest - least }
    }

    fn place(&self, value: f32) -> f64 {
        if self.span > 0.0 { f64::from((value - self.least) / self.span) } else { f64::from(u8::from(value > 0.0)) }
    }
}
