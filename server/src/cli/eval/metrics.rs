//! The figures: recall@k, MRR and nDCG@10 of one question and their means.

use contract::MemoryId;
use std::collections::BTreeSet;

/// Depths at which recall is reported.
pub const DEPTHS: [usize; 5] = [1, 5, 8, 10, 20];
const NDCG_DEPTH: usize = 10;

/// How well one question was answered; each figure is between 0 and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Judged {
    /// The share of the relevant memories among the first k, for each of [`DEPTHS`].
    pub recall: [f64; DEPTHS.len()],
    /// One over the place of the first relevant memory; 0 if there is none.
    pub reciprocal_rank: f64,
    /// Discounted gain over the best possible one, with binary relevance (Järvelin and Kekäläinen 2002).
    pub ndcg: f64,
}

impl Judged {
    /// Judges the answer `found`, best first.
    pub fn new(found: &[MemoryId], relevant: &BTreeSet<MemoryId>) -> Self {
        let hits: Vec<bool> = found.iter().map(|id| relevant.contains(id)).collect();
        let within = |depth: usize| hits.iter().take(depth).filter(|&&hit| hit).count();
        let share = |depth| within(depth) as f64 / relevant.len().max(1) as f64;
        let first = hits.iter().position(|&hit| hit);
        let gain = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
        let reached: f64 =
            (0..).zip(hits.iter().take(NDCG_DEPTH)).filter(|&(_, &hit)| hit).map(|(rank, _)| gain(rank)).sum();
        let best: f64 = (0..relevant.len().min(NDCG_DEPTH)).map(gain).sum();
        Self {
            recall: DEPTHS.map(share),
            reciprocal_rank: first.map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
            ndcg: if best > 0.0 { reached / best } else { 0.0 },
        }
    }

    /// The mean over questions; zeros over none.
    pub fn mean(all: &[Self]) -> Self {
        let count = all.len().max(1) as f64;
        let mean = |figure: &dyn Fn(&Self) -> f64| all.iter().map(figure).sum::<f64>() / count;
        let mut recall = [0.0; DEPTHS.len()];
        for (depth, value) in recall.iter_mut().enumerate() {
            *value = mean(&|judged| judged.recall[depth]);
        }
        Self { recall, reciprocal_rank: mean(&|judged| judged.reciprocal_rank), ndcg: mean(&|judged| judged.ndcg) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::PrefixedId;

    fn id(byte: u8) -> MemoryId {
        MemoryId::from_bytes([byte; 16])
    }

    #[test]
    fn figures_of_a_small_answer() {
        let found: Vec<MemoryId> = [9, 1, 8, 2].map(id).into();
        let judged = Judged::new(&found, &[1, 2, 3].map(id).into());
        let found_of_three = [0.0, 2.0, 2.0, 2.0, 2.0];
        assert!(judged.recall.iter().zip(found_of_three).all(|(share, found)| (share * 3.0 - found).abs() < 1e-12));
        assert!((judged.reciprocal_rank - 0.5).abs() < 1e-12);
        let best = 1.0 + 1.0 / 3_f64.log2() + 0.5;
        let reached = 1.0 / 3_f64.log2() + 1.0 / 5_f64.log2();
        assert!((judged.ndcg - reached / best).abs() < 1e-12);
    }

    #[test]
    fn means_and_nothing() {
        let all = [Judged { ndcg: 1.0, ..Judged::default() }, Judged::default()];
        assert!((Judged::mean(&all).ndcg - 0.5).abs() < 1e-12);
        assert_eq!(Judged::mean(&[]), Judged::default());
        assert_eq!(Judged::new(&[], &BTreeSet::new()), Judged::default());
    }
}
