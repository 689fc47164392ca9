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
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The answer of a handler: JSON or a problem.
pub type Answer<T> = Result<Json<T>, Refusal>;

/// The same fault of a memory, named from the root of a body that holds it. What is wrong with the text as a whole is wrong
/// with `memory`.
pub fn inside(fault: FieldError) -> FieldError {
    let field = if fault.field == "json" { "memory".to_owned() } else { format!("memory.{}", fault.field) };
    FieldError { field, ..fault }
}

/// A list that comes in one piece.
#[derive(Serialize, Deserialize)]
pub struct Items<T> {
    items: Vec<T>,
}

impl<T> Items<T> {
    /// The body that holds `items`.
    pub fn of(items: Vec<T>) -> Json<Self> {
        Json(Self { items })
    }
}

impl<T: ToSchema> PartialSchema for Items<T> {
    fn schema() -> RefOr<Schema> {
        let items = ArrayBuilder::new().items(Ref::from_schema_name(T::name()));
        ObjectBuilder::new().property("items", items).required("items").into()
    }
}

/// Not derived, because derived names leave out what the list is of.
impl<T: ToSchema> ToSchema for Items<T> {
    fn name() -> Cow<'static, str> {
        format!("{}Items", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
}
