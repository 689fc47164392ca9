//! The search index: Tantivy on disk, words and vectors. It proposes; the store decides.
//!
//! Keeps true: tenant, subject and scope are part of every query; what a person's search costs and scores depends on
//! that person's memories only; the index holds nothing that the store could not give back.

mod analysis;
mod folder;
mod lease;
mod schema;
mod search;
mod vectors;
mod writer;

pub use folder::{Index, IndexError, Opened};
pub use lease::{Apply, HeldWriter, WriterLease, WriterWrap};
pub use search::{Hit, Hits, Question};
pub use writer::{Change, Document};

use contract::{TenantId, UserId};
use sha2::{Digest, Sha256};

/// Whose documents: the hard filter of every query and the key of every document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// `tenant` ‖ unit separator ‖ `subject`: the exact filter.
    key: String,
    /// Sixteen hexadecimal digits of its SHA-256, put in front of each word, so that each person has posting lists and
    /// word frequencies of one's own.
    route: String,
}

impl Owner {
    /// The owner of the subject's documents in the tenant.
    pub fn new(tenant: &TenantId, subject: &UserId) -> Self {
        let key = format!("{tenant}\u{1f}{subject}");
        let digest = Sha256::digest(&key);
        let route = digest[..8].iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
        Self { key, route }
    }

    fn routed(&self, word: &str) -> String {
        format!("{}{word}", self.route)
    }
}
