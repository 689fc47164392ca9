//! What a browser calls itself, so that people recognise it in the list of their sessions.

use http::{HeaderMap, header};

/// Longer names are cut: nobody reads on, and the store should not hold what strangers make up.
const MAX_CHARS: usize = 300;

/// The `User-Agent`, cut; `None` if there is none.
pub fn of(headers: &HeaderMap) -> Option<String> {
    let name = String::from_utf8_lossy(headers.get(header::USER_AGENT)?.as_bytes());
    let cut: String = name.trim().chars().filter(|c| !c.is_control()).take(MAX_CHARS).collect();
    (!cut.is_empty()).then_some(cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn named(name: &[u8]) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::USER_AGENT, HeaderValue::from_bytes(name).expect("a header value"));
        of(&headers)
    }

    #[test]
    fn names_are_cut_between_characters() {
        assert_eq!(of(&HeaderMap::new()), None);
        assert_eq!(named(b" "), None);
        assert_eq!(named(b"Firefox\t1"), Some("Firefox1".to_owned()));
        assert_eq!(named("가".repeat(400).as_bytes()), Some("가".repeat(MAX_CHARS)));
        assert_eq!(named(b"caf\xe9"), Some("caf\u{fffd}".to_owned()), "Latin-1");
    }
}
