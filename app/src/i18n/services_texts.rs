//! The texts of services and settings.

use std::borrow::Cow;

rust_i18n::i18n!("locales/services");

// Cargo does not see that `i18n!` read these files; this makes it build again when one changes.
const _: [&str; 2] = [include_str!("../../locales/services/en.yml"), include_str!("../../locales/services/ko.yml")];

/// The text behind `key` in the language of that tag.
pub fn find(tag: &str, key: &str) -> Option<Cow<'static, str>> {
    _rust_i18n_backend().translate(tag, key)
}

#[cfg(test)]
pub fn backend() -> &'static dyn rust_i18n::Backend {
    _rust_i18n_backend()
}
