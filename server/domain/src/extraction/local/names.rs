//! Reads off a piece what it says as predicate and object, where a person has only one such thing, and the names in it.

use contract::{Entity, NormalizedFact};
use regex::Regex;
use std::sync::LazyLock;

/// What a person has one of at a time: when it is said anew, it has changed.
static FACTS: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    let patterns = [
        ("name", r"(?i)\bmy name is ([\w' -]{2,40}?)(?:[.,;!]|$| and )"),
        ("name", r"(?:제|내) 이름은 ([가-힣A-Za-z]{2,10}?)(?:이에요|예요|입니다|이야|야|이고|이라고)"),
        (
            "is called",
            r"(?i)\b(?:call|address) me (?:as )?([\w.' -]{2,40}?)(?:[,;!]|\.$|\.\s|$| in | from | and | when )",
        ),
        ("is called", r"(?:저를|나를|절|날) ([가-힣A-Za-z ]{2,20}?)(?:이라고|라고) 불러"),
        (
            "lives in",
            r"(?i)\bi(?:'m| am)? (?:now |just |recently )?(?:live|living|moved|based|relocated) (?:over |back |out )?(?:in|to) ([\w' -]{2,40}?)(?:[.,;!]|$| and | with | for | last | this | in | on | from | since )",
        ),
        ("lives in", r"([가-힣]{2,12}?)에 (?:살아|살고|삽니다|사는|거주)"),
        ("lives in", r"([가-힣]{2,12}?)(?:으로|로) 이사(?:했|왔|갔)"),
        (
            "works at",
            r"(?i)\bi(?:'m| am)? (?:now )?(?:work|working|employed) (?:at|for) ([\w'& -]{2,40}?)(?:[.,;!]|$| and | as | in | on | since )",
        ),
        ("works at", r"([가-힣A-Za-z0-9]{2,20}?)에서 (?:일해|일하고|일합니다|근무)"),
        (
            "works as",
            r"(?i)\bi(?:'m| am)? (?:now )?(?:work|working) as an? ([\w' -]{2,40}?)(?:[.,;!]|$| and | at | in | for | on )",
        ),
    ];
    patterns.map(|(predicate, pattern)| (predicate, Regex::new(pattern).expect("a regular expression"))).into()
});

/// Names as they are written in the middle of an English sentence.
static NAME: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)*").expect("a regular expression"));
/// Written with a capital letter wherever they stand.
const NO_NAMES: &[&str] = &["I", "I'm", "I’m", "I've", "I’ve", "I'd", "I'll", "OK"];
const MOST_ENTITIES: usize = 10;

/// The piece as predicate and object, if it says something that a person has one of.
pub fn fact_in(piece: &str) -> Option<NormalizedFact> {
    FACTS.iter().find_map(|(predicate, pattern)| {
        let object = pattern.captures(piece)?.get(1)?.as_str().trim().to_owned();
        Some(NormalizedFact { predicate: (*predicate).to_owned(), object })
    })
}

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
    fn what_a_person_has_one_of_is_read_off() {
        for (piece, predicate, object) in [
            ("I moved to Busan last month.", "lives in", "Busan"),
            ("저는 부산에 살아요", "lives in", "부산"),
            ("대전으로 이사했어요", "lives in", "대전"),
            ("My name is Mina Park.", "name", "Mina Park"),
            ("Call me Jo, please.", "is called", "Jo"),
            ("I work for Gieok since May", "works at", "Gieok"),
        ] {
            let fact = fact_in(piece).unwrap_or_else(|| panic!("{piece}"));
            assert_eq!((fact.predicate.as_str(), fact.object.as_str()), (predicate, object), "{piece}");
        }
        assert_eq!(fact_in("I like green tea."), None);
    }

    #[test]
    fn names_are_found() {
        let names: Vec<_> =
            entities_in("Then I met Ana Silva in Porto, I'm sure").into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["Ana Silva", "Porto"]);
    }
}
