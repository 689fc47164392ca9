//! `SentencePiece`'s unigram model: the most probable way to cut a text into pieces of the vocabulary (Viterbi).
//!
//! Kudo, "Subword Regularization" (2018), <https://arxiv.org/abs/1804.10959>. A character that no piece covers costs the
//! worst score less 10, and a run of them is one "unknown". Holds the vocabulary in a few flat arrays, about 8 MB for
//! 250,000 pieces.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;

use super::charsmap::CharsMap;

/// `SentencePiece`'s mark for a space.
pub(super) const MARK: char = '\u{2581}';
/// What an unknown character costs beyond the worst piece (`SentencePiece`'s `kUnkPenalty`).
const UNKNOWN_PENALTY: f64 = 10.0;

/// Pieces and their log probabilities, in the order of their ids.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    text: String,
    ends: Vec<usize>,
    scores: Vec<f32>,
}

impl Vocabulary {
    #[expect(clippy::cast_possible_truncation, reason = "SentencePiece's scores are f32 to begin with")]
    pub(super) fn push(&mut self, piece: &str, score: f64) {
        self.text.push_str(piece);
        self.ends.push(self.text.len());
        self.scores.push(score as f32);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn piece(&self, id: usize) -> &[u8] {
        let start = id.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(id).copied().unwrap_or(start);
        self.text.as_bytes().get(start..end).unwrap_or_default()
    }

    fn score(&self, id: u32) -> f64 {
        self.scores.get(id as usize).copied().map_or(f64::NEG_INFINITY, f64::from)
    }
}

/// What is done to a text before it is cut, as far as `tokenizer.json` asks for it.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches of the file")]
pub(super) struct Normaliser {
    pub(super) nfc: bool,
    pub(super) map: CharsMap,
    /// Runs of spaces become one.
    pub(super) collapse: bool,
    /// White space at both ends goes.
    pub(super) strip: bool,
    /// Words are cut at any white space, not at spaces only.
    pub(super) split_whitespace: bool,
}

impl Normaliser {
    /// The text with every space a mark, starting with one; empty if nothing is left.
    fn apply(&self, text: &str) -> String {
        let mut mapped = String::with_capacity(text.len() + 8);
        if self.nfc && !text.is_ascii() {
            self.map.replace(&text.nfc().collect::<String>(), &mut mapped);
        } else {
            self.map.replace(text, &mut mapped);
        }
        let mut marked = String::with_capacity(mapped.len() + 8);
        if self.split_whitespace {
            mapped.split_whitespace().for_each(|word| push_marked(word, &mut marked));
        } else {
            let kept = if self.strip { mapped.trim() } else { &mapped };
            let mut before = None;
            let kept = kept.chars().filter(|char| before.replace(*char) != Some(' ') || *char != ' ' || !self.collapse);
            push_marked(&kept.collect::<String>(), &mut marked);
        }
        marked
    }
}

/// Appends `text` with a mark for each space and one in front, unless it starts with one.
fn push_marked(text: &str, out: &mut String) {
    if !text.is_empty() && !text.starts_with([' ', MARK]) {
        out.push(MARK);
    }
    out.extend(text.chars().map(|char| if char == ' ' { MARK } else { char }));
}

/// Piece to id: open addressing with linear probing, at most half full.
#[derive(Debug)]
struct Table {
    /// Id plus one; 0 is free.
    slots: Vec<u32>,
}

/// FNV-1a, which can be continued byte by byte while a candidate piece grows.
const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;

fn hash_step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

impl Table {
    fn new(vocabulary: &Vocabulary, left_out: &HashSet<u32>) -> Self {
        let size = (vocabulary.len() * 2).next_power_of_two().max(2);
        let mut table = Self { slots: vec![0; size] };
        for (id, index) in (0..vocabulary.len()).zip(0_u32..) {
            let piece = vocabulary.piece(id);
            if !left_out.contains(&index) && !piece.is_empty() {
                let hash = piece.iter().fold(HASH_START, |hash, byte| hash_step(hash, *byte));
                let slot = table.slot(hash, piece, vocabulary);
                table.slots[slot] = index + 1;
            }
        }
        table
    }

