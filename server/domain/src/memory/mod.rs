//! What a memory is made of, and the rules of its life that need no store. Pure: calls kernel and policy only.

mod changes;
mod content;
mod editable;
mod facts;
mod lifecycle;
mod meaning;
mod reconcile;

pub use changes::{changed_fields, changes, text_diff};
pub use content::Content;
pub use editable::{corrected, editable, merged};
pub use facts::fact_in;
pub use lifecycle::{asks_for_more_care, index_state_at_rest, is_correctable, is_searchable};
pub use reconcile::{Known, Newcomer, Reconciled, reconcile};
