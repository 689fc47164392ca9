//! Searching one's own memories, the masked ones too: row by row, decrypted here and never indexed.

use super::OwnerDesk;
use super::list::Paged;
use crate::desks::DeskError;
use crate::kernel::text::normalise;
use crate::memory::Content;
use crate::storage::{Keyset, ListQuery, OwnedMemory};
use contract::Searched;

/// Rows that are read and decrypted at a time; between two such chunks, others get their turn.
const CHUNK: u32 = 500;
/// A page of hits looks at so many rows at most, and then says where to go on.
const MOST_ROWS: u32 = 5_000;

impl OwnerDesk {
    /// A page of the query's rows that hold all of `words`. It may end before it is full; then `next` goes on.
    pub(super) async fn search(&self, query: ListQuery<'_>, words: &str) -> Result<(Paged, Searched), DeskError> {
        let words = Words::of(words);
        let limit = query.limit as usize;
        let mut query = ListQuery { limit: CHUNK, ..query };
        let mut searched = Searched { rows: 0, unreadable: 0, stopped: false };
        let mut hits: Vec<(Keyset, OwnedMemory)> = Vec::new();
        loop {
            let placed = self.core.store.list_page(self.tenant(), &self.subject, &query).await?;
            let last = placed.last().map(|memory| memory.place.clone());
            let is_last_chunk = placed.len() < CHUNK as usize;
            for (place, row) in self.rows(placed).await? {
                searched.rows += 1;
                match self.core.store.open_content(&row.sealed) {
                    // One hit more than asked for tells whether there is a next page.
                    Ok(content) if words.are_in(&content) && hits.len() == limit => {
                        let next = hits.last().map(|(place, _)| place.clone());
                        return Ok((paged(hits, next), searched));
                    }
                    Ok(content) if words.are_in(&content) => hits.push((place, row)),
                    Ok(_) => {}
                    Err(_) => searched.unreadable += 1,
                }
            }
            if is_last_chunk {
                return Ok((paged(hits, None), searched));
            }
            if searched.rows >= MOST_ROWS {
                searched.stopped = true;
                return Ok((paged(hits, last), searched));
            }
            query.after = last;
        }
    }
}

fn paged(hits: Vec<(Keyset, OwnedMemory)>, next: Option<Keyset>) -> Paged {
    Paged { rows: hits.into_iter().map(|(_, row)| row).collect(), next }
}

/// The words of a search, in the form in which texts are compared.
struct Words(Vec<String>);

impl Words {
    fn of(text: &str) -> Self {
        Self(comparable(text).split_whitespace().map(str::to_owned).collect())
    }

    /// Whether each word is somewhere in the content. Parts of words count: Korean words end in particles. No words are
    /// nowhere: a search of nothing but invisible characters must not find everything.
    fn are_in(&self, content: &Content) -> bool {
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
