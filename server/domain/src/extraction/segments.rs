//! Cuts a message into the pieces that are judged one by one: sentences, and the clauses before a question.

use std::ops::Range;

/// A full stop after these ends no sentence.
const ABBREVIATIONS: &[&str] =
    &["dr", "mr", "mrs", "ms", "prof", "st", "no", "vs", "etc", "approx", "dept", "jr", "sr"];
/// Endings of Korean clauses that lead up to what is asked.
const LEADING_ENDINGS: &[&str] =
    &["는데", "은데", "인데", "던데", "한데", "니까", "거든", "라서", "아서", "어서", "지만"];
/// A clause with fewer letters says nothing by itself.
const CLAUSE_MIN_LETTERS: usize = 6;

/// The pieces of `text` in order, without the white space around them.
pub fn segments(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    for sentence in sentences(text) {
        if text[sentence.clone()].contains('?') {
            clauses(text, sentence, &mut pieces);
        } else {
            pieces.push(sentence);
        }
    }
    pieces
}

/// The sentences of `text`, by their punctuation, by lines, and by the laughter and tears that end sentences in chats.
fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((place, c)) = chars.next() {
        let after = place + c.len_utf8();
        let next = chars.peek().map(|(_, next)| *next);
        let at_end = match c {
            '\n' | '。' => true,
            '.' => next.is_none_or(closes) && !is_abbreviation(&text[start..place]),
            '!' | '?' | '…' => next.is_none_or(closes),
            'ㅋ' | 'ㅎ' | 'ㅠ' | 'ㅜ' => next.is_some_and(char::is_whitespace),
            _ => false,
        };
        if at_end {
            // Closing quotes and brackets belong to the sentence.
            let mut end = after;
            while let Some((_, closing)) = chars.next_if(|(_, next)| matches!(next, '"' | '”' | '’' | ')' | ']' | '\''))
            {
                end += closing.len_utf8();
            }
            push_trimmed(text, start..end, &mut found);
            start = end;
        }
    }
    push_trimmed(text, start..text.len(), &mut found);
    found
}

/// Whether a sentence may end before this character.
fn closes(next: char) -> bool {
    next.is_whitespace() || matches!(next, '"' | '”' | '’' | ')' | ']' | '\'')
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default().to_lowercase();
    // An initial, as in "J. Kim".
    let is_initial = word.chars().count() == 1 && word.chars().all(|c| c.is_ascii_alphabetic() && c != 'i');
    // What has a full stop inside is one too: "p.m.", "e.g.".
    is_initial || word.contains('.') || ABBREVIATIONS.contains(&word.as_str())
}

/// The clauses of a question: what leads up to it may say something that the question does not.
fn clauses(text: &str, sentence: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut start = sentence.start;
    let whole = &text[sentence.clone()];
    for (offset, c) in whole.char_indices() {
        let place = sentence.start + offset;
        let rest = &text[place + c.len_utf8()..sentence.end];
        let is_break = match c {
            ',' | ';' | ':' => rest.starts_with(' '),
            '-' | '–' | '—' => text[..place].ends_with(' ') && rest.starts_with(' '),
            ' ' => LEADING_ENDINGS.iter().any(|ending| text[start..place].ends_with(ending)),
            _ => false,
        };
        let letters = text[start..place].chars().filter(|c| c.is_alphanumeric()).count();
        if is_break && letters >= CLAUSE_MIN_LETTERS {
            push_trimmed(text, start..place, found);
            start = place + c.len_utf8();
        }
    }
    push_trimmed(text, start..sentence.end, found);
}

fn push_trimmed(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let piece = &text[range.clone()];
    let start = range.start + (piece.len() - piece.trim_start().len());
    let end = start + piece.trim().len();
    if text[start..end].chars().any(char::is_alphanumeric) {
        found.push(start..end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        segments(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn sentences_end_where_readers_say_so() {
        assert_eq!(
            cut("Hi there! I moved to Busan. \nMy dog is Bo"),
            ["Hi there!", "I moved to Busan.", "My dog is Bo"]
        );
        assert_eq!(cut("Ask Dr. Salonen at 3.30 p.m. today"), ["Ask Dr. Salonen at 3.30 p.m. today"]);
        assert_eq!(cut("She said \"Stop.\" I stopped."), ["She said \"Stop.\"", "I stopped."]);
        assert_eq!(cut("저 이사했어요 ㅋㅋㅋ 부산으로요. 좋아요"), ["저 이사했어요 ㅋㅋㅋ", "부산으로요.", "좋아요"]);
        assert!(cut("... !! \n").is_empty());
    }

    #[test]
    fn what_leads_up_to_a_question_stands_alone() {
        assert_eq!(cut("I'm vegetarian, so what should I cook?"), ["I'm vegetarian", "so what should I cook?"]);
        assert_eq!(cut("나 채식하는데 뭐 먹지?"), ["나 채식하는데", "뭐 먹지?"]);
        assert_eq!(cut("So, what now?"), ["So, what now?"]);
        assert_eq!(cut("I like tea, milk and sugar."), ["I like tea, milk and sugar."]);
    }
}
