//! What the forms of settings share, those of a service's revision and those of the whole system: what is filled in, the
//! fields, the words, and what comes of sending.

mod fields;
mod filled_in;
mod sending;
mod words;

pub use fields::{Fields, SelectField, TextAreaField, TextField, TickField};
pub use filled_in::{FilledIn, ticked};
pub use sending::{Refusals, Sending};
pub use words::{approval_key, setting_key, value_text};
