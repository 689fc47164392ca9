//! Searching one's own memories, the masked ones too: row by row, decrypted here and never indexed.

use super::OwnerDesk;
use super::list::Paged;
use crate::desks::DeskError;
use crate::desks::text_search::{CHUNK, MOST_ROWS, Words};
use crate::storage::{Keyset, ListQuery, OwnedMemory};
use contract::Searched;

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
