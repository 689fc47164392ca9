//! Schemas as people read them: a type in a few words, and the fields of what it is made of, one inside the other.

use super::operation::{description, is_null};
use super::prose::prose;
use app::{ApiField, ApiShape};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayItems, Object, Schema, SchemaFormat, SchemaType, Type};

/// The schemas by name.
pub struct Shapes(BTreeMap<String, RefOr<Schema>>);

impl Shapes {
    /// Those.
    pub fn new(schemas: BTreeMap<String, RefOr<Schema>>) -> Self {
        Self(schemas)
    }

    /// What values of that schema are made of.
    pub fn of(&self, schema: &RefOr<Schema>) -> ApiShape {
        self.shape(schema, &mut Vec::new())
    }

    /// A value of that schema, if it names one.
    pub fn example(&self, schema: &RefOr<Schema>) -> Option<String> {
        match self.resolve(schema)?.1 {
            Schema::Object(object) => {
                let example = object.examples.first()?;
                Some(example.as_str().map_or_else(|| example.to_string(), str::to_owned))
            }
            _ => None,
        }
    }

    /// The schema itself, and its name if it has one.
    fn resolve<'a>(&'a self, schema: &'a RefOr<Schema>) -> Option<(Option<&'a str>, &'a Schema)> {
        match schema {
            RefOr::T(schema) => Some((None, schema)),
            RefOr::Ref(reference) => {
                let name = reference.ref_location.rsplit('/').next()?;
                match self.0.get_key_value(name)? {
                    (name, RefOr::T(schema)) => Some((Some(name), schema)),
                    (_, RefOr::Ref(_)) => None,
                }
            }
        }
    }

    /// `inside` are the names around: what holds itself is not opened again.
    fn shape<'a>(&'a self, schema: &'a RefOr<Schema>, inside: &mut Vec<&'a str>) -> ApiShape {
        let Some((name, resolved)) = self.resolve(schema) else { return ApiShape::default() };
        let Some(name) = name else { return self.unnamed(resolved, inside) };
        if inside.contains(&name) {
            return ApiShape { name: name.to_owned(), ..ApiShape::default() };
        }
        inside.push(name);
        let shape = self.unnamed(resolved, inside);
        inside.pop();
        let text = description(self.0.get(name).unwrap_or(schema)).map(prose).unwrap_or_default();
        ApiShape { name: name.to_owned(), text, ..shape }
    }

    fn unnamed<'a>(&'a self, schema: &'a Schema, inside: &mut Vec<&'a str>) -> ApiShape {
        match schema {
            Schema::Object(object) => self.object(object, inside),
            Schema::Array(array) => {
                let shape = match &array.items {
                    ArrayItems::RefOrSchema(items) => self.shape(items, inside),
                    ArrayItems::False => ApiShape::default(),
                };
                let is_null = matches!(&array.schema_type, SchemaType::Array(types) if types.contains(&Type::Null));
                ApiShape { name: format!("list of {}{}", shape.name, or_null(is_null)), ..shape }
            }
            Schema::OneOf(one) => self.one_of(&one.items, inside),
            Schema::AllOf(all) => self.one_of(&all.items, inside),
            Schema::AnyOf(any) => self.one_of(&any.items, inside),
            _ => ApiShape::default(),
        }
    }

    fn object<'a>(&'a self, object: &'a Object, inside: &mut Vec<&'a str>) -> ApiShape {
        let fields: Vec<_> =
            object.properties.iter().map(|(name, schema)| self.field(object, name, schema, inside)).collect();
        let objects = if fields.is_empty() { Vec::new() } else { vec![fields] };
        ApiShape { name: type_name(object), text: String::new(), objects }
    }

    fn field<'a>(
        &'a self,
        object: &Object,
        name: &str,
        schema: &'a RefOr<Schema>,
        inside: &mut Vec<&'a str>,
    ) -> ApiField {
        let text = description(schema).map(prose).unwrap_or_default();
        let required = object.required.iter().any(|one| one == name);
        ApiField { name: name.to_owned(), place: None, required, text, shape: self.shape(schema, inside) }
    }

    fn one_of<'a>(&'a self, items: &'a [RefOr<Schema>], inside: &mut Vec<&'a str>) -> ApiShape {
        let may_be_null = items.iter().any(is_null);
        let mut shapes: Vec<_> =
            items.iter().filter(|item| !is_null(item)).map(|item| self.shape(item, inside)).collect();
        if shapes.len() == 1
            && let Some(shape) = shapes.pop()
        {
            return ApiShape { name: format!("{}{}", shape.name, or_null(may_be_null)), ..shape };
        }
        let names: Vec<_> = shapes.iter().map(|shape| shape.name.clone()).collect();
        let name = if names.iter().all(|name| name == "object") {
            "one of several objects".to_owned()
        } else {
            names.join(" or ")
        };
        let objects = shapes.into_iter().flat_map(|shape| shape.objects).collect();
        ApiShape { name: format!("{name}{}", or_null(may_be_null)), text: String::new(), objects }
    }
}

fn or_null(may_be_null: bool) -> &'static str {
    if may_be_null { " or null" } else { "" }
}

fn type_name(object: &Object) -> String {
    let words = match &object.enum_values {
        // The only word that there is: it says which of several objects this is.
        Some(words) if words.len() == 1 => return words.iter().map(Value::to_string).collect(),
        _ => types(&object.schema_type),
    };
    match &object.format {
        Some(SchemaFormat::KnownFormat(format)) => {
            let format = serde_json::to_value(format).unwrap_or_default();
            format!("{words} ({})", format.as_str().unwrap_or_default())
        }
        _ => words,
    }
}

fn types(types: &SchemaType) -> String {
    let name = |one: &Type| {
        serde_json::to_value(one).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
    };
    match types {
        SchemaType::Type(one) => name(one),
        SchemaType::Array(several) => several.iter().map(name).collect::<Vec<_>>().join(" or "),
        SchemaType::AnyValue => "anything".to_owned(),
    }
}
