//! What a memory is made of, and the rules of its life that need no store. Pure: calls kernel and policy only.

mod changes;
mod content;
mod editable;
mod lifecycle;

pub use changes::{changed_fields, changes};
pub use content::Content;
pub use editable::{corrected, editable};
pub use lifecycle::{asks_for_more_care, index_state_at_rest, is_correctable, is_searchable};
