//! The fields. What they hold at first comes from the server; from then on the browser keeps it, so that nothing that
//! happens elsewhere on the page takes away what was typed.

use super::filled_in::{FilledIn, TICKED, input_name};
use super::words::{leaf, setting_fault, setting_key};
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::ui::{FaultLine, FieldFrame, Hint, Ties};
use contract::FieldError;
use leptos::prelude::*;

/// What the ids of the fields begin with.
pub const PREFIX: &str = "setting-";

/// What the fields of one form share.
#[derive(Clone, Copy)]
pub struct Fields {
    /// What they hold at first.
    values: StoredValue<FilledIn>,
    /// What the server said about the form.
    error: Signal<Option<UiError>>,
}

impl Fields {
    /// Fields that hold `values` at first.
    pub fn new(values: FilledIn, error: Signal<Option<UiError>>) -> Self {
        Self { values: StoredValue::new(values), error }
    }

    fn value(self, name: &str) -> String {
        self.values.with_value(|values| values.text(name).to_owned())
    }

    /// What is wrong with the field of that name.
    fn fault(self, name: &'static str) -> Signal<Option<FieldError>> {
        Signal::derive(move || {
            self.error.with(|error| error.as_ref()?.fields.iter().find(|fault| leaf(&fault.field) == name).cloned())
        })
    }

    fn ties(self, name: &'static str, hint: Option<&'static str>) -> Ties {
        Ties::new(&element_id(name), hint.is_some(), self.fault(name))
    }
}

fn element_id(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// What the field of a setting is called.
fn label(name: &str) -> &'static str {
    setting_key(name).map(|key| use_locale().t(key)).unwrap_or_default()
}

/// A field of one line.
#[component]
pub fn TextField(
    /// The form.
    fields: Fields,
    /// The setting.
    name: &'static str,
    /// The key of the help that always shows.
    #[prop(optional)]
    hint: Option<&'static str>,
    /// `text` or `time`.
    #[prop(default = "text")]
    kind: &'static str,
    /// With which keys a phone begins: `numeric` or `decimal`.
    #[prop(optional)]
    mode: Option<&'static str>,
) -> impl IntoView {
    let hint = hint.map(|key| use_locale().t(key));
    let Ties { described_by, invalid } = fields.ties(name, hint);
    view! {
        <FieldFrame id=element_id(name) label=label(name) hint fault=fields.fault(name) words=setting_fault>
            <input
                id=element_id(name)
                name=input_name(name)
                type=kind
                inputmode=mode
                autocomplete="off"
                value=fields.value(name)
                aria-invalid=invalid
                aria-describedby=described_by
            />
        </FieldFrame>
    }
}

/// A field of several lines.
#[component]
pub fn TextAreaField(
    /// The form.
    fields: Fields,
    /// The setting.
    name: &'static str,
    /// The key of the help that always shows.
    hint: &'static str,
) -> impl IntoView {
    let hint = Some(use_locale().t(hint));
    let Ties { described_by, invalid } = fields.ties(name, hint);
    view! {
        <FieldFrame id=element_id(name) label=label(name) hint fault=fields.fault(name) words=setting_fault>
            <textarea
                id=element_id(name)
                name=input_name(name)
                rows="4"
                spellcheck="false"
                aria-invalid=invalid
                aria-describedby=described_by
            >
                {fields.value(name)}
            </textarea>
        </FieldFrame>
    }
}

/// A choice between values, each with its text.
#[component]
pub fn SelectField(
    /// The form.
    fields: Fields,
    /// The setting.
    name: &'static str,
    /// The values, each with what it says.
    options: Vec<(String, String)>,
    /// The key of the help that always shows.
    #[prop(optional)]
    hint: Option<&'static str>,
    /// Hears what is chosen.
    #[prop(optional)]
    on_choose: Option<Callback<String>>,
) -> impl IntoView {
    let hint = hint.map(|key| use_locale().t(key));
    let Ties { described_by, invalid } = fields.ties(name, hint);
    let chosen = fields.value(name);
    let options: Vec<_> = options
        .into_iter()
        .map(|(value, text)| {
            let selected = value == chosen;
            view! { <option value=value selected=selected>{text}</option> }
        })
        .collect();
    let choose = move |event| {
        if let Some(on_choose) = on_choose {
            on_choose.run(event_target_value(&event));
        }
    };
    view! {
        <FieldFrame id=element_id(name) label=label(name) hint fault=fields.fault(name) words=setting_fault>
            <select
                id=element_id(name)
                name=input_name(name)
                aria-invalid=invalid
                aria-describedby=described_by
                on:change=choose
            >
                {options}
            </select>
        </FieldFrame>
    }
}

/// A box to tick.
#[component]
pub fn TickField(
    /// The form.
    fields: Fields,
    /// The setting.
    name: &'static str,
    /// The key of the help that always shows.
    #[prop(optional)]
    hint: Option<&'static str>,
) -> impl IntoView {
    let hint = hint.map(|key| use_locale().t(key));
    let Ties { described_by, invalid } = fields.ties(name, hint);
    let is_ticked = fields.values.with_value(|values| values.is_ticked(name));
    view! {
        <div class="tick">
            <label class="choice">
                <input
                    id=element_id(name)
                    name=input_name(name)
                    type="checkbox"
                    value=TICKED
                    checked=is_ticked
                    aria-invalid=invalid
                    aria-describedby=described_by
                />
                <span>{label(name)}</span>
            </label>
            <Hint id=element_id(name) hint />
            <FaultLine id=element_id(name) fault=fields.fault(name) words=setting_fault />
        </div>
    }
}
