//! Languages: which one a request wants, and its texts. Always the request's own language, never a process-wide one.

mod console_texts;
mod review_texts;
mod services_texts;
mod site_texts;
#[cfg(test)]
mod tests;

use leptos::prelude::use_context;
use std::borrow::Cow;
use std::sync::OnceLock;

/// Finds a text by language tag and key.
type Lookup = fn(&str, &str) -> Option<Cow<'static, str>>;

/// The texts of the console's pages, where there are any: other bundles do without.
static CONSOLE: OnceLock<Lookup> = OnceLock::new();
/// The texts of the queue of candidates likewise.
static REVIEW: OnceLock<Lookup> = OnceLock::new();
/// The texts of services and settings likewise.
static SERVICES: OnceLock<Lookup> = OnceLock::new();

/// Makes the console's texts known. Bundles that never call it do not hold them.
pub fn know_the_console() {
    let _ = CONSOLE.set(console_texts::find);
}

/// Makes the texts of the queue of candidates known. Bundles that never call it do not hold them.
pub fn know_the_review() {
    let _ = REVIEW.set(review_texts::find);
}

/// Makes the texts of services and settings known. Bundles that never call it do not hold them.
pub fn know_the_services() {
    let _ = SERVICES.set(services_texts::find);
}

/// A language that the pages are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Locale {
    /// English, also for those who ask for a language that we do not have.
    #[default]
    En,
    /// Korean.
    Ko,
}

impl Locale {
    /// Every language, in the order of the switch.
    pub const ALL: [Self; 2] = [Self::Ko, Self::En];

    /// The language tag: for `lang`, the cookie and the text files.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ko => "ko",
        }
    }

    /// The language's own name for itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Ko => "한국어",
        }
    }

    /// The language of a tag such as `ko` or `ko-KR`.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next()?;
        Self::ALL.into_iter().find(|locale| locale.tag().eq_ignore_ascii_case(primary))
    }

    /// The text behind `key`.
    pub fn t(self, key: &'static str) -> &'static str {
        let more = || [&CONSOLE, &REVIEW, &SERVICES].into_iter().find_map(|texts| texts.get()?(self.tag(), key));
        match site_texts::find(self.tag(), key).or_else(more) {
            Some(Cow::Borrowed(text)) => text,
            _ => key,
        }
    }

    /// The text behind `key` with `%{name}` replaced by `value`.
    pub fn fill(self, key: &'static str, name: &str, value: &str) -> String {
        self.fill_all(key, &[(name, value)])
    }

    /// The text behind `key` with each `%{name}` replaced by its value.
    pub fn fill_all(self, key: &'static str, pairs: &[(&str, &str)]) -> String {
        let (names, values): (Vec<&str>, Vec<String>) =
            pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).unzip();
        rust_i18n::replace_patterns(self.t(key), &names, &values)
    }
}

/// The language of the page being shown.
pub fn use_locale() -> Locale {
    use_context().unwrap_or_default()
}

/// The language of the page that the server rendered.
#[cfg(not(feature = "ssr"))]
pub fn current() -> Locale {
    let root = leptos::prelude::document().document_element();
    root.and_then(|html| html.get_attribute("lang")).and_then(|tag| Locale::from_tag(&tag)).unwrap_or_default()
}

/// The language that the request asks for: its cookie, else its `Accept-Language`.
#[cfg(feature = "ssr")]
pub fn current() -> Locale {
    use_context::<http::request::Parts>().map(|parts| wanted(&parts.headers)).unwrap_or_default()
}

/// The language that a request with these headers asks for.
#[cfg(feature = "ssr")]
pub fn wanted(headers: &http::HeaderMap) -> Locale {
    let texts = |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let chosen = texts(http::header::COOKIE)
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE).then(|| Locale::from_tag(value)).flatten());
    chosen.or_else(|| texts(http::header::ACCEPT_LANGUAGE).find_map(preferred)).unwrap_or_default()
}

/// The cookie that keeps the choice.
#[cfg(feature = "ssr")]
pub const COOKIE: &str = "locale";

/// The best language that we have, by the weights of an `Accept-Language` (RFC 9110, 12.5.4).
#[cfg(feature = "ssr")]
fn preferred(accept_language: &str) -> Option<Locale> {
    let mut best: Option<(f32, Locale)> = None;
    for range in accept_language.split(',').take(32) {
        let (tag, parameter) = range.split_once(';').unwrap_or((range, ""));
        let weight = match parameter.trim().strip_prefix("q=") {
            Some(number) => number.trim().parse().unwrap_or(0.0),
            None => 1.0,
        };
        if let Some(locale) = Locale::from_tag(tag)
            && weight > best.map_or(0.0, |(heaviest, _)| heaviest)
        {
            best = Some((weight, locale));
        }
    }
    best.map(|(_, locale)| locale)
}
