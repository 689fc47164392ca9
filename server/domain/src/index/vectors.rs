//! The vectors of one person's memories, and how close a question is to each.
//!
//! Embeddings of one model share a common direction, so all cosines lie close together (0.7 to 0.9 for E5) and mean
//! little by themselves. Taking away the mean of the person's own vectors before comparing spreads them: 0 is then "no
//! closer than this person's memories are on average". (Mu and Viswanath 2018, "All-but-the-Top", without the second
//! step.) One more vector of zeros is counted into the mean, so that one or two memories do not cancel themselves out.

use half::f16;
use half::slice::HalfFloatSliceExt;

/// Stores a vector as half-precision floats, little endian: the error of a cosine stays below 0.001.
pub(super) fn to_stored(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|&x| f16::from_f32(x).to_le_bytes()).collect()
}

/// Vectors of one length, one after the other.
#[derive(Default)]
pub(super) struct Vectors {
    dimensions: usize,
    values: Vec<f32>,
}

impl Vectors {
    /// None yet, of that length; 0 if nobody wants to see them.
    pub fn new(dimensions: usize) -> Self {
        Self { dimensions, values: Vec::new() }
    }

    /// Adds a stored vector. One of another length becomes zeros, which are close to nothing.
    pub fn push_stored(&mut self, bytes: &[u8]) {
        let start = self.values.len();
        self.values.resize(start + self.dimensions, 0.0);
        if bytes.len() == 2 * self.dimensions {
            let halves: Vec<f16> = bytes.chunks_exact(2).map(|pair| f16::from_le_bytes([pair[0], pair[1]])).collect();
            halves.convert_to_f32_slice(&mut self.values[start..]);
        }
    }

    /// Adds all of `others`, which have the same length.
    pub fn append(&mut self, mut others: Self) {
        self.values.append(&mut others.values);
    }

    /// The cosine of `question` and each vector, both taken relative to the vectors' mean; in order.
    pub fn closeness_to(&self, question: &[f32]) -> Vec<f32> {
        let mean = self.mean();
        let question = minus(question, &mean);
        self.values.chunks_exact(self.dimensions).map(|vector| cosine(&question, &minus(vector, &mean))).collect()
    }

    fn mean(&self) -> Vec<f32> {
        let mut sum = vec![0.0_f32; self.dimensions];
        let vectors = self.values.chunks_exact(self.dimensions);
        let count = vectors.len() + 1;
        for vector in vectors {
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

    fn vectors(all: &[[f32; 2]]) -> Vectors {
        let mut vectors = Vectors::new(2);
        for vector in all {
            vectors.push_stored(&to_stored(vector));
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
        some.push_stored(&[1, 2, 3]);
        let close = some.closeness_to(&[1.0, 0.0]);
        assert!(close.len() == 2 && close[1] < close[0]);
        assert!(Vectors::new(2).closeness_to(&[1.0, 0.0]).is_empty());
    }
}
