//! One way to normalise text before it is compared, fingerprinted or indexed.

use unicode_normalization::UnicodeNormalization;

/// Whether `c` shows nothing and changes nothing of meaning: zero-width and direction marks, soft hyphen, BOM, tags and
/// variation selectors. Left in, they let two equal-looking texts compare as different.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// NFKC without invisible characters: decomposed Hangul, full-width Latin and hidden marks all become the plain form.
pub fn normalise(text: &str) -> String {
    text.chars().filter(|&c| !is_invisible(c)).nfkc().collect()
}

/// The form in which two statements count as the same: normalised, lower-case, white space collapsed, no full stop at
/// the end.
pub fn canonical(text: &str) -> String {
    let lower = normalise(text).to_lowercase();
    let collapsed = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    collapsed.trim_end_matches(['.', '。', '!', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decomposed_full_width_and_hidden_forms_become_plain() {
        assert_eq!(normalise("\u{1112}\u{1161}\u{11ab}글"), "한글");
        assert_eq!(normalise("ＡＢＣ１２３"), "ABC123");
        assert_eq!(normalise("pass\u{200b}word\u{202e}"), "password");
    }

    #[test]
    fn canonical_ignores_case_space_and_the_last_stop() {
        assert_eq!(canonical("  I  Like\tTea. "), canonical("i like tea"));
        assert_ne!(canonical("I like tea"), canonical("I like teas"));
    }
}
