//! The names in a piece.

use contract::Entity;
use regex::Regex;
use std::sync::LazyLock;

/// Names as they are written in the middle of an English sentence.
static NAME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)*").expect("a regular expression"));
/// Written with a capital letter wherever they stand.
const NO_NAMES: &[&str] = &["I", "I'm", "I’m", "I've", "I’ve", "I'd", "I'll", "OK"];
const MOST_ENTITIES: usize = 10;

/// Whom and what the piece names. The first word of a sentence has a capital letter anyhow and does not count.
pub fn entities_in(piece: &str) -> Vec<Entity> {
    let mut found: Vec<Entity> = Vec::new();
    for name in NAME.find_iter(piece).filter(|name| name.start() > 0).map(|name| name.as_str()) {
        if !NO_NAMES.contains(&name) && found.iter().all(|entity| entity.name != name) {
            found.push(Entity { name: name.to_owned(), entity_type: None });
        }
    }
    found.truncate(MOST_ENTITIES);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let names: Vec<_> =
            entities_in("Then I met Ana Silva in Porto, I'm sure").into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["Ana Silva", "Porto"]);
    }
}
