//! A moment for readers and machines.

use crate::dates::day;
use crate::i18n::use_locale;
use contract::Timestamp;
use leptos::prelude::*;

/// A phrase around the day of a moment.
#[component]
pub fn Moment(
    /// The moment.
    at: Timestamp,
    /// The key of the phrase, with a place for the `date`.
    phrase: &'static str,
) -> impl IntoView {
    let locale = use_locale();
    let text = locale.fill(phrase, "date", &day(locale, at));
    view! { <time datetime=at.to_string()>{text}</time> }
}
