//! A labelled field with its hint and what is wrong with it.

use super::dynamic;
use crate::error::{FaultWords, UiError, fault_text};
use crate::i18n::use_locale;
use contract::FieldError;
use leptos::prelude::*;

/// What a control says of its hint and its fault, for those who do not see them.
#[derive(Clone, Copy)]
pub struct Ties {
    /// The ids of both, as far as they are there.
    pub described_by: Signal<Option<String>>,
    /// Whether something is wrong.
    pub invalid: Signal<Option<&'static str>>,
}

impl Ties {
    /// For the control with that id.
    pub fn new(id: &str, has_hint: bool, fault: Signal<Option<FieldError>>) -> Self {
        let hint_id = has_hint.then(|| hint_id(id));
        let fault_id = fault_id(id);
        let described_by = Signal::derive(move || {
            let fault_id = fault.with(Option::is_some).then(|| fault_id.clone());
            let ids: Vec<_> = hint_id.clone().into_iter().chain(fault_id).collect();
            (!ids.is_empty()).then(|| ids.join(" "))
        });
        Self { described_by, invalid: Signal::derive(move || fault.with(Option::is_some).then_some("true")) }
    }
}

fn hint_id(id: &str) -> String {
    format!("{id}-hint")
}

fn fault_id(id: &str) -> String {
    format!("{id}-fault")
}

/// Label, hint and fault around a control, which has the `id` and says its [`Ties`].
#[component]
pub fn FieldFrame(
    /// The control's id.
    #[prop(into)]
    id: String,
    /// What goes in, in words.
    label: &'static str,
    /// Help that always shows.
    hint: Option<&'static str>,
    /// What is wrong.
    fault: Signal<Option<FieldError>>,
    /// The words for it.
    #[prop(default = fault_text)]
    words: FaultWords,
    /// The control.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <Hint id=id.clone() hint />
            {children()}
            <FaultLine id fault words />
        </div>
    }
}

/// Help that always shows, for the control with that id.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn Hint(
    /// The control's id.
    id: String,
    /// The help.
    hint: Option<&'static str>,
) -> impl IntoView {
    hint.map(|hint| view! { <p id=hint_id(&id) class="hint">{hint}</p> })
}

/// What is wrong, for the control with that id.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn FaultLine(
    /// The control's id.
    id: String,
    /// What is wrong.
    fault: Signal<Option<FieldError>>,
    /// The words for it.
    words: FaultWords,
) -> impl IntoView {
    let locale = use_locale();
    let fault_id = fault_id(&id);
    dynamic(move || fault.get().map(|fault| view! { <p id=fault_id.clone() class="fault">{words(locale, &fault)}</p> }))
}

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
    let fault = Signal::derive(move || {
        error.with(|error| error.as_ref()?.fields.iter().find(|fault| fault.field == name).cloned())
    });
    let Ties { described_by, invalid } = Ties::new(name, hint.is_some(), fault);
    view! {
        <FieldFrame id=name label hint fault>
            <input
                id=name
                name=name
                type=kind
                autocomplete=autocomplete
                autocapitalize="none"
                spellcheck="false"
                required=required
                minlength=min_length
                aria-invalid=invalid
                aria-describedby=described_by
            />
        </FieldFrame>
    }
}
