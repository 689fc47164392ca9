//! What is filled in: texts, which only the server reads, whether a script or a plain form has sent them.

use super::words::{setting_key, value_text};
use crate::i18n::Locale;
use crate::ui::{Difference, Filled};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a box says that is ticked; one that is not says nothing.
pub const TICKED: &str = "true";

/// The text of each field by its name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FilledIn(BTreeMap<String, String>);

impl FilledIn {
    /// These texts.
    pub fn of<const N: usize>(texts: [(&str, String); N]) -> Self {
        Self(texts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect())
    }

    /// What is filled in in the fields of a form.
    pub fn in_form(form: &Filled, names: &[&str]) -> Self {
        let text = |name: &&str| ((*name).to_owned(), form.text(&input_name(name)));
        Self(names.iter().map(text).collect())
    }

    /// The text of a field; empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Whether a box is ticked.
    pub fn is_ticked(&self, name: &str) -> bool {
        self.text(name) == TICKED
    }

    /// A whole number. What is none is as far out of limits as a number can be.
    #[cfg(feature = "ssr")]
    pub fn number(&self, name: &str) -> u32 {
        self.text(name).trim().parse().unwrap_or(u32::MAX)
    }

    /// A number with decimals. What is none is outside of all limits.
    #[cfg(feature = "ssr")]
    pub fn decimal(&self, name: &str) -> f64 {
        self.text(name).trim().parse().unwrap_or(f64::NAN)
    }

    /// Leaves a field empty.
    pub fn clear(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// What differs from `theirs`, of the fields in `names`.
    pub fn differences(&self, locale: Locale, theirs: &Self, names: &[&'static str]) -> Vec<Difference> {
        let differing = names.iter().filter(|name| self.text(name) != theirs.text(name));
        differing
            .filter_map(|name| {
                let text = |side: &Self| value_text(locale, name, side.text(name));
                Some((locale.t(setting_key(name)?), text(self), text(theirs)))
            })
            .collect()
    }
}

/// What a box says.
pub fn ticked(is_ticked: bool) -> String {
    if is_ticked { TICKED.to_owned() } else { String::new() }
}

/// The name of a field's element: what the server function takes as the entry of a map.
pub fn input_name(name: &str) -> String {
    format!("settings[{name}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_told_and_in_words() {
        let mine = FilledIn::of([("memory", ticked(true)), ("top_k", "8".into()), ("nightly", String::new())]);
        let theirs = FilledIn::of([("memory", ticked(false)), ("top_k", "8".into()), ("nightly", "03:30".into())]);
        let told = mine.differences(Locale::En, &theirs, &["memory", "top_k", "nightly"]);
        let values: Vec<_> = told.iter().map(|(_, mine, theirs)| (mine.as_str(), theirs.as_str())).collect();
        assert_eq!(values, [("On", "Off"), ("Off", "03:30")]);
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn a_text_that_is_no_number_is_out_of_limits() {
        let filled =
            FilledIn::of([("top_k", "many".into()), ("threshold", "0,5".into()), ("semantic", " 0.7 ".into())]);
        assert_eq!(filled.number("top_k"), u32::MAX);
        assert!(filled.decimal("threshold").is_nan() && filled.decimal("keyword").is_nan());
        assert!((filled.decimal("semantic") - 0.7).abs() < f64::EPSILON);
    }
}
