//! Keyset pagination: a page of items and the cursor of the next one.

use serde::{Deserialize, Serialize};

/// How many items a page holds unless the caller says otherwise.
pub const DEFAULT_PAGE_SIZE: u32 = 50;
/// The most items that a page may hold.
pub const MAX_PAGE_SIZE: u32 = 200;

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The items, in the list's order.
    pub items: Vec<T>,
    /// Pass this to get the next page; absent on the last one. Opaque to callers.
    pub next_cursor: Option<String>,
}
