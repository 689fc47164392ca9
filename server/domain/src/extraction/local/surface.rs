//! What can be seen of a piece without understanding it. It says less than the embedding does, and says it of any topic.

use regex::Regex;
use std::sync::LazyLock;

static SPEAKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:i|i['’]m|i['’]ve|i['’]d|i['’]ll|my|me|mine|myself|we|we['’]re|we['’]ve|we['’]ll|our|us)\b|(?:^|\s)(?:나|저|난|전|내|제|우리|저희)(?:는|도|가|를|한테|에게|의|랑)?(?:\s|,|$)",
    )
    .expect("a regular expression")
});
static ADDRESSEE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:you|your|yours|you['’]re|you['’]ve|you['’]ll|u)\b|(?:^|\s)(?:너|넌|네|니|당신|자네|너희)(?:는|도|가|를|한테|의|랑)?(?:\s|,|$)",
    )
    .expect("a regular expression")
});
/// More of anything says no more.
const MOST_WORDS: usize = 40;
const MOST_PRONOUNS: usize = 3;

/// Length, question, exclamation, speaker, addressee, figures, names: each roughly between 0 and 3.
pub fn surface(piece: &str) -> [f64; 8] {
    let words: Vec<&str> = piece.split_whitespace().collect();
    let flag = |is_there: bool| f64::from(u8::from(is_there));
    let pronouns = |which: &Regex| which.find_iter(piece).count().min(MOST_PRONOUNS) as f64;
    let capitals = words.iter().skip(1).filter(|word| word.starts_with(char::is_uppercase)).count();
    [
        words.len().min(MOST_WORDS) as f64 / 20.0,
        flag(piece.contains('?')),
        flag(piece.contains('!')),
        pronouns(&SPEAKER),
        pronouns(&ADDRESSEE),
        flag(piece.contains(|c: char| c.is_ascii_digit())),
        flag(SPEAKER.find(piece).is_some_and(|found| found.start() == 0)),
        capitals.min(10) as f64 / 5.0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surface_is_what_can_be_seen() {
        let figures = |text| format!("{:?}", surface(text));
        assert_eq!(figures("I told you: My 2 cats!"), "[0.3, 0.0, 1.0, 2.0, 1.0, 1.0, 1.0, 0.2]");
        assert_eq!(figures("너는 어디 살아?"), "[0.15, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]");
    }
}
