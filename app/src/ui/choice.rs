//! One list of words to choose from.

use crate::i18n::use_locale;
use leptos::prelude::*;

/// The values of a word list with the keys of their texts.
pub fn words<T: Copy>(
    all: &[T],
    as_str: fn(T) -> &'static str,
    key: fn(T) -> &'static str,
) -> Vec<(&'static str, &'static str)> {
    all.iter().map(|value| (as_str(*value), key(*value))).collect()
}

/// A labelled list. Its `name` is also its id.
#[component]
pub fn Choice(
    /// The name of the parameter.
    name: &'static str,
    /// The key of what is chosen.
    label: &'static str,
    /// Whether nothing may be chosen.
    any: bool,
    /// The words, as [`words`] gives them.
    words: Vec<(&'static str, &'static str)>,
    /// The chosen one; empty for none.
    chosen: Signal<&'static str>,
) -> impl IntoView {
    let locale = use_locale();
    let any = any.then_some(("", "filters.any"));
    let options: Vec<_> = any
        .into_iter()
        .chain(words)
        .map(|(value, key)| {
            view! { <option value=value selected=chosen.get_untracked() == value>{locale.t(key)}</option> }
        })
        .collect();
    view! {
        <div class="field">
            <label for=name>{locale.t(label)}</label>
            <select id=name name=name prop:value=chosen>{options}</select>
        </div>
    }
}
