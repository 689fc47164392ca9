//! What a text really holds: characters that nobody sees, or that change the order in which others are read, told apart
//! from those that can be read. Whoever decides on somebody's words has to see all of them.

use std::ops::RangeInclusive;

/// What a character does that nobody sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unseen {
    /// It changes the direction of what is around it.
    Direction,
    /// It takes no room, or only that of a space.
    Invisible,
    /// It steers a machine.
    Control,
    /// It spells hidden words.
    Tag,
    /// It asks for another shape of the character before it.
    Selector,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// As it can be read.
    Plain(String),
    /// A character to be spelt out.
    Unseen(char, Unseen),
}

const JOINER: char = '\u{200D}';
/// What asks for the look of a text or of an emoji.
const EMOJI_SELECTORS: RangeInclusive<char> = '\u{FE0E}'..='\u{FE0F}';
const SKIN_TONES: RangeInclusive<char> = '\u{1F3FB}'..='\u{1F3FF}';
const KEYCAP: char = '\u{20E3}';

/// The text in pieces. Joiners and selectors inside emoji stay as they are: without them the emoji would be another.
pub fn parts(text: &str) -> Vec<Part> {
    let chars: Vec<char> = text.chars().collect();
    let mut parts = Vec::new();
    let mut plain = String::new();
    for (place, &c) in chars.iter().enumerate() {
        match unseen(c).filter(|_| !belongs_to_emoji(&chars, place) && !ends_a_line(&chars, place)) {
            None => plain.push(c),
            Some(kind) => {
                if !plain.is_empty() {
                    parts.push(Part::Plain(std::mem::take(&mut plain)));
                }
                parts.push(Part::Unseen(c, kind));
            }
        }
    }
    if !plain.is_empty() {
        parts.push(Part::Plain(plain));
    }
    parts
}

/// How a character is spelt out: `⟨U+202E⟩`.
pub fn spelt(c: char) -> String {
    format!("⟨U+{:04X}⟩", u32::from(c))
}

fn unseen(c: char) -> Option<Unseen> {
    Some(match c {
        '\n' | '\t' => return None,
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{206F}' => Unseen::Direction,
        '\u{E0000}'..='\u{E00FF}' => Unseen::Tag,
        '\u{FE00}'..='\u{FE0F}' | '\u{180B}'..='\u{180F}' | '\u{E0100}'..='\u{E01EF}' => Unseen::Selector,
        '\u{00AD}'
        | '\u{034F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{200B}'..='\u{200D}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{2060}'..='\u{2065}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0100}'..='\u{E0FFF}' => Unseen::Invisible,
        c if c.is_control() => Unseen::Control,
        _ => return None,
    })
}

/// A line break as some systems write it is a line break.
fn ends_a_line(chars: &[char], place: usize) -> bool {
    chars[place] == '\r' && chars.get(place + 1) == Some(&'\n')
}

/// Whether the character is what makes one emoji of several, or an emoji of a sign.
fn belongs_to_emoji(chars: &[char], place: usize) -> bool {
    let before = place.checked_sub(1).map(|place| chars[place]);
    let after = chars.get(place + 1).copied();
    match chars[place] {
        JOINER => {
            // What stands before may carry a selector itself.
            let base = match before {
                Some(c) if EMOJI_SELECTORS.contains(&c) => place.checked_sub(2).map(|place| chars[place]),
                before => before,
            };
            base.is_some_and(is_emoji) && after.is_some_and(is_emoji)
        }
        c if EMOJI_SELECTORS.contains(&c) => {
            let makes_keycap = after == Some(KEYCAP) && before.is_some_and(|c| matches!(c, '0'..='9' | '#' | '*'));
            makes_keycap || before.is_some_and(|c| is_emoji(c) && !SKIN_TONES.contains(&c))
        }
        _ => false,
    }
}

/// Whether the character is an emoji, or a sign that has the look of one.
fn is_emoji(c: char) -> bool {
    matches!(
        c,
        '\u{1F000}'..='\u{1FAFF}'
            | '\u{2600}'..='\u{27BF}'
            | '\u{2300}'..='\u{23FF}'
            | '\u{2B00}'..='\u{2BFF}'
            | '\u{2190}'..='\u{21FF}'
            | '\u{25A0}'..='\u{25FF}'
            | '\u{2900}'..='\u{297F}'
            | '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{24C2}'
            | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let piece = |part: Part| match part {
            Part::Plain(text) => text,
            Part::Unseen(c, _) => spelt(c),
        };
        parts(text).into_iter().map(piece).collect()
    }

    #[test]
    fn what_can_be_read_stays_one_piece() {
        for text in ["", "likes tea", "녹차를 좋아함\n두 줄\t탭", "שלום", "a\r\nb", "ㅎㅎ 한글 힣", "é e\u{301}"]
        {
            let expected = if text.is_empty() { vec![] } else { vec![Part::Plain(text.to_owned())] };
            assert_eq!(parts(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_nobody_sees_is_spelt_out() {
        for (c, kind) in [
            ('\u{202E}', Unseen::Direction),
            ('\u{2066}', Unseen::Direction),
            ('\u{061C}', Unseen::Direction),
            ('\u{200B}', Unseen::Invisible),
            ('\u{200D}', Unseen::Invisible),
            ('\u{FEFF}', Unseen::Invisible),
            ('\u{00AD}', Unseen::Invisible),
            ('\u{3164}', Unseen::Invisible),
            ('\u{115F}', Unseen::Invisible),
            ('\u{FFA0}', Unseen::Invisible),
            ('\u{2028}', Unseen::Invisible),
            ('\u{E0061}', Unseen::Tag),
            ('\u{FE0F}', Unseen::Selector),
            ('\u{E0101}', Unseen::Selector),
            ('\u{0}', Unseen::Control),
            ('\u{1B}', Unseen::Control),
            ('\u{85}', Unseen::Control),
            ('\r', Unseen::Control),
        ] {
            let expected = vec![Part::Plain("a".into()), Part::Unseen(c, kind), Part::Plain("b".into())];
            assert_eq!(parts(&format!("a{c}b")), expected, "{}", spelt(c));
        }
        assert_eq!(read("a\u{202E}b"), "a⟨U+202E⟩b");
        assert_eq!(read("\u{E0041}"), "⟨U+E0041⟩");
    }

    #[test]
    fn emoji_stay_whole() {
        for text in ["👨‍👩‍👧", "❤️", "❤️‍🔥", "🏳️‍🌈", "👩🏽‍💻", "1️⃣", "☎︎", "😀"]
        {
            assert_eq!(parts(text), [Part::Plain(text.to_owned())], "{text}");
        }
    }

    #[test]
    fn joiners_and_selectors_elsewhere_are_spelt_out() {
        assert_eq!(read("a\u{200D}b"), "a⟨U+200D⟩b");
        assert_eq!(read("😀\u{200D}"), "😀⟨U+200D⟩");
        assert_eq!(read("😀\u{200D}\u{200D}😀"), "😀⟨U+200D⟩⟨U+200D⟩😀");
        assert_eq!(read("1\u{FE0F}"), "1⟨U+FE0F⟩");
        assert_eq!(read("❤\u{FE0F}\u{FE0F}"), "❤\u{FE0F}⟨U+FE0F⟩");
        assert_eq!(read("🏴\u{E0067}\u{E007F}"), "🏴⟨U+E0067⟩⟨U+E007F⟩", "tags spell words, in flags too");
    }
}
