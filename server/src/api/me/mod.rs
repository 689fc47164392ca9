//! `/api/v1/me`: what a person does about oneself, in a browser that is signed in or through a personal key.

pub mod ask;
pub mod consent;
pub mod data;
pub mod keys;
pub mod memories;
pub mod sessions;

use super::problem::Refusal;
use axum::Json;
use contract::FieldError;
use serde::Serialize;

/// The answer of a handler: JSON or a problem.
pub type Answer<T> = Result<Json<T>, Refusal>;

/// The same fault of a memory, named from the root of a body that holds it. What is wrong with the text as a whole is wrong
/// with `memory`.
pub fn inside(fault: FieldError) -> FieldError {
    let field = if fault.field == "json" { "memory".to_owned() } else { format!("memory.{}", fault.field) };
    FieldError { field, ..fault }
}

/// A list that comes in one piece.
#[derive(Serialize)]
pub struct Items<T> {
    items: Vec<T>,
}

impl<T> Items<T> {
    /// The body that holds `items`.
    pub fn of(items: Vec<T>) -> Json<Self> {
        Json(Self { items })
    }
}
