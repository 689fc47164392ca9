//! Paths to go on to after signing in or switching the language. Only our own pages, never another site.

/// The longest path that is gone back to.
const MAX_BYTES: usize = 1024;

/// `path` if it leads to a page of this site, else `None`.
///
/// Browsers read `//host` and, since they take `\` for `/`, also `/\host` as another site; they drop tabs and line breaks
/// before they look.
pub fn local(path: &str) -> Option<&str> {
    let harmless = |c: char| c.is_ascii_graphic() && c != '\\';
    let is_ours = path.starts_with('/') && !path.starts_with("//") && path.chars().all(harmless);
    (is_ours && path.len() <= MAX_BYTES).then_some(path)
}

/// Where to go on to after signing in.
pub fn after_sign_in(next: Option<&str>) -> &str {
    next.and_then(local).unwrap_or("/me")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_paths_pass() {
        for ours in ["/", "/me", "/me?cursor=abc%20d#memories", "/me/consent/off", "/a//b", "/?next=https://x"] {
            assert_eq!(local(ours), Some(ours));
        }
        for other in [
            "",
            "me",
            "//evil",
            "/\\evil",
            "\\\\evil",
            "https://evil",
            "/\t/evil",
            "/me\r\nSet-Cookie: a",
            "/한",
            " /me",
        ] {
            assert_eq!(local(other), None, "{other:?}");
        }
        assert_eq!(local(&format!("/{}", "a".repeat(MAX_BYTES))), None);
    }

    #[test]
    fn without_a_proper_next_one_lands_on_my_page() {
        assert_eq!(after_sign_in(None), "/me");
        assert_eq!(after_sign_in(Some("//evil")), "/me");
        assert_eq!(after_sign_in(Some("/me/consent/off")), "/me/consent/off");
    }
}
