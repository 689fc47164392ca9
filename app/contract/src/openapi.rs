//! Schemas of what is a text on the wire, for the document of the interface. Everything else derives its own.

use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr};

/// A text of a fixed shape. `doc` is a doc comment, line by line.
pub(crate) fn shaped(doc: &[&str], pattern: &str, example: String) -> RefOr<Schema> {
    let text = ObjectBuilder::new().schema_type(Type::String).description(Some(joined(doc)));
    text.pattern(Some(pattern)).examples([example]).into()
}

/// A moment.
pub(crate) fn moment(doc: &str) -> RefOr<Schema> {
    let text = ObjectBuilder::new().schema_type(Type::String).description(Some(doc));
    text.format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime))).examples(["2026-07-16T04:30:00Z"]).into()
}

/// One word of a list, with what each of them means.
pub(crate) fn words<'a>(doc: &[&str], words: impl IntoIterator<Item = (&'a str, String)>) -> RefOr<Schema> {
    let (names, meanings): (Vec<_>, Vec<_>) =
        words.into_iter().map(|(word, meaning)| (word, format!("\n- `{word}`: {meaning}"))).unzip();
    let description = format!("{}\n{}", joined(doc), meanings.concat());
    let example = names.first().copied().unwrap_or_default();
    let text = ObjectBuilder::new().schema_type(Type::String).description(Some(description));
    text.examples([example]).enum_values(Some(names)).into()
}

/// A list of at least one, each once, of what `name` describes.
pub(crate) fn some_of(doc: &str, name: &str) -> RefOr<Schema> {
    let items = ArrayBuilder::new().items(Ref::from_schema_name(name)).description(Some(doc));
    items.min_items(Some(1)).unique_items(true).into()
}

/// The text of a doc comment.
pub(crate) fn joined(doc: &[&str]) -> String {
    doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}
