//! A labelled text field with its hint and what is wrong with it.

use super::dynamic;
use crate::error::{UiError, fault_text};
use crate::i18n::use_locale;
use leptos::prelude::*;

/// A field of a form. Its `name` is also its id, so that an error summary can lead to it.
#[component]
pub fn Field(
    /// The name of the server function's argument.
    name: &'static str,
    /// What goes in, in words.
    label: &'static str,
    /// `text`, `email` or `password`.
    #[prop(default = "text")]
    kind: &'static str,
    /// What a password manager may fill in.
    #[prop(default = "off")]
    autocomplete: &'static str,
    /// Help that always shows.
    #[prop(optional)]
    hint: Option<&'static str>,
    /// The shortest text that the browser lets pass.
    #[prop(optional)]
    min_length: Option<&'static str>,
    /// Whether the browser asks for it.
    #[prop(default = true)]
    required: bool,
    /// What the server said about the form.
    #[prop(into)]
    error: Signal<Option<UiError>>,
) -> impl IntoView {
    let locale = use_locale();
    let fault = move || error.with(|error| error.as_ref()?.fields.iter().find(|fault| fault.field == name).cloned());
    let at_fault = move || fault().is_some();
    let hint_id = format!("{name}-hint");
    let fault_id = format!("{name}-fault");
    let described_by = {
        let (hint_id, fault_id) = (hint.map(|_| hint_id.clone()), fault_id.clone());
        move || match (&hint_id, at_fault()) {
            (Some(hint), true) => Some(format!("{hint} {fault_id}")),
            (Some(hint), false) => Some(hint.clone()),
            (None, true) => Some(fault_id.clone()),
            (None, false) => None,
        }
    };
    view! {
        <div class="field">
            <label for=name>{label}</label>
            {hint.map(|hint| view! { <p id=hint_id class="hint">{hint}</p> })}
            <input
                id=name
                name=name
                type=kind
                autocomplete=autocomplete
                autocapitalize="none"
                spellcheck="false"
                required=required
                minlength=min_length
                aria-invalid=move || at_fault().then_some("true")
                aria-describedby=described_by
            />
            {dynamic(move || fault().map(|fault| view! { <p id=fault_id.clone() class="fault">{fault_text(locale, &fault)}</p> }))}
        </div>
    }
}
