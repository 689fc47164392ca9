//! Background work: carrying the outbox into the search index, and rejecting candidates whose time is over. Runs in the
//! server's process; safe beside other processes.

mod expiry;
mod indexer;

pub use expiry::{Expiry, Looks, reject_by_time};
pub use indexer::{IndexQueue, Indexer};
