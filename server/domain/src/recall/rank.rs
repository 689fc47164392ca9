//! From the arms' raw scores to one score between 0 and 1 that explains itself.

use crate::index::Hits;
use contract::{MemoryId, RecallDefaults, Score, ScoreTerm};

/// Written into the recall log; raised when ranking changes.
pub const RANKER_VERSION: &str = "ranker-1";

/// A hit that carries this share of what a question's words could weigh counts in full. Questions have many words that no
/// memory repeats ("what", "did", "언제"), so asking for all of them would drown the words that are found.
const FULL_SHARE: f32 = 0.25;
/// Scores are cut to so many decimals: below, they depend on the order in which numbers were added.
const DECIMALS: f64 = 1e6;

/// Scores every hit, best first; equal scores in the order of ids, so that an answer can be repeated.
pub(super) fn rank(found: &Hits, manner: &RecallDefaults) -> Vec<(MemoryId, Score)> {
    let best = found.hits.iter().map(|hit| hit.bm25).fold(found.best_possible_bm25 * FULL_SHARE, f32::max);
    let mut ranked: Vec<(MemoryId, Score)> = found
        .hits
        .iter()
        .map(|hit| {
            let closeness = ScoreTerm { value: unit(hit.closeness.unwrap_or(0.0)), weight: manner.semantic };
            let words =
                ScoreTerm { value: unit(if best > 0.0 { hit.bm25 / best } else { 0.0 }), weight: manner.keyword };
            (hit.memory.clone(), Score::sum(closeness, words))
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total.total_cmp(&a.1.total).then_with(|| a.0.cmp(&b.0)));
    ranked
}

/// Held between 0 and 1. Below 0 a memory is farther than the person's average one: that is as good as unrelated.
pub(super) fn unit(value: f32) -> f64 {
    (f64::from(value.clamp(0.0, 1.0)) * DECIMALS).round() / DECIMALS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Hit;
    use contract::PrefixedId;

    fn id(byte: u8) -> MemoryId {
        MemoryId::from_bytes([byte; 16])
    }

    fn order(hits: &[(u8, f32, f32)], best_possible_bm25: f32) -> Vec<(MemoryId, f64)> {
        let hit =
            |&(byte, closeness, bm25): &(u8, f32, f32)| Hit { memory: id(byte), closeness: Some(closeness), bm25 };
        let found = Hits { hits: hits.iter().map(hit).collect(), best_possible_bm25 };
        rank(&found, &RecallDefaults::default()).into_iter().map(|(id, score)| (id, score.total)).collect()
    }

    #[test]
    fn an_exact_word_rescues_a_distant_vector_and_the_reverse() {
        let ranked = order(&[(1, 0.1, 8.0), (2, 0.6, 0.0), (3, 0.2, 1.0)], 16.0);
        assert_eq!(ranked.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), [id(2), id(1), id(3)]);
    }

    #[test]
    fn a_lone_weak_word_is_not_blown_up() {
        let ranked = order(&[(1, 0.0, 1.0)], 40.0);
        assert!((ranked[0].1 - 0.3 * 0.1).abs() < 1e-6, "{ranked:?}");
    }

    #[test]
    fn scores_stay_between_nothing_and_one() {
        for (_, total) in order(&[(1, -0.5, 0.0), (2, 1.0001, 90.0)], 10.0) {
            assert!((0.0..=1.0).contains(&total));
        }
        assert_eq!(order(&[(2, 0.5, 0.0), (1, 0.5, 0.0)], 0.0)[0].0, id(1), "ties go by id");
    }
}
