//! Text to token ids. Two ways in: a compact unigram tokenizer for the `SentencePiece` kind of `tokenizer.json` (ours and
//! XLM-RoBERTa's), and the `tokenizers` crate for everything else.
//!
//! Kept true by both: whatever a text says, no control id (`<s>`, `[SEP]`…) other than "unknown" comes out of it.

mod charsmap;
mod json;
mod library;
mod unigram;

use std::path::Path;

use crate::LoadError;
use crate::mapped::Mapped;

/// The ids that stand before and after every sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) before: Vec<u32>,
    pub(crate) after: Vec<u32>,
}

impl Frame {
    pub(crate) fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }
}

enum Way {
    Unigram(unigram::Unigram),
    Library(Box<library::Library>),
}

/// A loaded `tokenizer.json`.
pub(crate) struct Tokenizer {
    way: Way,
    frame: Frame,
}

impl Tokenizer {
    /// Reads the file, by the compact way where it can. The parsed JSON is not kept.
    pub(crate) fn load(path: &Path) -> Result<Self, LoadError> {
        let file = Mapped::open(path)?;
        if let Some((unigram, frame)) = json::read(&file)? {
            return Ok(Self { way: Way::Unigram(unigram), frame });
        }
        let (library, frame) = library::Library::read(&file)?;
        Ok(Self { way: Way::Library(Box::new(library)), frame })
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The ids of `text`, without the frame. The error never contains the text.
    pub(crate) fn tokens(&self, text: &str) -> Result<Vec<u32>, String> {
        match &self.way {
            Way::Unigram(unigram) => Ok(unigram.tokens(text)),
            Way::Library(library) => library.tokens(text),
        }
    }

    /// How many ids there are; all ids are smaller.
    pub(crate) fn vocabulary_size(&self) -> usize {
        match &self.way {
            Way::Unigram(unigram) => unigram.vocabulary_size(),
            Way::Library(library) => library.vocabulary_size(),
        }
    }
}

#[cfg(test)]
mod tests;
