//! The work of one request, in pieces: texts become windows that fit the model, windows become chunks that take a bounded
//! time, and the windows of a text become its vector.
//!
//! A text longer than the model's positions is cut into windows without overlap. Its vector is the mean of the windows'
//! means, weighted by their tokens, then brought to length 1.

use std::collections::VecDeque;

use crate::EmbedError;

/// A chunk holds at most this many tokens, or one window: about what a single full window costs.
const CHUNK_TOKENS: usize = 512;

struct Window {
    text: usize,
    ids: Vec<u32>,
}

/// A request's remaining windows and the sums so far.
pub(crate) struct Batch {
    waiting: VecDeque<Window>,
    sums: Vec<Vec<f32>>,
}

impl Batch {
    /// `contents` are the texts' tokens; `room` of them fit between `before` and `after`.
    pub(crate) fn new(contents: &[Vec<u32>], before: &[u32], after: &[u32], room: usize) -> Self {
        let mut waiting = VecDeque::new();
        for (text, content) in contents.iter().enumerate() {
            let mut push = |part: &[u32]| waiting.push_back(Window { text, ids: [before, part, after].concat() });
            if content.is_empty() {
                push(&[]);
            }
            content.chunks(room.max(1)).for_each(push);
        }
        Self { waiting, sums: vec![Vec::new(); contents.len()] }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Computes the next chunk with `means`, which gives one vector a sequence. `frame` tokens of a window are no content.
    pub(crate) fn step(
        &mut self,
        frame: usize,
        means: impl FnOnce(&[Vec<u32>]) -> Result<Vec<Vec<f32>>, EmbedError>,
    ) -> Result<(), EmbedError> {
        let mut tokens = 0;
        let mut texts = Vec::new();
        let mut sequences = Vec::new();
        while let Some(window) =
            self.waiting.pop_front_if(|next| tokens == 0 || tokens + next.ids.len() <= CHUNK_TOKENS)
        {
            tokens += window.ids.len();
            texts.push(window.text);
            sequences.push(window.ids);
        }
        for ((text, sequence), mean) in texts.into_iter().zip(&sequences).zip(means(&sequences)?) {
            #[expect(clippy::cast_precision_loss, reason = "a window has some hundred tokens")]
            let weight = sequence.len().saturating_sub(frame).max(1) as f32;
            let sum = &mut self.sums[text];
            sum.resize(mean.len(), 0.0);
            sum.iter_mut().zip(mean).for_each(|(sum, value)| *sum += weight * value);
        }
        Ok(())
    }

    /// The vectors, in the order of the texts, each of length 1.
    pub(crate) fn finish(self) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.sums.into_iter().map(normalise).collect()
    }
}

fn normalise(mut vector: Vec<f32>) -> Result<Vec<f32>, EmbedError> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if !length.is_normal() {
        return Err(EmbedError::Failed("the model gave a vector without direction".to_owned()));
    }
    for value in &mut vector {
        *value /= length;
    }
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of a sequence is its ids' sum and its length.
    #[expect(clippy::cast_precision_loss, clippy::unnecessary_wraps, reason = "small numbers; the signature is given")]
    fn stand_in(sequences: &[Vec<u32>]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(sequences.iter().map(|ids| vec![ids.iter().sum::<u32>() as f32, ids.len() as f32]).collect())
    }

    #[test]
    fn long_texts_become_windows_weighted_by_their_tokens() {
        let mut batch = Batch::new(&[vec![1, 1, 1, 1, 5]], &[0], &[0], 4);
        batch.step(2, stand_in).expect("step");
        assert!(batch.is_done());
        // 4 × (4, 6) + 1 × (5, 3) = (21, 27)
        let vector = batch.finish().expect("vectors").remove(0);
        assert!((vector[0] / vector[1] - 21.0 / 27.0).abs() < 1e-6, "{vector:?}");
        assert!((vector.iter().map(|value| value * value).sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_chunk_is_bounded_and_order_is_kept() {
        let contents: Vec<Vec<u32>> = (1..=20).map(|id| vec![id; 100]).collect();
        let mut batch = Batch::new(&contents, &[], &[], 510);
        let mut steps = 0;
        while !batch.is_done() {
            batch
                .step(0, |sequences| {
                    assert!(sequences.iter().map(Vec::len).sum::<usize>() <= CHUNK_TOKENS);
                    stand_in(sequences)
                })
                .expect("step");
            steps += 1;
        }
        assert_eq!(steps, 4);
        let vectors = batch.finish().expect("vectors");
        assert!(vectors.iter().zip(1_u8..).all(|(vector, id)| (vector[0] / vector[1] - f32::from(id)).abs() < 1e-4));
    }

    #[test]
    fn an_empty_text_is_one_bare_window_and_no_text_no_window() {
        let mut batch = Batch::new(&[vec![]], &[7], &[8], 4);
        batch.step(2, stand_in).expect("step");
        assert_eq!(batch.finish().expect("vectors").len(), 1);
        assert!(Batch::new(&[], &[7], &[8], 4).is_done());
    }

    #[test]
    fn a_vector_without_direction_is_a_failure() {
        assert!(matches!(normalise(vec![0.0, 0.0]), Err(EmbedError::Failed(_))));
        assert!(matches!(normalise(vec![f32::NAN]), Err(EmbedError::Failed(_))));
    }
}
