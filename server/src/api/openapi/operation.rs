//! What a route says of itself under one method. Handlers stay as they are; the table of routes puts both together.

use super::tag::Tag;
use contract::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Required};

/// What JSON is sent as.
pub const JSON: &str = "application/json";

/// A named example, as text.
pub struct Example {
    /// Its name among those of the same body.
    pub name: &'static str,
    /// The text, or why it is not one of the documented type: a test reads it.
    pub text: Result<String, String>,
}

/// A body of one media type.
pub struct Content {
    /// The media type.
    pub media_type: &'static str,
    /// What it is made of.
    pub schema: RefOr<Schema>,
    /// What it may look like.
    pub examples: Vec<Example>,
}

/// An answer that is no problem.
pub struct Answer {
    /// The status.
    pub status: u16,
    /// When it comes.
    pub text: &'static str,
    /// Its body, in each form that can be asked for.
    pub contents: Vec<Content>,
}

/// See the module.
pub struct Operation {
    /// Its name in programs that are made from the document.
    pub id: &'static str,
    /// Where it is listed.
    pub tag: Tag,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// What else is to be known; may be empty.
    pub text: &'static str,
    /// What goes into the address and the headers.
    pub parameters: Vec<Parameter>,
    /// What is sent.
    pub body: Option<Content>,
    /// What comes back.
    pub answers: Vec<Answer>,
    /// The problems of its own, beside those that all of its kind have.
    pub problems: Vec<ErrorCode>,
    /// Everything that its bodies and parameters are made of.
    pub schemas: Vec<(String, RefOr<Schema>)>,
}

impl Operation {
    /// An operation with neither parameters nor answers yet.
    pub fn new(tag: Tag, id: &'static str, summary: &'static str) -> Self {
        Self {
            id,
            tag,
            summary,
            text: "",
            parameters: Vec::new(),
            body: None,
            answers: Vec::new(),
            problems: Vec::new(),
            schemas: Vec::new(),
        }
    }

    /// The same with more to be known.
    pub fn text(mut self, text: &'static str) -> Self {
        self.text = text;
        self
    }

    /// The same with an id of that type in the path.
    pub fn id<T: ToSchema>(self, text: &'static str) -> Self {
        self.in_path::<T>("id", text)
    }

    /// The same with another id, of that name, in the path.
    pub fn in_path<T: ToSchema>(mut self, name: &'static str, text: &'static str) -> Self {
        let schema = self.refer::<T>();
        self.parameters.push(parameter(name, ParameterIn::Path, text, schema));
        self
    }

