//! Reads what came back. What is wrong is said by its place, and never with what stands there.

use crate::expectation::expectation;
use domain::extraction::ExtractFailure;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};
use std::fmt::Write as _;

/// Reads one JSON text.
///
/// # Errors
/// [`ExtractFailure::Unusable`], with the place and what is expected there.
pub fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, ExtractFailure> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    let read = serde_path_to_error::deserialize(&mut reader);
    let value = read.map_err(|error| ExtractFailure::Unusable(fault(error.path(), error.inner())))?;
    reader.end().map_err(|_| ExtractFailure::Unusable("there is something behind the JSON".to_owned()))?;
    Ok(value)
}

fn fault(path: &Path, error: &serde_json::Error) -> String {
    match error.classify() {
        Category::Syntax | Category::Io => return format!("it is not JSON, at line {}", error.line()),
        Category::Eof => return "the JSON ends too early".to_owned(),
        Category::Data => {}
    }
    let text = error.to_string();
    if text.starts_with("unknown field ") {
        // Its name is the other side's, and the path may end with it.
        return at(&entry(path), "holds a field that is not in the contract");
    }
    at(&path.to_string(), &expectation(text.rsplit_once(" at line ").map_or(&text, |(message, _)| message)))
}

fn at(place: &str, what: &str) -> String {
    if matches!(place, "" | ".") { what.to_owned() } else { format!("{place}: {what}") }
}

/// The path down to the last entry of a list.
fn entry(path: &Path) -> String {
    let (mut entry, mut names) = (String::new(), String::new());
    for segment in path {
        match segment {
            Segment::Map { key } => names = format!("{names}.{key}"),
            Segment::Seq { index } => {
                // Writing into a string cannot fail.
                let _ = write!(entry, "{names}[{index}]");
                names.clear();
            }
            _ => {}
        }
    }
    entry.trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{Entity, Kind, Timestamp};
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only whether it can be read matters")]
    struct List {
        items: Vec<Item>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only whether it can be read matters")]
    struct Item {
        number: u32,
        kind: Option<Kind>,
        at: Option<Timestamp>,
        #[serde(default)]
        entities: Vec<Entity>,
    }

    fn why(json: &str) -> String {
        match read::<List>(json.as_bytes()) {
            Err(ExtractFailure::Unusable(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_wrong_is_said_by_its_place() {
        for (json, expected) in [
            ("", "the JSON ends too early"),
            (r#"{"items":[{"number":1"#, "the JSON ends too early"),
            ("nonsense", "it is not JSON, at line 1"),
            (r#"{"items":[]} x"#, "there is something behind the JSON"),
            (r#"{"items":{}}"#, "items: must be a list"),
            (r"{}", "missing field `items`"),
            (r#"{"items":[{"number":1},{}]}"#, "items[1]: missing field `number`"),
            (r#"{"items":[{"number":1,"number":1}]}"#, "items[0]: duplicate field `number`"),
            (r#"{"items":[{"number":-1}]}"#, "items[0].number: must be a whole number"),
            (r#"{"items":[{"number":"secret, expected x"}]}"#, "items[0].number: must be a whole number"),
            (r#"{"items":[{"number":1,"at":"yesterday"}]}"#, "items[0].at: expected a time such as"),
            (r#"{"items":[{"number":1,"kind":"SECRET"}]}"#, "items[0].kind: expected one of PROFILE"),
        ] {
            let told = why(json);
            assert!(told.starts_with(expected), "{json}: {told}");
            assert!(!told.to_lowercase().contains("secret"), "{told}");
        }
    }

    #[test]
    fn a_name_that_is_not_ours_is_not_repeated() {
        for (json, place) in [
            (r#"{"sk-secret":1}"#, ""),
            (r#"{"items":[{"number":1,"sk-`secret`.b":1}]}"#, "items[0]: "),
            (r#"{"items":[{"number":1,"entities":[{"name":"a","secret":2}]}]}"#, "items[0].entities[0]: "),
        ] {
            assert_eq!(why(json), format!("{place}holds a field that is not in the contract"));
        }
    }
}
