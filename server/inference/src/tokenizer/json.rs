//! Recognises the `tokenizer.json` files that the compact unigram tokenizer can stand for, and reads them.
//!
//! The vocabulary goes straight from the file's bytes into its flat arrays; the `tokenizers` crate takes about 280 MB
//! and half a second for the same. A file of another shape is not an error here: the answer is then "not mine".

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::Frame;
use super::charsmap::CharsMap;
use super::unigram::{MARK, Normaliser, Unigram, Vocabulary};
use crate::LoadError;
use crate::mapped::Mapped;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    #[serde(default)]
    normalizer: Value,
    #[serde(default)]
    pre_tokenizer: Value,
    #[serde(default)]
    post_processor: Value,
    model: Model,
}

#[derive(Deserialize)]
struct AddedToken {
    id: u32,
    special: bool,
}

#[derive(Deserialize)]
struct Model {
    #[serde(default)]
    r#type: String,
    unk_id: Option<u32>,
    #[serde(default)]
    byte_fallback: bool,
    #[serde(default)]
    vocab: Pieces,
}

/// The vocabulary, if it is a list of pieces with scores; other models have a map.
#[derive(Default)]
struct Pieces(Option<Vocabulary>);

#[derive(Deserialize)]
struct Piece<'a>(#[serde(borrow)] Cow<'a, str>, f64);

impl<'de> Deserialize<'de> for Pieces {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PiecesVisitor)
    }
}

struct PiecesVisitor;

impl<'de> Visitor<'de> for PiecesVisitor {
    type Value = Pieces;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a vocabulary")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Pieces, A::Error> {
        let mut vocabulary = Vocabulary::default();
        while let Some(Piece(piece, score)) = list.next_element()? {
            vocabulary.push(&piece, score);
        }
        Ok(Pieces(Some(vocabulary)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pieces, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Pieces(None))
    }
}

/// The tokenizer and its frame; none if the file describes something else than `SentencePiece`'s unigram.
pub(super) fn read(bytes: &Mapped) -> Result<Option<(Unigram, Frame)>, LoadError> {
    let malformed = |reason: String| LoadError::malformed(bytes.path(), &reason);
    let file: File = serde_json::from_slice(bytes).map_err(|error| malformed(error.to_string()))?;
    let Model { r#type, unk_id: Some(unknown), byte_fallback: false, vocab: Pieces(Some(vocabulary)) } = file.model
    else {
        return Ok(None);
    };
    if r#type != "Unigram" {
        return Ok(None);
    }
    let Some(split_whitespace) = pre_tokenizer(&file.pre_tokenizer) else { return Ok(None) };
    let Some(frame) = frame(&file.post_processor) else { return Ok(None) };
    let Some(normaliser) = normaliser(&file.normalizer, split_whitespace).map_err(malformed)? else { return Ok(None) };
    let known = |id: &u32| (*id as usize) < vocabulary.len();
    if !known(&unknown) || !frame.before.iter().chain(&frame.after).all(known) {
        return Err(malformed("a control token is not in its vocabulary".to_owned()));
    }
    let control: HashSet<u32> = file.added_tokens.iter().filter(|token| token.special).map(|token| token.id).collect();
    // A token added as ordinary text would have to be found before normalisation: not done here.
    let plain_additions = file.added_tokens.iter().any(|token| !token.special || !known(&token.id));
    Ok((!plain_additions).then(|| (Unigram::new(normaliser, vocabulary, unknown, &control), frame)))
}

/// Metaspace, alone or after `WhitespaceSplit`, which is the answer; none for anything else.
fn pre_tokenizer(value: &Value) -> Option<bool> {
    let is_metaspace = |step: &Value| {
        step["type"] == "Metaspace"
            && step["replacement"] == String::from(MARK)
            && step.get("prepend_scheme").is_none_or(|scheme| scheme == "always")
            && step.get("add_prefix_space").is_none_or(|add| add == true)
            && step.get("split").is_none_or(|split| split == true)
    };
    if is_metaspace(value) {
        return Some(false);
    }
    match value["pretokenizers"].as_array()?.as_slice() {
        [only] if is_metaspace(only) => Some(false),
        [split, metaspace] if split["type"] == "WhitespaceSplit" && is_metaspace(metaspace) => Some(true),
        _ => None,
    }
}

/// `[NFC] Precompiled [Replace / {2,}/ " "] [Strip]`; none for anything else, an error if the map is damaged.
fn normaliser(value: &Value, split_whitespace: bool) -> Result<Option<Normaliser>, String> {
    let mut steps = match value["normalizers"].as_array() {
        Some(steps) => steps.iter().peekable(),
        None => std::slice::from_ref(value).iter().peekable(),
    };
    let nfc = steps.next_if(|step| step["type"] == "NFC").is_some();
    let Some(map) = steps.next_if(|step| step["type"] == "Precompiled") else { return Ok(None) };
    let collapses = |step: &&Value| {
        step["type"] == "Replace"
            && step["pattern"]["Regex"] == " {2,}"
            && (step["content"] == " " || step["content"] == "▁")
    };
    let collapse = steps.next_if(collapses).is_some();
    let strips = |step: &&Value| step["type"] == "Strip" && step["strip_left"] == true && step["strip_right"] == true;
    let strip = steps.next_if(strips).is_some();
    if steps.next().is_some() {
        return Ok(None);
    }
    let blob = map["precompiled_charsmap"].as_str().and_then(|text| BASE64.decode(text).ok());
    let map = blob.as_deref().and_then(CharsMap::parse).ok_or("its precompiled_charsmap is damaged")?;
    Ok(Some(Normaliser { nfc, map, collapse, strip, split_whitespace }))
}

/// The ids around the text in `TemplateProcessing`'s template for a single one.
fn frame(value: &Value) -> Option<Frame> {
    let mut frame = Frame::default();
    let mut in_front = true;
    for step in value["single"].as_array().filter(|_| value["type"] == "TemplateProcessing")? {
        if step.get("Sequence").is_some() {
            in_front = false;
            continue;
        }
        let name = step["SpecialToken"]["id"].as_str()?;
        for id in value["special_tokens"][name]["ids"].as_array()? {
            let id = u32::try_from(id.as_u64()?).ok()?;
            if in_front { frame.before.push(id) } else { frame.after.push(id) }
        }
    }
    Some(frame)
}
