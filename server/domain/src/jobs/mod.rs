//! Background work: carrying the outbox into the search index. Runs in the server's process; safe beside other processes.

mod indexer;

pub use indexer::{IndexQueue, Indexer};
