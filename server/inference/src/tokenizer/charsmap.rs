//! `SentencePiece`'s `precompiled_charsmap`: which character sequences a text's normalisation replaces, and by what.
//!
//! The blob is a u32 byte length, a double-array trie of that length (darts-clone's units) and NUL-terminated
//! replacements that the trie's leaves point into. As in `SentencePiece` the longest match wins, at any character. The
//! `tokenizers` crate matches whole grapheme clusters instead, and so drops a combining mark behind a replaced character.

use std::str;

/// A parsed map.
#[derive(Debug)]
pub(super) struct CharsMap {
    units: Vec<u32>,
    replacements: String,
}

const LEAF: u32 = 1 << 31;
const HAS_LEAF: u32 = 1 << 8;

/// How far a node's children are: bits 10 to 30, times 256 if bit 9 is set.
fn offset(unit: u32) -> usize {
    ((unit >> 10) as usize) << ((unit & (1 << 9)) >> 6)
}

impl CharsMap {
    /// None if the blob is not such a map.
    pub(super) fn parse(blob: &[u8]) -> Option<Self> {
        let (length, rest) = blob.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (trie, replacements) = rest.split_at_checked(length)?;
        let (units, []) = trie.as_chunks::<4>() else { return None };
        let units: Vec<u32> = units.iter().map(|unit| u32::from_le_bytes(*unit)).collect();
        let replacements = str::from_utf8(replacements).ok()?.to_owned();
        (!units.is_empty()).then_some(Self { units, replacements })
    }

    /// Appends `text` with every match replaced.
    pub(super) fn replace(&self, text: &str, out: &mut String) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = if let Some((length, replacement)) = self.longest_match(rest) {
                out.push_str(replacement);
                length
            } else {
                out.push(first);
                first.len_utf8()
            };
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    /// The longest key that `text` starts with: its length and what replaces it.
    fn longest_match(&self, text: &str) -> Option<(usize, &str)> {
        let mut longest = None;
        let mut position = offset(*self.units.first()?);
        for (index, byte) in text.bytes().enumerate() {
            position ^= usize::from(byte);
            let Some(unit) = self.units.get(position) else { break };
            if byte == 0 || unit & (LEAF | 0xff) != u32::from(byte) {
                break;
            }
            position ^= offset(*unit);
            if unit & HAS_LEAF != 0 && text.is_char_boundary(index + 1) {
                longest = self.replacement(position).map(|replacement| (index + 1, replacement)).or(longest);
            }
        }
        longest
    }

    fn replacement(&self, leaf: usize) -> Option<&str> {
        let start = usize::try_from(self.units.get(leaf)? & !LEAF).ok()?;
        self.replacements.get(start..)?.split('\0').next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_blobs_are_refused_or_survived() {
        assert!(CharsMap::parse(b"").is_none());
        assert!(CharsMap::parse(&[8, 0, 0, 0, 1, 2, 3, 4]).is_none());
        assert!(CharsMap::parse(&[3, 0, 0, 0, 1, 2, 3]).is_none());
        let wild = CharsMap::parse(&[8, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f, 0, 1, 0, 0, b'x', 0]).expect("well formed");
        let mut out = String::new();
        wild.replace("기억 memory", &mut out);
        assert_eq!(out, "기억 memory");
    }
}
