//! The OpenAPI document as programs read it: operations by name, and whether a value is what a schema says.

use super::TestServer;
use serde_json::Value;

/// The document that a server hands out.
pub struct Document(pub Value);

/// An operation of it.
pub struct Documented<'a> {
    /// The method.
    pub method: String,
    /// The address.
    pub path: &'a str,
    /// What is said of it.
    pub says: &'a Value,
}

impl Document {
    /// Asks the server for it.
    pub async fn of(server: &TestServer) -> Self {
        let answer = server.anonymous().get("/api/openapi.json").await.expect(200);
        assert_eq!(answer.header("content-type"), "application/json");
        Self(answer.json())
    }

    /// Every operation.
    pub fn operations(&self) -> impl Iterator<Item = Documented<'_>> {
        self.0["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().iter();
            methods.map(move |(method, says)| Documented { method: method.to_uppercase(), path, says })
        })
    }

    /// The operation of that name.
    pub fn operation(&self, id: &str) -> Documented<'_> {
        self.operations().find(|one| one.says["operationId"] == id).unwrap_or_else(|| panic!("no {id}"))
    }

    /// Why `value` is not what `schema` says, if it is not. Knows what this document makes use of.
    pub fn fault(&self, schema: &Value, value: &Value) -> Option<String> {
        let fault = |what: &str| Some(format!("{what}: {value} is not {schema}"));
        if let Some(target) = schema["$ref"].as_str() {
            return self.fault(self.0.pointer(target.trim_start_matches('#')).unwrap(), value);
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let fitting = choices.iter().filter(|choice| self.fault(choice, value).is_none()).count();
            return if fitting == 1 { None } else { fault("oneOf") };
        }
        if !schema["type"].is_null() && !has_type(&schema["type"], value) {
            return fault("type");
        }
        if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
            return fault("enum");
        }
        match value {
            Value::Array(items) => {
                if items.len() < schema["minItems"].as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
                {
                    return fault("minItems");
                }
                items.iter().find_map(|item| self.fault(&schema["items"], item))
            }
            Value::Object(fields) => self.object_fault(schema, fields),
            _ => None,
        }
    }

    fn object_fault(&self, schema: &Value, fields: &serde_json::Map<String, Value>) -> Option<String> {
        let required = schema["required"].as_array().into_iter().flatten();
        let missing = required.map(|name| name.as_str().unwrap()).find(|name| !fields.contains_key(*name));
        if let Some(name) = missing {
            return Some(format!("{name} is missing of {schema}"));
        }
        fields.iter().find_map(|(name, value)| match schema["properties"].get(name) {
            Some(field) => self.fault(field, value),
            // Answers say all that they hold, and requests take nothing else.
            None if schema["properties"].is_object() => Some(format!("{name} is unknown to {schema}")),
            None => None,
        })
    }
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type of JSON: {other}"),
    };
    match types {
        Value::Array(several) => several.iter().any(|one| is(one.as_str().unwrap())),
        one => is(one.as_str().unwrap()),
    }
}

impl Documented<'_> {
    /// What is sent in the example of that name.
    pub fn example(&self, name: &str) -> Value {
        let examples = &self.says["requestBody"]["content"]["application/json"]["examples"];
        let example = &examples[name]["value"];
        assert!(!example.is_null(), "{} has no example {name}: {examples}", self.says["operationId"]);
        example.clone()
    }

    /// What the body of an answer of that status and media type is made of.
    pub fn answer(&self, status: u16, media_type: &str) -> &Value {
        let answer = &self.says["responses"][status.to_string()];
        assert!(!answer.is_null(), "{} does not say {status}", self.says["operationId"]);
        &answer["content"][media_type]["schema"]
    }
}
