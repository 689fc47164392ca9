//! Walks the whole log and finds the first row that was changed, removed, moved or added by other hands than ours.
//!
//! The chain proves that what is there hangs together. It has no secret: whoever can write the database can also write a
//! new end of the log, or all of it, with hashes that fit. Only a hash that was noted elsewhere tells that.

use super::chain_hash;
use crate::storage::{ChainedRow, Store, StoreError};
use std::fmt;

/// Rows that are read at a time: memory stays the same however long the log is, and no writer waits for a long read.
const CHUNK: u32 = 1_000;

/// Where something is in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Before the first row.
    Beginning,
    /// At a row.
    Row {
        /// Its number.
        seq: i64,
        /// Its id.
        id: String,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beginning => f.write_str("the beginning"),
            Self::Row { seq, id } => write!(f, "row {seq} ({id})"),
        }
    }
}

/// What is wrong with the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A row says something else than when it was written.
    #[error("{0} was changed: its hash does not fit what it says")]
    Changed(Place),
    /// Numbers are left out, which the database never does by itself.
    #[error("rows are missing between {before} and {after}: their numbers do not follow one another")]
    Missing {
        /// The last row before.
        before: Place,
        /// The next one that is there.
        after: Place,
    },
    /// A row is not the one that came after the one before it.
    #[error("{after} does not follow {before}: a row was removed, added, moved or rewritten there")]
    Unlinked {
        /// The row before.
        before: Place,
        /// The row that does not follow.
        after: Place,
    },
    /// Two rows have one id.
    #[error("the id {0} is there twice")]
    Twice(String),
    /// The database has numbered more rows, or fewer, than there are.
    #[error("the log ends with {last}, but the database has counted to {counted}: rows were removed from its end")]
    Cut {
        /// The last row.
        last: Place,
        /// The number that the database gave last.
        counted: i64,
    },
    /// The hash that was noted elsewhere is not in the chain.
    #[error("no row has the hash that was to be looked for: the log was cut before it, or rewritten")]
    HeadMissing,
}

/// What a walk through the log came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// How many rows were looked at and found sound.
    pub rows: u64,
    /// The last of them.
    pub last: Place,
    /// Its hash; zeros before the first row.
    pub head: [u8; 32],
    /// The first thing that is wrong.
    pub flaw: Option<Flaw>,
}

/// Walks the log as far as it goes now, oldest row first, and stops at the first flaw. With `noted`, a hash that was once
/// the last, some row must have it. `progress` hears how many rows of how many are done.
///
/// # Errors
/// [`StoreError`] if the log cannot be read.
pub async fn verify(
    store: &Store,
    noted: Option<[u8; 32]>,
    mut progress: impl FnMut(u64, u64),
) -> Result<Verified, StoreError> {
    let end = store.audit_end().await?;
    let (last_seq, counted) = (end.last.unwrap_or(0), end.counted.unwrap_or(0));
    let mut walk = Walk { rows: 0, seq: 0, last: Place::Beginning, head: [0; 32], wanted: noted };
    // From the very beginning: a row that was put before the first one does not fit either.
    let mut after = i64::MIN;
    loop {
        let rows = store.audit_chain(after, last_seq, CHUNK).await?;
        let Some(last) = rows.last() else { break };
        after = last.seq;
        for row in rows {
            if let Err(flaw) = walk.step(&row) {
                return Ok(walk.ended(Some(flaw)));
            }
        }
        progress(walk.rows, u64::try_from(last_seq).unwrap_or(0));
    }
    let flaw = if last_seq != counted {
        Some(Flaw::Cut { last: walk.last.clone(), counted })
    } else if let Some(id) = store.repeated_audit_id().await? {
        Some(Flaw::Twice(id))
    } else {
        walk.wanted.is_some().then_some(Flaw::HeadMissing)
    };
    Ok(walk.ended(flaw))
}

/// How far a walk has come.
struct Walk {
    rows: u64,
    seq: i64,
    last: Place,
    head: [u8; 32],
    /// The hash that some row must have, until it is found.
    wanted: Option<[u8; 32]>,
}

impl Walk {
    fn step(&mut self, row: &ChainedRow) -> Result<(), Flaw> {
        let (before, after) = (self.last.clone(), Place::Row { seq: row.seq, id: row.row.id.clone() });
        if row.seq != self.seq + 1 {
            return Err(Flaw::Missing { before, after });
        }
        if row.prev_hash != self.head {
            return Err(Flaw::Unlinked { before, after });
        }
        let hash = chain_hash(&row.row, &self.head);
        if row.hash != hash {
            return Err(Flaw::Changed(after));
        }
        if self.wanted == Some(hash) {
            self.wanted = None;
        }
        (self.rows, self.seq, self.last, self.head) = (self.rows + 1, row.seq, after, hash);
        Ok(())
    }

    fn ended(self, flaw: Option<Flaw>) -> Verified {
        Verified { rows: self.rows, last: self.last, head: self.head, flaw }
    }
}
