//! Searching decrypted content for words, for whoever may read it. Rows are read in chunks up to a bound.

use crate::kernel::text::normalise;
use crate::memory::Content;

/// Rows that are read and decrypted at a time; between two such chunks, others get their turn.
pub(super) const CHUNK: u32 = 500;
/// A page of hits looks at so many rows at most, and then says where to go on.
pub(super) const MOST_ROWS: u32 = 5_000;

/// The words of a search, in the form in which texts are compared.
pub(super) struct Words(Vec<String>);

impl Words {
    /// The words of `text`.
    pub fn of(text: &str) -> Self {
        Self(comparable(text).split_whitespace().map(str::to_owned).collect())
    }

    /// Whether each word is somewhere in the content. Parts of words count: Korean words end in particles. No words are
    /// nowhere: a search of nothing but invisible characters must not find everything.
    pub fn are_in(&self, content: &Content) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let texts: Vec<String> = texts(content).map(comparable).collect();
        self.0.iter().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

fn comparable(text: &str) -> String {
    normalise(text).to_lowercase()
}

fn texts(content: &Content) -> impl Iterator<Item = &str> {
    let fact = content.normalized_fact.iter().flat_map(|fact| [fact.predicate.as_str(), fact.object.as_str()]);
    let entities = content.entities.iter().map(|entity| entity.name.as_str());
    let spans = content.sources.iter().filter_map(|source| source.span.as_deref());
    [Some(content.statement.as_str()), content.raw_content.as_deref(), content.memory_subtype.as_deref()]
        .into_iter()
        .flatten()
        .chain(content.keywords.iter().map(String::as_str))
        .chain(fact)
        .chain(entities)
        .chain(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_be_somewhere() {
        let mut content = Content::of("회의는 월요일에 한다".into(), Vec::new());
        content.keywords.push("Seoul".into());
        for (words, found) in [
            ("월요일", true),
            ("seoul 회의", true),
            ("ＳＥＯＵＬ", true),
            ("화요일", false),
            ("seoul 화요일", false),
            ("\u{200b}", false),
        ] {
            assert_eq!(Words::of(words).are_in(&content), found, "{words}");
        }
    }
}
