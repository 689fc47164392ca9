//! Writing a memory, in fields or as JSON, over one state: for its owner who corrects it, and for the reviewer who approves
//! it with an edit.

mod draft;
mod editor;
mod fields;
mod form;
mod json;
mod moment;

pub use draft::Draft;
pub use editor::{Editor, Mode};
pub use fields::PREFIX;
pub use form::{CorrectForm, MainFields};
pub use json::CorrectJson;
