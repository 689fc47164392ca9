//! Whom a statement is about, if not the speaker: what is true of somebody's sister says nothing about the person.

use crate::kernel::stems::runs;
use regex::Regex;
use std::sync::LazyLock;

static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\W*(?:(?:and|but|so|well|oh|also)\W+)*(?:(?P<pronoun>he|she|they)(?:'s|'re|'ve|'ll|'d)?\b|(?:my|our|(?:the )?user's) (?:\w+ )?(?P<name>mother|mum|mom|father|dad|parents|sister|brother|son|daughter|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|grandmother|grandma|grandfather|grandpa|grandparents|aunt|uncle|cousin|niece|nephew|friend|boss|manager|colleague|co-?worker|teammate|neighbou?r|landlord|flatmate|roommate|teacher|doctor|team|company)\b)",
    )
    .expect("a regular expression")
});
const KOREAN: &[&str] = &[
    "엄마",
    "어머니",
    "아빠",
    "아버지",
    "부모님",
    "누나",
    "언니",
    "오빠",
    "형",
    "동생",
    "여동생",
    "남동생",
    "아들",
    "딸",
    "아내",
    "와이프",
    "남편",
    "여자친구",
    "남자친구",
    "여친",
    "남친",
    "할머니",
    "할아버지",
    "이모",
    "고모",
    "삼촌",
    "사촌",
    "조카",
    "친구",
    "상사",
    "팀장",
    "팀장님",
    "동료",
    "룸메이트",
    "팀",
    "회사",
    "그녀",
    "걔",
    "쟤",
];
/// Mark what a Korean sentence is about.
const MARKS: &[&str] = &["께서는", "께서", "은", "는", "이", "가"];
/// A subject comes early.
const FIRST_WORDS: usize = 4;

/// Somebody other than the speaker whom `text`, in lower case, is about.
pub fn whom(text: &str) -> Option<String> {
    if let Some(found) = ENGLISH.captures(text) {
        return found.name("name").or(found.name("pronoun")).map(|whom| whom.as_str().to_owned());
    }
    for run in runs(text).take(FIRST_WORDS).filter(|run| run.is_hangul) {
        let bare = MARKS.iter().find_map(|mark| run.text.strip_suffix(mark));
        let name = bare.unwrap_or(run.text);
        if KOREAN.contains(&name) {
            return Some(name.to_owned());
        }
        if bare.is_some() {
            break;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_told_from_the_speaker() {
        for (text, expected) in [
            ("my sister clara lives in toronto", Some("sister")),
            ("our younger son is six", Some("son")),
            ("the user's boss is strict", Some("boss")),
            ("she's a vet", Some("she")),
            ("i live with my sister", None),
            ("우리 누나는 캐나다에 살아", Some("누나")),
            ("우리 딸 이름은 노아야", Some("딸")),
            ("저는 딸과 살아요", None),
            ("형식은 표로 해 줘", None),
        ] {
            assert_eq!(whom(text).as_deref(), expected, "{text}");
        }
    }
}
