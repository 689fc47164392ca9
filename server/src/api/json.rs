//! Reads a JSON body. What is wrong is said with the field's path, in our words: serde's own quote what was sent.

use super::problem::Refusal;
use crate::expectation::expectation;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use contract::{ErrorCode, Fault, FieldError};
use http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// A JSON body of type `T`.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        if !is_json(request.headers()) {
            return Err(Refusal::new(ErrorCode::UnsupportedMediaType));
        }
        let body = Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(ErrorCode::TooLarge),
            _ => Refusal::new(ErrorCode::MalformedRequest),
        })?;
        parse(&body).map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    content_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        refuse(&path, error.inner())
    })?;
    reader.end().map_err(|error| refuse("", &error))?;
    Ok(value)
}

fn refuse(path: &str, error: &serde_json::Error) -> Refusal {
    let place = format!("line {} column {}", error.line(), error.column());
    match error.classify() {
        Category::Data => Refusal::invalid(vec![field_error(path, error)]),
        Category::Eof => Refusal::new(ErrorCode::MalformedRequest).with_detail("the JSON ends too early"),
        Category::Syntax | Category::Io => {
            Refusal::new(ErrorCode::MalformedRequest).with_detail(format!("the JSON is malformed at {place}"))
        }
    }
}

fn field_error(path: &str, error: &serde_json::Error) -> FieldError {
    let text = error.to_string();
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    let quoted = || text.split('`').nth(1).unwrap_or_default();
    if text.starts_with("missing field ") {
        return FieldError::of(Fault::Required, join(path, quoted()), "is required");
    }
    if text.starts_with("unknown field ") {
        // The name is the caller's. The path may end with it already, depending on where serde noticed.
        let name = plain_name(quoted());
        let path = if path.rsplit('.').next() == Some(quoted()) { parent(path) } else { path };
        return FieldError::of(Fault::Unknown, join(path, name), "is not a field of this request");
    }
    if text.starts_with("duplicate field ") {
        return FieldError::of(Fault::Duplicate, join(parent_of(path, quoted()), quoted()), "is given twice");
    }
    FieldError::new(root(path), expectation(text))
}

/// A field's name that may stand in an answer: short and plain, or not at all.
fn plain_name(name: &str) -> &str {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-');
    if (1..=64).contains(&name.len()) && name.bytes().all(is_plain) { name } else { "?" }
}

fn parent(path: &str) -> &str {
    path.rsplit_once('.').map_or(".", |(parent, _)| parent)
}

fn parent_of<'a>(path: &'a str, name: &str) -> &'a str {
    if path.rsplit('.').next() == Some(name) { parent(path) } else { path }
}

fn join(path: &str, name: &str) -> String {
    if is_root(path) { name.to_owned() } else { format!("{path}.{name}") }
}

fn root(path: &str) -> &str {
    if is_root(path) { "body" } else { path }
}

fn is_root(path: &str) -> bool {
    path.is_empty() || path == "." || path == "?"
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use contract::{RecallRequest, SaveMemory};

    fn faults<T: DeserializeOwned>(body: &str) -> String {
        match parse::<T>(body.as_bytes()) {
            Ok(_) => "fine".to_owned(),
            Err(refusal) => format!("{refusal:?}"),
        }
    }

    fn status(body: &str) -> u16 {
        parse::<RecallRequest>(body.as_bytes()).err().map_or(200, |refusal| refusal.into_response().status().as_u16())
    }

    #[test]
    fn statuses() {
        assert_eq!(status(r#"{"subject":"s","query":"q"}"#), 200);
        assert_eq!(status(r#"{"subject":"s","query":"q"} x"#), 400);
        assert_eq!(status(r#"{"subject":"s""#), 400);
        assert_eq!(status("\u{feff}{}"), 400);
        assert_eq!(status("[]"), 422);
        assert_eq!(status("{}"), 422);
    }

    #[test]
    fn the_field_is_named_and_the_value_is_not() {
        for (body, field, message) in [
            (r#"{"query":"q"}"#, "subject", "is required"),
            (r#"{"subject":"s","query":"q","secret_field":1}"#, "secret_field", "is not a field"),
            (r#"{"subject":"s","subject":"s","query":"q"}"#, "subject", "is given twice"),
            (r#"{"subject":"s","query":"q","top_k":"SECRET, expected x"}"#, "top_k", "a whole number"),
            (r#"{"subject":"s","query":"q","top_k":-1}"#, "top_k", "a whole number"),
            (r#"{"subject":"s","query":"q","scopes":[]}"#, "scopes", "name at least one scope"),
            (r#"{"subject":"s","query":"q","scopes":["SECRET"]}"#, "scopes", "expected `personal`"),
            (r#"{"subject":{"SECRET":1},"query":"q"}"#, "subject", "must be a string"),
            (r#""SECRET""#, "body", "must be an object"),
        ] {
            let text = faults::<RecallRequest>(body);
            assert!(text.contains(field) && text.contains(message), "{body}: {text}");
            assert!(!text.contains("SECRET"), "{body}: {text}");
        }
    }

    #[test]
    fn paths_reach_into_objects() {
        let body = r#"{"subject":"s","statement":"x","kind":"FACT","source":{"event_id":"e","role":"SECRET"}}"#;
        let text = faults::<SaveMemory>(body);
        assert!(text.contains("source.role") && !text.contains("SECRET"), "{text}");
        let body = r#"{"subject":"s","statement":"x","kind":"FACT","source":{"event_id":"e"}}"#;
        assert!(faults::<SaveMemory>(body).contains("source.role"));
        let body = r#"{"subject":"s","statement":"x","kind":"FACT","source":{"event_id":"e","role":"user","x y":1}}"#;
        assert!(faults::<SaveMemory>(body).contains("\"source.?\""));
    }
}
