//! The fields, and what is wrong with each.

use super::editor::Editor;
use crate::error::{fault_id, fault_text, field_key};
use crate::i18n::use_locale;
use crate::ui::dynamic;
use contract::FieldError;
use leptos::prelude::*;

/// What the ids of the fields begin with.
pub const PREFIX: &str = "correct-";

/// The id of a field's element.
pub fn element_id(field: &str) -> String {
    format!("{PREFIX}{}", fault_id(field))
}

/// How a text is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// In one line.
    Line,
    /// In several lines, at first so many.
    Lines(u8),
    /// A number between 0 and 1.
    Fraction,
    /// A time in the reader's time zone.
    Moment,
}

impl Input {
    /// The browser's word for it.
    fn kind(self) -> &'static str {
        match self {
            Self::Line | Self::Lines(_) => "text",
            Self::Fraction => "number",
            Self::Moment => "datetime-local",
        }
    }
}

/// A labelled field for one text of the draft.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn TextField(
    /// What is written.
    editor: Editor,
    /// The field's name, as faults name it.
    #[prop(into)]
    name: String,
    /// The last part of the name, which it is called by.
    label: &'static str,
    /// How it is typed.
    #[prop(default = Input::Line)]
    input: Input,
    /// Help that always shows.
    #[prop(optional, into)]
    hint: Option<Signal<String>>,
    /// The text.
    #[prop(into)]
    value: Signal<String>,
    /// Takes a new text over.
    set: Callback<String>,
) -> impl IntoView {
    let locale = use_locale();
    let (id, fault) = (element_id(&name), fault_of(editor, name.clone()));
    let (hint_id, fault_id) = (format!("{id}-hint"), format!("{id}-fault"));
    let described_by = {
        let (hint_id, fault_id) = (hint.map(|_| hint_id.clone()), fault_id.clone());
        Signal::derive(move || {
            let fault_id = fault.with(Option::is_some).then(|| fault_id.clone());
            let ids: Vec<_> = hint_id.clone().into_iter().chain(fault_id).collect();
            (!ids.is_empty()).then(|| ids.join(" "))
        })
    };
    let invalid = Signal::derive(move || fault.with(Option::is_some).then_some("true"));
    let typed = move |event| set.run(event_target_value(&event));
    let label = field_key(label).map(|key| locale.t(key));
    let fraction = |value: &'static str| (input == Input::Fraction).then_some(value);
    let control = match input {
        Input::Lines(rows) => view! {
            <textarea
                id=id.clone()
                rows=rows.to_string()
                aria-invalid=invalid
                aria-describedby=described_by
                prop:value=value
                on:input=typed
            ></textarea>
        }
        .into_any(),
        _ => view! {
            <input
                id=id.clone()
                type=input.kind()
                inputmode=fraction("decimal")
                min=fraction("0")
                max=fraction("1")
                step=fraction("0.05")
                aria-invalid=invalid
                aria-describedby=described_by
                prop:value=value
                on:input=typed
            />
        }
        .into_any(),
    };
    view! {
        <div class="field">
            <label for=id>{label}</label>
            {hint.map(|hint| view! { <p id=hint_id class="hint">{hint}</p> })}
            {control}
            {dynamic(move || fault.get().map(|fault| view! { <p id=fault_id.clone() class="fault">{fault_text(locale, &fault)}</p> }))}
        </div>
    }
}

/// A labelled choice between words.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn WordField(
    /// The field's name, as faults name it.
    #[prop(into)]
    name: String,
    /// The last part of the name, which it is called by.
    label: &'static str,
    /// The words with the keys of their texts.
    words: Vec<(&'static str, &'static str)>,
    /// The chosen one.
    #[prop(into)]
    value: Signal<&'static str>,
    /// Takes a new choice over.
    set: Callback<String>,
) -> impl IntoView {
    let locale = use_locale();
    let id = element_id(&name);
    let options: Vec<_> = words
        .into_iter()
        .map(|(word, key)| {
            view! { <option value=word selected=value.get_untracked() == word>{locale.t(key)}</option> }
        })
        .collect();
    view! {
        <div class="field">
            <label for=id.clone()>{field_key(label).map(|key| locale.t(key))}</label>
            <select id=id prop:value=value on:change=move |event| set.run(event_target_value(&event))>{options}</select>
        </div>
    }
}

/// What is wrong with the field of that name, or with an entry of it that has no field of its own.
fn fault_of(editor: Editor, name: String) -> Signal<Option<FieldError>> {
    let of_entry = format!("{name}[");
    let concerns =
        move |fault: &&FieldError| fault.field == name || (name == "keywords" && fault.field.starts_with(&of_entry));
    Signal::derive(move || editor.faults.with(|faults| faults.iter().find(&concerns).cloned()))
}
