//! The vectors of one person's memories, and how close a question is to each.
//!
//! Embeddings of one model share a common direction, so all cosines lie close together (0.7 to 0.9 for E5) and mean
//! little by themselves. Taking away the mean of the person's own vectors before comparing spreads them: 0 is then "no
//! closer than this person's memories are on average". (Mu and Viswanath 2018, "All-but-the-Top", without the second
//! step.) One more vector of zeros is counted into the mean, so that one or two memories do not cancel themselves out.

use crate::kernel::Embedding;
use half::f16;
use half::slice::HalfFloatSliceExt;
use sha2::{Digest, Sha256};

/// The first bytes of the SHA-256 of a model's id. They stand before each vector: what another model made is not compared.
pub(super) type ModelTag = [u8; 8];

fn tag(model: &str) -> ModelTag {
    let digest = Sha256::digest(model);
    std::array::from_fn(|place| digest[place])
}

/// Stores a vector as its model's tag and half-precision floats, little endian: the error of a cosine stays below 0.001.
pub(super) fn to_stored(vector: &Embedding) -> Vec<u8> {
    let halves = vector.values.iter().flat_map(|&x| f16::from_f32(x).to_le_bytes());
    tag(&vector.model).into_iter().chain(halves).collect()
}

/// Which vectors are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    model: ModelTag,
    dimensions: usize,
}

impl Wanted {
    /// Those that can be compared with `question`; none without one.
    pub fn by(question: Option<&Embedding>) -> Self {
        question.map_or_else(Self::default, |question| Self {
            model: tag(&question.model),
            dimensions: question.values.len(),
        })
    }

    /// Whether any are.
    pub fn any(self) -> bool {
        self.dimensions > 0
    }
}

/// Vectors of one length, one after the other.
#[derive(Default)]
pub(super) struct Vectors {
    wanted: Wanted,
    values: Vec<f32>,
    /// How many of them are not zeros only.
    readable: usize,
}

impl Vectors {
    /// None yet.
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Adds a stored vector. One of another model or length becomes zeros, which are close to nothing.
    pub fn push_stored(&mut self, bytes: &[u8]) {
        let (start, Wanted { model, dimensions }) = (self.values.len(), self.wanted);
        self.values.resize(start + dimensions, 0.0);
        let Some(halves) = bytes.strip_prefix(&model).filter(|halves| halves.len() == 2 * dimensions) else { return };
        let halves: Vec<f16> = halves.chunks_exact(2).map(|pair| f16::from_le_bytes([pair[0], pair[1]])).collect();
        halves.convert_to_f32_slice(&mut self.values[start..]);
        self.readable += 1;
    }

    /// Adds all of `others`, which have the same length.
    pub fn append(&mut self, mut others: Self) {
        self.values.append(&mut others.values);
        self.readable += others.readable;
    }

    /// The cosine of `question` and each vector, both taken relative to the vectors' mean; in order.
    pub fn closeness_to(&self, question: &[f32]) -> Vec<f32> {
        let mean = self.mean();
        let question = minus(question, &mean);
        let closeness = |vector: &[f32]| {
            let is_readable = vector.iter().any(|x| *x != 0.0);
            if is_readable { cosine(&question, &minus(vector, &mean)) } else { 0.0 }
        };
        self.values.chunks_exact(self.wanted.dimensions).map(closeness).collect()
    }

    fn mean(&self) -> Vec<f32> {
        let mut sum = vec![0.0_f32; self.wanted.dimensions];
        let count = self.readable + 1;
        for vector in self.values.chunks_exact(self.wanted.dimensions) {
            for (total, x) in sum.iter_mut().zip(vector) {
                *total += x;
            }
        }
        sum.iter().map(|total| total / count as f32).collect()
    }
}

fn minus(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// 0 if either has no length.
fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    if lengths > 0.0 { dot(a, b) / lengths } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made_by(model: &str, values: &[f32]) -> Embedding {
        Embedding { model: model.into(), values: values.to_vec() }
    }

    fn vectors(all: &[[f32; 2]]) -> Vectors {
        let mut vectors = Vectors::new(Wanted::by(Some(&made_by("a", &[0.0; 2]))));
        for vector in all {
            vectors.push_stored(&to_stored(&made_by("a", vector)));
        }
        vectors
    }

    #[test]
    fn the_common_direction_does_not_count() {
        let close = vectors(&[[0.98, 0.2], [0.98, -0.2], [1.0, 0.0]]).closeness_to(&[0.98, 0.2]);
        assert!(close[0] > 0.9 && close[1] < 0.5, "{close:?}");
    }

    #[test]
    fn a_lone_memory_still_tells_near_from_far() {
        let of = |memory| vectors(&[memory]).closeness_to(&[1.0, 0.0])[0];
        assert!(of([1.0, 0.0]) > 0.99);
        assert!(of([0.8, 0.6]) > of([0.0, 1.0]) + 0.3);
    }

    #[test]
    fn what_cannot_be_read_is_close_to_nothing() {
        let mut some = vectors(&[[1.0, 0.0]]);
        let alone = some.closeness_to(&[1.0, 0.0])[0];
        some.push_stored(&[1, 2, 3]);
        some.push_stored(&to_stored(&made_by("another model", &[1.0, 0.0])));
        assert_eq!(some.closeness_to(&[1.0, 0.0]), [alone, 0.0, 0.0], "nor do they move the mean");
        assert!(vectors(&[]).closeness_to(&[1.0, 0.0]).is_empty());
    }
}
