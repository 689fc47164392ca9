//! What a memory is made of, and the rules of its life that need no store. Pure: calls kernel and policy only.

mod content;
mod lifecycle;

pub use content::Content;
pub use lifecycle::{asks_for_more_care, index_state_at_rest, is_searchable};
