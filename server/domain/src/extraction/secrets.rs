//! Finds what must never be remembered: keys, tokens, passwords, private keys, card numbers.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Shapes of credentials as their issuers document them, and words that announce a password.
static SHAPES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let shapes = [
        // Whole, as no line of it looks like a key by itself.
        r"(?s)-----BEGIN [A-Z ]*PRIVATE KEY.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
        r"\bsk[-_](?:[a-z0-9]+[-_])*[A-Za-z0-9_-]{16,}",
        r"\b(?:pk|rk)_live_[A-Za-z0-9]{16,}",
        r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
        r"\bgh[pousr]_[A-Za-z0-9]{20,}",
        r"\bgithub_pat_[A-Za-z0-9_]{20,}",
        r"\bglpat-[A-Za-z0-9_-]{16,}",
        r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
        r"\bAIza[0-9A-Za-z_-]{30,}",
        r"\b(?:npm|hf|dop_v1|shpat|gsk|gieok)_[A-Za-z0-9_]{16,}",
        r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
        r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}",
        r"(?i)\bbearer\s+[A-Za-z0-9._~+/-]{16,}",
        // Credentials in an address: scheme://name:password@host.
        r"\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]+@",
        r"(?i)(?:\b|_)(?:secret|token|api[_ -]?key|access[_ -]?key|passwd|password|passphrase|pwd)\w*\s*[=:]\s*\S{6,}",
        r"(?i)\b(?:password|passphrase|passcode|passwd|pin(?: code)?|security code|cvc|cvv)\b[^.?!\n]{0,30}?\b(?:is|are|was)\s+\S*[\d!#$%&*@]\S*",
        r"(?:비밀번호|비번|패스워드|암호|핀번호|인증번호|보안코드)[^.?!\n]{0,12}?[A-Za-z0-9!#$%&*@]*\d[A-Za-z0-9!#$%&*@]*",
    ];
    shapes.map(|shape| Regex::new(shape).expect("a regular expression")).into()
});

static DIGIT_RUNS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d(?:[ -]?\d){11,18}").expect("a regular expression"));
/// Words that say that a number is a payment card's.
static CARD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?i)\bcard\b|카드").expect("a regular expression"));

/// Where in `text` secrets stand.
pub fn secrets_in(text: &str) -> Vec<Range<usize>> {
    let shapes = SHAPES.iter().flat_map(|shape| shape.find_iter(text));
    let runs = DIGIT_RUNS.find_iter(text).filter(|run| is_card_number(text, run.as_str()));
    shapes.chain(runs).map(|found| found.range()).collect()
}

/// A payment card's number: 13 to 19 digits whose check digit is right (ISO/IEC 7812-1, Luhn's formula), or that are called
/// one.
fn is_card_number(text: &str, run: &str) -> bool {
    let digits: Vec<u32> = run.chars().filter_map(|c| c.to_digit(10)).collect();
    let is_grouped_by_four = run.split([' ', '-']).all(|group| group.len() == 4);
    let passes = (13..=19).contains(&digits.len()) && luhn(&digits);
    (passes && (is_grouped_by_four || matches!(digits[0], 3..=6))) || (digits.len() >= 14 && CARD.is_match(text))
}

fn luhn(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 = digits.iter().rev().enumerate().map(|(i, d)| if i % 2 == 1 { doubled(*d) } else { *d }).sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_by_their_shape() {
        for text in [
            "My key is sk-proj-nX1fkkjbd93oQGXy9KTUMAFGrM14gENA",
            "AWS_SECRET_ACCESS_KEY=RhWlMkU6ag5tZj3aoeWq",
            "The wifi password at home is Tulip!Harbour-77",
            "회사 VPN 비밀번호는 Gaeul#3092rain 이에요",
            "my card is 4539 1197 1814 7812",
            "the login is postgres://deploy:h4zelNut@db.example/app",
        ] {
            assert!(!secrets_in(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_private_key_is_a_secret_line_by_line() {
        let text = "my key:\n-----BEGIN RSA PRIVATE KEY-----\nmZPCvFcwEqhGuYyGTo7L\n-----END RSA PRIVATE KEY-----\nok?";
        let [range] = &secrets_in(text)[..] else { panic!("one secret") };
        assert_eq!(&text[..range.start], "my key:\n");
        assert_eq!(&text[range.end..], "\nok?");
        assert!(!secrets_in("-----BEGIN PRIVATE KEY-----\ncut off").is_empty());
    }

    #[test]
    fn plain_words_and_numbers_are_none() {
        for text in [
            "I forgot my password again",
            "비밀번호를 자주 바꾸는 편이에요",
            "call me on 010-1234-5678",
            "account 302-1184-7725-61",
            "order 4539119718147813 arrived",
            "we raised 600000 euros in 2024",
        ] {
            assert!(secrets_in(text).is_empty(), "{text}");
        }
    }
}
