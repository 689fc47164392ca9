//! Texts with code between backticks, and lists of lines that begin with `- `.

use leptos::prelude::*;

/// Paragraphs and lists.
pub fn prose(text: &str) -> impl IntoView + use<> {
    text.split("\n\n")
        .map(|block| {
            let (lines, items): (Vec<_>, Vec<_>) = block.lines().partition(|line| !line.starts_with("- "));
            let item = |line: &&str| view! { <li>{code_spans(line.trim_start_matches("- "))}</li> };
            view! {
                {(!lines.is_empty()).then(|| view! { <p>{code_spans(&lines.join(" "))}</p> })}
                {(!items.is_empty()).then(|| view! { <ul>{items.iter().map(item).collect_view()}</ul> })}
            }
        })
        .collect_view()
}

/// A line of text.
pub fn code_spans(text: &str) -> Vec<AnyView> {
    // An empty text would become a space.
    let spans = text.split('`').enumerate().filter(|(_, span)| !span.is_empty());
    let spans = spans.map(|(place, span)| {
        let span = span.to_owned();
        if place % 2 == 1 { view! { <code>{span}</code> }.into_any() } else { span.into_any() }
    });
    spans.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_paragraphs_lists_and_code() {
        let html =
            prose("Either\n`a`.\n\nWords:\n\n- `one`: <b>\n- two").to_html().replace("<!>", "").replace("<!---->", "");
        let expected =
            "<p>Either <code>a</code>.</p><p>Words:</p><ul><li><code>one</code>: &lt;b&gt;</li><li>two</li></ul>";
        assert_eq!(html, expected);
    }
}
