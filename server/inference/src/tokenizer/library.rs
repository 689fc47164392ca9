//! Any other `tokenizer.json`, by way of the `tokenizers` crate.

use std::collections::HashSet;

use super::Frame;
use crate::LoadError;
use crate::mapped::Mapped;

/// The crate's tokenizer and the ids that text must not produce.
pub(super) struct Library {
    inner: tokenizers::Tokenizer,
    control: HashSet<u32>,
}

impl Library {
    pub(super) fn read(file: &Mapped) -> Result<(Self, Frame), LoadError> {
        let malformed = |error: tokenizers::Error| LoadError::malformed(file.path(), &error);
        let mut inner = tokenizers::Tokenizer::from_bytes(&**file).map_err(malformed)?;
        // Long texts are cut into windows here, and sequences are padded or not by the encoder.
        inner.with_truncation(None).map_err(malformed)?.with_padding(None);
        inner.set_encode_special_tokens(true);
        let frame = frame(&inner).map_err(malformed)?;
        let unknown = ["<unk>", "[UNK]"].into_iter().find_map(|token| inner.token_to_id(token));
        let added = inner.get_added_tokens_decoder();
        let control = added.into_iter().filter(|(id, token)| token.special && Some(*id) != unknown).map(|(id, _)| id);
        let control = control.chain(frame.before.iter().chain(&frame.after).copied()).collect();
        Ok((Self { inner, control }, frame))
    }

    /// Control ids are dropped: with a unigram model the crate still takes a typed `</s>` for the piece of that name.
    pub(super) fn tokens(&self, text: &str) -> Result<Vec<u32>, String> {
        let encoding = self.inner.encode_fast(text, false).map_err(|_| "the tokenizer refused a text".to_owned())?;
        Ok(encoding.get_ids().iter().copied().filter(|id| !self.control.contains(id)).collect())
    }

    pub(super) fn vocabulary_size(&self) -> usize {
        let highest = self.inner.get_vocab(true).into_values().max();
        highest.map_or(0, |id| id as usize + 1)
    }
}

/// What the post-processor puts around a text, found by trying it.
fn frame(tokenizer: &tokenizers::Tokenizer) -> Result<Frame, tokenizers::Error> {
    let framed = tokenizer.encode_fast("a", true)?;
    let bare = tokenizer.encode_fast("a", false)?;
    let (framed, bare) = (framed.get_ids(), bare.get_ids());
    let start = framed.windows(bare.len().max(1)).position(|window| window == bare).unwrap_or(0);
    let end = (start + bare.len()).min(framed.len());
    Ok(Frame { before: framed[..start].to_vec(), after: framed[end..].to_vec() })
}
