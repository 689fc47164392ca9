//! The REST interface as a page that needs no script and no outside host. The server hands over what there is to show.

mod page;
mod reference;
mod text;

pub use page::ApiPage;
pub use reference::{
    ApiAnswer, ApiBody, ApiChapter, ApiExample, ApiField, ApiOperation, ApiReference, ApiShape, SharedReference,
};
