//! Which parts of a message are not the writer's own words: quotations, pasted mails and code, and what we put there.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Around the memories that a recall puts into a conversation. What stands between them came from here.
const INJECTED: (&str, &str) = ("[BEGIN_RETRIEVED_LONG_TERM_MEMORY]", "[END_RETRIEVED_LONG_TERM_MEMORY]");
/// Lines that begin a pasted mail; all that follows is taken to be the mail.
const MAIL_HEADERS: &[&str] =
    &["from:", "subject:", "sent:", "보낸 사람:", "보낸사람:", "제목:", "-----original message-----"];
/// Quotation marks, opening and closing.
const QUOTES: &[(char, char)] = &[('"', '"'), ('“', '”'), ('「', '」'), ('『', '』'), ('«', '»')];
/// A shorter quotation is a title or a name.
const QUOTED_MIN_WORDS: usize = 4;

/// A request to work on a text; the text follows the colon.
static WORK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:translate|summari[sz]e|shorten|proofread|rewrite|rephrase|paraphrase|correct|polish|fix)\b[^:.?!\n]*:\s|(?:번역|요약|교정|맞춤법|다듬|옮겨|고쳐|줄여)[^:.?!\n]*:\s",
    )
    .expect("a regular expression")
});

/// What we had put into the message ourselves. A block that does not end goes to the end.
pub fn injected(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(INJECTED.0).map(|place| from + place) {
        let end = text[start..].find(INJECTED.1).map_or(text.len(), |place| start + place + INJECTED.1.len());
        found.push(start..end);
        from = end;
    }
    found
}

/// What the message only shows: quotations, quoted lines, code, mails.
pub fn shown(text: &str) -> Vec<Range<usize>> {
    let mut found = fenced(text);
    found.extend(quoted_lines(text));
    found.extend(WORK.find(text).map(|request| request.end()..text.len()));
    found.extend(QUOTES.iter().flat_map(|marks| quotations(text, *marks)));
    found
}

fn fenced(text: &str) -> Vec<Range<usize>> {
    let marks: Vec<usize> = text.match_indices("```").map(|(place, _)| place).collect();
    marks.chunks(2).map(|pair| pair[0]..pair.get(1).map_or(text.len(), |end| end + 3)).collect()
}

fn quoted_lines(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let plain = line.trim_start();
        if plain.starts_with('>') {
            found.push(start..end);
        } else if is_mail_header(plain) {
            found.push(start..text.len());
            break;
        }
        start = end;
    }
    found
}

fn is_mail_header(line: &str) -> bool {
    let lower = line.to_lowercase();
    MAIL_HEADERS.iter().any(|header| lower.starts_with(header))
}

fn quotations(text: &str, (open, close): (char, char)) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(open).map(|place| from + place) {
        let inside = start + open.len_utf8();
        let Some(length) = text[inside..].find(close) else { break };
        let end = inside + length + close.len_utf8();
        if text[inside..inside + length].split_whitespace().count() >= QUOTED_MIN_WORDS {
            found.push(start..end);
        }
        from = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, find: fn(&str) -> Vec<Range<usize>>) -> Vec<&str> {
        find(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn what_is_only_shown_is_found() {
        let text = "What of this: \"I am a quiet person, I work nights\" and my \"Salt and Ledger\"";
        assert_eq!(parts(text, shown), ["\"I am a quiet person, I work nights\""]);
        assert_eq!(parts("see\n> I live here\nok", shown), ["> I live here\n"]);
        assert_eq!(parts("a ```let x = 1;``` b ```open", shown), ["```let x = 1;```", "```open"]);
        assert_eq!(parts("Shorten this to a line: I moved here.", shown), ["I moved here."]);
        assert_eq!(parts("Read:\nFrom: a@b\nI moved.", shown), ["From: a@b\nI moved."]);
    }

    #[test]
    fn what_we_injected_is_found_even_cut_off() {
        let block = "[BEGIN_RETRIEVED_LONG_TERM_MEMORY] x [END_RETRIEVED_LONG_TERM_MEMORY]";
        assert_eq!(parts(&format!("hi {block} there"), injected), [block]);
        assert_eq!(parts("a [BEGIN_RETRIEVED_LONG_TERM_MEMORY] b", injected).len(), 1);
    }
}
