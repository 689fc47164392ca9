//! A statement as predicate and object: read off where a person has only one such thing, and compared.

use super::meaning::{Reading, Relation, relation, whom};
use crate::kernel::text::canonical;
use contract::NormalizedFact;
use regex::Regex;
use std::sync::LazyLock;

const LIVES_IN: &str = "lives in";
const MANAGER: &str = "manager";

/// What a person has one of at a time: when it is said anew, it has changed.
static FACTS: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    let patterns = [
        ("name", r"(?i)\b(?:my|user's) name is ([\w' -]{2,40}?)(?:[.,;!]|$| and )"),
        ("name", r"(?:제|내|사용자의) 이름은 ([가-힣A-Za-z]{2,10}?)(?:이에요|예요|입니다|이다|이야|야|이고|이라고)"),
        (
            "is called",
            r"(?i)\b(?:call|address) me (?:as )?([\w.' -]{2,40}?)(?:[,;!]|\.$|\.\s|$| in | from | and | when )",
        ),
        ("is called", r"(?:저를|나를|절|날) ([가-힣A-Za-z ]{2,20}?)(?:이라고|라고) 불러"),
        (
            LIVES_IN,
            r"(?i)(?:\bi(?:'m| am)? |^(?:the )?user (?:is )?|^)(?:now |just |recently )?(?:lives?|living|moved|based|relocated) (?:over |back |out )?(?:in|to) ([\w' -]{2,40}?)(?:[.,;!]|$| and | with | for | last | this | in | on | from | since | now\b)",
        ),
        (LIVES_IN, r"([가-힣]{2,12}?)에 (?:살아|살고|삽니다|사는|산다|거주)"),
        (LIVES_IN, r"([가-힣]{2,12}?)(?:으로|로) 이사(?:했|왔|갔| 왔| 갔)"),
        (
            "works at",
            r"(?i)(?:\bi(?:'m| am)? |^(?:the )?user (?:is )?|^)(?:now )?(?:works?|working|employed) (?:at|for) ([\w'& -]{2,40}?)(?:[.,;!]|$| and | as | in | on | since | now\b)",
        ),
        ("works at", r"([가-힣A-Za-z0-9]{2,20}?)에서 (?:일해|일하고|일합니다|일한다|근무)"),
        (
            "works as",
            r"(?i)(?:\bi(?:'m| am)? |^(?:the )?user (?:is )?|^)(?:now )?(?:works?|working) as an? ([\w' -]{2,40}?)(?:[.,;!]|$| and | at | in | for | on )",
        ),
        (
            MANAGER,
            r"(?i:my|user's) (?i:new |current )?(?i:manager|boss)(?i:'s| is)(?i: called| named)? ([A-Z][\w'-]+(?: [A-Z][\w'-]+)?)(?:[.,;!]|$| )",
        ),
        (
            MANAGER,
            r"(?:제|내|저희|우리) (?:새 )?(?:상사|팀장|팀장님)(?:은|는) ([가-힣]{2,4})(?:\s\S+)?(?:이에요|예요|입니다|이야|야)",
        ),
        ("works as", r"([가-힣]{1,12}(?:사|가|원|자|인|너|관|생|수))(?:으로|로) (?:일해|일하고|일합니다|일한다|근무)"),
    ];
    patterns.map(|(predicate, pattern)| (predicate, Regex::new(pattern).expect("a regular expression"))).into()
});

/// Kinds of places, not places: whoever lives in a flat lives somewhere else as well.
const NO_PLACE: [&str; 9] = ["the ", "a ", "an ", "my ", "our ", "his ", "her ", "their ", "together"];
const NO_PLACE_KO: [&str; 13] =
    ["원룸", "아파트", "빌라", "주택", "오피스텔", "기숙사", "시골", "도시", "여기", "거기", "곳", "집", "근처"];
/// Predicates that say nothing of how many there may be.
const OPEN: &[&str] = &["has", "has a", "is", "is a", "owns"];

/// The statement as predicate and object, if it says something that a person has one of.
pub fn fact_in(statement: &str) -> Option<NormalizedFact> {
    let plain = statement.replace('’', "'");
    let fact = FACTS.iter().find_map(|(predicate, pattern)| {
        let object = pattern.captures(&plain)?.get(1)?.as_str().trim().to_owned();
        Some(NormalizedFact { predicate: (*predicate).to_owned(), object })
    });
    // Where somebody's sister lives is no fact about the person; who one's manager is, is one.
    fact.filter(|fact| match fact.predicate.as_str() {
        MANAGER => true,
        LIVES_IN if is_no_place(&fact.object) => false,
        _ => whom(&canonical(&plain)).is_none(),
    })
}

