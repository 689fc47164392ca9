use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn messages(locale: Locale) -> BTreeMap<String, String> {
    let of = |backend: &'static dyn rust_i18n::Backend| backend.messages_for_locale(locale.tag()).expect("is there");
    let backends =
        [site_texts::backend(), console_texts::backend(), review_texts::backend(), services_texts::backend()];
    let sets = backends.map(of);
    let count: usize = sets.iter().map(Vec::len).sum();
    let all: BTreeMap<String, String> =
        sets.into_iter().flatten().map(|(key, text)| (key.into_owned(), text.into_owned())).collect();
    assert_eq!(all.len(), count, "no key is in two sets");
    all
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split("%{").skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// Every string literal in `source` that is written like a key: lower-case words with one dot between.
fn keys_in(source: &str) -> impl Iterator<Item = &str> {
    let word = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
    let is_key = move |text: &&str| text.split_once('.').is_some_and(|(section, name)| word(section) && word(name));
    source.split('"').filter(is_key)
}

fn keys_in_sources(folder: &Path, keys: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").path()) {
        if entry.is_dir() {
            keys_in_sources(&entry, keys);
        } else if entry.extension().is_some_and(|ext| ext == "rs") && !entry.ends_with("tests.rs") {
            let source = std::fs::read_to_string(&entry).expect("readable");
            keys.extend(keys_in(&source).map(str::to_owned));
        }
    }
}

#[test]
fn all_languages_have_the_same_texts_with_the_same_placeholders() {
    let [first, rest @ ..] = Locale::ALL;
    let texts = messages(first);
    for locale in rest {
        let others = messages(locale);
        assert_eq!(texts.keys().collect::<Vec<_>>(), others.keys().collect::<Vec<_>>(), "{locale:?}");
        for (key, text) in &texts {
            assert_eq!(placeholders(text), placeholders(&others[key]), "{key}");
        }
    }
}

#[test]
fn no_text_is_empty() {
    for locale in Locale::ALL {
        let empty: Vec<_> = messages(locale).into_iter().filter(|(_, text)| text.trim().is_empty()).collect();
        assert!(empty.is_empty(), "{locale:?}: {empty:?}");
    }
}

#[test]
fn sources_use_exactly_the_keys_that_there_are() {
    let mut used = BTreeSet::new();
    keys_in_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut used);
    let there: BTreeSet<_> = messages(Locale::En).into_keys().collect();
    assert_eq!(used.difference(&there).collect::<Vec<_>>(), Vec::<&String>::new(), "used, but in no language");
    assert_eq!(there.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new(), "there, but never used");
}

#[test]
fn texts_are_found_and_filled() {
    assert_eq!(Locale::Ko.t("app.sign_out"), "로그아웃");
    assert_eq!(Locale::En.fill("me.signed_in", "email", "a%{email}b"), "Signed in as a%{email}b");
}

#[cfg(feature = "ssr")]
mod negotiation {
    use super::*;
    use http::HeaderMap;
    use http::header::{ACCEPT_LANGUAGE, COOKIE, HeaderName};

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), http::HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn the_heaviest_language_that_we_have_wins() {
        for (accept, expected) in [
            ("ko-KR,ko;q=0.9,en-US;q=0.8", Some(Locale::Ko)),
            ("en;q=0.5, ko;q=0.6", Some(Locale::Ko)),
            ("fr, en;q=0.3", Some(Locale::En)),
            ("ko;q=0, en;q=0.1", Some(Locale::En)),
            ("ko;q=x, en;q=0.1", Some(Locale::En)),
            ("kok, *", None),
            ("", None),
        ] {
            assert_eq!(preferred(accept), expected, "{accept}");
        }
    }

    #[test]
    fn the_cookie_beats_the_browser_unless_it_is_nonsense() {
        let wants_english = (ACCEPT_LANGUAGE, "en");
        assert_eq!(wanted(&headers(&[(COOKIE, "a=b; locale=ko"), wants_english.clone()])), Locale::Ko);
        assert_eq!(wanted(&headers(&[(COOKIE, "locale=xx"), (ACCEPT_LANGUAGE, "ko")])), Locale::Ko);
        assert_eq!(wanted(&headers(&[(COOKIE, "xlocale=ko"), wants_english])), Locale::En);
        assert_eq!(wanted(&HeaderMap::new()), Locale::En);
    }
}
