//! Doc comments as people who write no Rust read them.

/// The text without what only rustdoc understands: links become plain words, constants in brackets go.
pub fn prose(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once("[`").and_then(|(before, after)| Some((before, after.split_once("`]")?)))
    {
        let after = after.strip_prefix('(').and_then(|target| target.split_once(')')).map_or(after, |(_, after)| after);
        if let (Some(before), Some(after)) = (before.strip_suffix(" ("), after.strip_prefix(')')) {
            read.push_str(before);
            rest = after;
        } else {
            read.extend([before, "`", name, "`"]);
            rest = after;
        }
    }
    read.push_str(rest);
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_words_and_constants_in_brackets_go() {
        for (doc, expected) in [
            ("plain", "plain"),
            ("Its name, as in [`EditableMemory`].", "Its name, as in `EditableMemory`."),
            ("At most 1,000 ([`COUNT_MAX`]).", "At most 1,000."),
            ("At most 1,000 ([`MAX_BULK`](crate::review::MAX_BULK)), or [`Less`](less).", "At most 1,000, or `Less`."),
            ("[`open", "[`open"),
        ] {
            assert_eq!(prose(doc), expected);
        }
    }
}
