//! The vocabulary of Gieok: ids, enums, requests, answers, error codes and the validation that needs no server.
//!
//! Owns the words that the browser, the REST interface, the command line and the domain share. Knows nothing of any of
//! them, holds no input or output, and compiles to wasm. A rule stands here only if both sides of the wire need it.

pub mod account;
pub mod consent;
pub mod error;
pub mod ids;
pub mod memory;
pub mod page;
pub mod recall;
pub mod scope;
pub mod text;
pub mod timestamp;

pub use account::{Role, SessionView};
pub use consent::{ConsentSource, ConsentView};
pub use error::{ErrorCode, FieldError, Problem};
pub use ids::*;
pub use memory::{
    Authority, Class, IndexState, Kind, MemoryRow, SaveMemory, SavedMemory, Sensitivity, SourceRef, SourceRole,
    Statement, Status, Validity,
};
pub use page::Page;
pub use recall::{Arm, RecallAnswer, RecallDegraded, RecallRequest, RecalledMemory, Score, ScoreTerm};
pub use scope::{Scope, ScopeSet};
pub use timestamp::Timestamp;