fn is_no_place(object: &str) -> bool {
    let lower = object.to_lowercase();
    NO_PLACE.iter().any(|beginning| lower.starts_with(beginning)) || NO_PLACE_KO.iter().any(|end| lower.ends_with(end))
}

/// What a fact is to another; the outer `None` if their predicates differ, the inner one if both can be so side by side.
#[expect(clippy::option_option, reason = "whether they are compared at all is one thing, what comes of it another")]
pub fn compare(newer: &NormalizedFact, older: &NormalizedFact) -> Option<Option<Relation>> {
    let [now, before] = [newer, older].map(|fact| Reading::of(&spaced(&fact.predicate)));
    let is_same =
        spaced(&newer.predicate) == spaced(&older.predicate) || !now.words.is_empty() && now.words == before.words;
    let is_contrary = !now.words.is_empty() && now.words.keys().eq(before.words.keys()) && now.words != before.words;
    if !is_same && !is_contrary {
        return None;
    }
    let [ours, theirs] = [newer, older].map(|fact| Reading::of(&fact.object));
    let is_equal = canonical(&newer.object) == canonical(&older.object);
    let by_words = if is_equal { Some(Relation::Same) } else { relation(&ours, &theirs) };
    let is_about_the_same = matches!(by_words, Some(Relation::Same | Relation::More));
    if is_contrary {
        return Some(is_about_the_same.then_some(Relation::Against));
    }
    let several = now.several || OPEN.contains(&spaced(&newer.predicate).as_str());
    Some(if is_about_the_same || several { by_words } else { Some(Relation::Against) })
}

/// Programs write predicates as names: `lives_in`.
fn spaced(predicate: &str) -> String {
    canonical(&predicate.replace(['_', '-'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_has_one_of_is_read_off() {
        for (statement, predicate, object) in [
            ("I moved to Busan last month.", "lives in", "Busan"),
            ("Lives in Leeds with two cats", "lives in", "Leeds"),
            ("저는 부산에 살아요", "lives in", "부산"),
            ("대전으로 이사했어요", "lives in", "대전"),
            ("My name is Mina Park.", "name", "Mina Park"),
            ("Call me Jo, please.", "is called", "Jo"),
            ("I work for Gieok since May", "works at", "Gieok"),
            ("저는 간호사로 일해요", "works as", "간호사"),
            ("My new manager is Oleg.", "manager", "Oleg"),
            ("제 상사는 김다나 팀장이에요", "manager", "김다나"),
        ] {
            let fact = fact_in(statement).unwrap_or_else(|| panic!("{statement}"));
            assert_eq!((fact.predicate.as_str(), fact.object.as_str()), (predicate, object), "{statement}");
        }
        for statement in [
            "I like green tea.",
            "We moved in together",
            "I live in a small flat",
            "신림동 원룸에 살아요",
            "My boss is strict",
            "우리 누나는 부산에 살아요",
            "저는 재택으로 일해요",
            "I don't live in Leeds",
        ] {
            assert_eq!(fact_in(statement), None, "{statement}");
        }
    }

    #[test]
    fn facts_are_compared_by_predicate_and_object() {
        let fact =
            |(predicate, object): (&str, &str)| NormalizedFact { predicate: predicate.into(), object: object.into() };
        for (newer, older, expected) in [
            (("Lives_in", "seoul"), ("lives in", "Seoul"), Some(Some(Relation::Same))),
            (("lives in", "Mapo, Seoul"), ("lives in", "Seoul"), Some(Some(Relation::More))),
            (("lives in", "Busan"), ("lives in", "Seoul"), Some(Some(Relation::Against))),
            (("works in", "Seoul"), ("lives in", "Seoul"), None),
            (("likes", "tea"), ("likes", "coffee"), Some(None)),
            (("dislikes", "coffee"), ("likes", "coffee"), Some(Some(Relation::Against))),
            (("dislikes", "tea"), ("likes", "coffee"), Some(None)),
            (("has", "a cat"), ("has", "a dog"), Some(None)),
            (("is called", "Jo"), ("is called", "Joanna"), Some(Some(Relation::Against))),
        ] {
            assert_eq!(compare(&fact(newer), &fact(older)), expected, "{newer:?} {older:?}");
        }
    }
}