    /// The same with a number, from 1, in the path.
    pub fn number(mut self, name: &'static str, text: &'static str) -> Self {
        let schema = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).examples([1]);
        self.parameters.push(parameter(name, ParameterIn::Path, text, schema.into()));
        self
    }

    /// The same with the fields of `T` as query parameters, none of them required.
    pub fn query<T: ToSchema + Default + Serialize>(mut self) -> Self {
        T::schemas(&mut self.schemas);
        let defaults = serde_json::to_value(T::default()).unwrap_or_default();
        let RefOr::T(Schema::Object(fields)) = T::schema() else { return self };
        for (name, schema) in fields.properties {
            let mut text = description(&schema).unwrap_or_default().to_owned();
            if let Some(default) = defaults.get(&name).filter(|default| !default.is_null()) {
                let default = default.as_str().map_or_else(|| default.to_string(), str::to_owned);
                text = format!("{text} `{default}` if absent.");
            }
            self.parameters.push(parameter(&name, ParameterIn::Query, &text, never_null(schema)));
        }
        self
    }

    /// The same with a header that may be sent.
    pub fn header(mut self, name: &'static str, text: &'static str) -> Self {
        let schema = ObjectBuilder::new().schema_type(Type::String);
        self.parameters.push(parameter(name, ParameterIn::Header, text, schema.into()));
        self
    }

    /// The same with the header that makes repeating safe.
    pub fn idempotent(mut self) -> Self {
        self.problems.push(ErrorCode::IdempotencyKeyReused);
        self.header(
            "Idempotency-Key",
            "A text that you make up, different for each decision. A request that is repeated with the same key is answered \
             as the first one was, and does nothing again; with another request it is refused.",
        )
    }

    /// The same with a body. An example is written as people would write it.
    pub fn body<T: ToSchema + DeserializeOwned>(self, example: &'static str) -> Self {
        self.bodies::<T>(&[("example", example)])
    }

    /// The same with a body that can be used in several ways.
    pub fn bodies<T: ToSchema + DeserializeOwned>(mut self, examples: &[(&'static str, &'static str)]) -> Self {
        let read = |text: &'static str| match serde_json::from_str::<T>(text) {
            Ok(_) => Ok(text.to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let examples = examples.iter().map(|(name, text)| Example { name, text: read(text) }).collect();
        self.body = Some(Content { media_type: JSON, schema: self.refer::<T>(), examples });
        self
    }

    /// The same with an answer in JSON. The example is shown as the server would write it.
    pub fn answer<T>(mut self, status: u16, text: &'static str, example: Value) -> Self
    where
        T: ToSchema + DeserializeOwned + Serialize,
    {
        let written = serde_json::from_value::<T>(example).and_then(|example| serde_json::to_string_pretty(&example));
        let example = Example { name: "example", text: written.map_err(|error| error.to_string()) };
        let content = Content { media_type: JSON, schema: self.refer::<T>(), examples: vec![example] };
        self.answers.push(Answer { status, text, contents: vec![content] });
        self
    }

    /// The same with another form of the answer before, as text.
    pub fn or_text(mut self, media_type: &'static str, example: &'static str) -> Self {
        let schema = ObjectBuilder::new().schema_type(Type::String).into();
        let example = Example { name: "example", text: Ok(example.to_owned()) };
        if let Some(answer) = self.answers.last_mut() {
            answer.contents.push(Content { media_type, schema, examples: vec![example] });
        }
        self
    }

    /// The same with an answer that goes on: server-sent events, whose data are of type `T`.
    pub fn events<T: ToSchema>(mut self, text: &'static str, example: &'static str) -> Self {
        let example = Example { name: "example", text: Ok(example.to_owned()) };
        let schema = self.refer::<T>();
        let content = Content { media_type: "text/event-stream", schema, examples: vec![example] };
        self.answers.push(Answer { status: 200, text, contents: vec![content] });
        self
    }

    /// The same with an answer that is a file of JSON lines, each of type `T`.
    pub fn lines<T: ToSchema + DeserializeOwned + Serialize>(mut self, text: &'static str, example: Value) -> Self {
        let written = serde_json::from_value::<T>(example).and_then(|example| serde_json::to_string(&example));
        let example = Example { name: "example", text: written.map_err(|error| error.to_string()) };
        let schema = self.refer::<T>();
        let content = Content { media_type: "application/x-ndjson", schema, examples: vec![example] };
        self.answers.push(Answer { status: 200, text, contents: vec![content] });
        self
    }

    /// The same with an answer without a body.
    pub fn done(mut self, text: &'static str) -> Self {
        self.answers.push(Answer { status: 204, text, contents: Vec::new() });
        self
    }

    /// The same with further problems.
    pub fn problems(mut self, problems: &[ErrorCode]) -> Self {
        self.problems.extend(problems);
        self
    }

    /// The examples that are not what they should be an example of, each with why.
    pub fn faults(&self) -> Vec<String> {
        let contents = self.body.iter().chain(self.answers.iter().flat_map(|answer| &answer.contents));
        let faulty = contents.flat_map(|content| &content.examples).filter_map(|example| example.text.as_ref().err());
        faulty.map(|error| format!("{}: {error}", self.id)).collect()
    }

    fn refer<T: ToSchema>(&mut self) -> RefOr<Schema> {
        self.schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(&mut self.schemas);
        Ref::from_schema_name(T::name()).into()
    }
}

fn parameter(name: &str, place: ParameterIn, text: &str, schema: RefOr<Schema>) -> Parameter {
    let required = if matches!(place, ParameterIn::Path) { Required::True } else { Required::False };
    let parameter = ParameterBuilder::new().name(name).parameter_in(place).required(required);
    parameter.description(Some(text)).schema(Some(schema)).build()
}

/// What a schema says of itself.
pub fn description(schema: &RefOr<Schema>) -> Option<&str> {
    match schema {
        RefOr::Ref(reference) => Some(reference.description.as_str()).filter(|text| !text.is_empty()),
        RefOr::T(Schema::Object(object)) => object.description.as_deref(),
        RefOr::T(Schema::Array(array)) => array.description.as_deref(),
        // Where something may be `null`, what it otherwise is says so.
        RefOr::T(Schema::OneOf(one)) => {
            let other = || one.items.iter().find(|item| !is_null(item)).and_then(description);
            one.description.as_deref().or_else(other)
        }
        RefOr::T(Schema::AllOf(all)) => all.description.as_deref(),
        RefOr::T(_) => None,
    }
}

/// The same schema for a place that can be left out, but where nothing can be `null`.
fn never_null(schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::OneOf(one)) => {
            let other = one.items.iter().find(|item| !is_null(item)).cloned();
            other.unwrap_or(RefOr::T(Schema::OneOf(one)))
        }
        RefOr::T(Schema::Object(mut object)) => {
            object.description = None;
            object.default = object.default.filter(|default| !default.is_null());
            if let SchemaType::Array(types) = &object.schema_type
                && let Some(other) = types.iter().find(|one| **one != Type::Null)
            {
                object.schema_type = SchemaType::Type(other.clone());
            }
            RefOr::T(Schema::Object(object))
        }
        other => other,
    }
}

/// Whether nothing but `null` is meant.
pub fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null))
}