    /// Where `piece` is, or would be put.
    fn slot(&self, hash: u64, piece: &[u8], vocabulary: &Vocabulary) -> usize {
        let mask = self.slots.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "a hash: any bits will do")]
        let mut slot = (hash ^ (hash >> 29)) as usize & mask;
        while let Some(id) = self.slots[slot].checked_sub(1) {
            if vocabulary.piece(id as usize) == piece {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn find(&self, hash: u64, piece: &[u8], vocabulary: &Vocabulary) -> Option<u32> {
        self.slots[self.slot(hash, piece, vocabulary)].checked_sub(1)
    }
}

/// The best way found so far to reach a place in a word.
#[derive(Clone, Copy)]
struct Reach {
    score: f64,
    from: usize,
    id: u32,
}

const UNREACHED: Reach = Reach { score: f64::NEG_INFINITY, from: usize::MAX, id: 0 };

/// The tokenizer.
#[derive(Debug)]
pub(super) struct Unigram {
    normaliser: Normaliser,
    vocabulary: Vocabulary,
    table: Table,
    unknown: u32,
    unknown_score: f64,
    longest: usize,
}

impl Unigram {
    /// `control` are the ids that text must never produce; `unknown` is one of its own accord.
    pub(super) fn new(normaliser: Normaliser, vocabulary: Vocabulary, unknown: u32, control: &HashSet<u32>) -> Self {
        let mut left_out = control.clone();
        left_out.insert(unknown);
        let kept = || (0_u32..).zip(&vocabulary.scores).filter(|(id, _)| !left_out.contains(id));
        let worst = kept().map(|(_, score)| f64::from(*score)).fold(0.0, f64::min);
        let longest = (0..vocabulary.len()).map(|id| vocabulary.piece(id).len()).max().unwrap_or(0);
        let table = Table::new(&vocabulary, &left_out);
        Self { normaliser, vocabulary, table, unknown, unknown_score: worst - UNKNOWN_PENALTY, longest }
    }

    pub(super) fn vocabulary_size(&self) -> usize {
        self.vocabulary.len()
    }

    pub(super) fn tokens(&self, text: &str) -> Vec<u32> {
        let marked = self.normaliser.apply(text);
        let mut ids = Vec::new();
        let mut rest = marked.as_str();
        while !rest.is_empty() {
            // Words are cut one by one: no piece reaches over a mark.
            let next = rest.char_indices().skip(1).find(|(_, char)| *char == MARK);
            let (word, after) = rest.split_at(next.map_or(rest.len(), |(index, _)| index));
            self.cut(word, &mut ids);
            rest = after;
        }
        ids
    }

    /// Appends the ids of the best cut of one word.
    fn cut(&self, word: &str, ids: &mut Vec<u32>) {
        let reach = self.best_paths(word);
        let first = ids.len();
        let mut end = word.len();
        while end > 0 {
            let step = reach[end];
            if step.id != self.unknown || ids.len() == first || ids.last() != Some(&self.unknown) {
                ids.push(step.id);
            }
            end = step.from;
        }
        ids[first..].reverse();
    }

    /// For each byte position the best way there. Every character boundary is reached: by a piece or as unknown.
    fn best_paths(&self, word: &str) -> Vec<Reach> {
        let bytes = word.as_bytes();
        let mut reach = vec![UNREACHED; bytes.len() + 1];
        reach[0].score = 0.0;
        for (start, char) in word.char_indices() {
            let score = reach[start].score;
            let mut improve = |end: usize, id: u32, cost: f64| {
                let candidate = Reach { score: score + cost, from: start, id };
                if reach[end].from == usize::MAX || candidate.score > reach[end].score {
                    reach[end] = candidate;
                }
            };
            let single = start + char.len_utf8();
            let mut single_known = false;
            let mut hash = HASH_START;
            for end in start + 1..=bytes.len().min(start + self.longest) {
                hash = hash_step(hash, bytes[end - 1]);
                if !word.is_char_boundary(end) {
                    continue;
                }
                if let Some(id) = self.table.find(hash, &bytes[start..end], &self.vocabulary) {
                    improve(end, id, self.vocabulary.score(id));
                    single_known |= end == single;
                }
            }
            if !single_known {
                improve(single, self.unknown, self.unknown_score);
            }
        }
        reach
    }
}
