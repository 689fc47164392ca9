//! A memory as JSON, checked while it is typed.

use super::editor::Editor;
use super::fields::element_id;
use crate::error::fault_text;
use crate::i18n::use_locale;
use crate::ui::dynamic;
use contract::EditableMemory;
use leptos::prelude::*;

/// The text, and what is wrong with it as it stands.
#[component]
pub fn CorrectJson(
    /// What is written.
    editor: Editor,
) -> impl IntoView {
    let locale = use_locale();
    let id = element_id("json");
    let (hint_id, check_id) = (format!("{id}-hint"), format!("{id}-check"));
    let faults = Memo::new(move |_| editor.json.with(|json| EditableMemory::from_json(json).err()).unwrap_or_default());
    let described_by = format!("{hint_id} {check_id}");
    let lines = move || {
        let line = |fault: &contract::FieldError| {
            // Where JSON is broken, the place says more than any text of ours.
            let place = if fault.field == "json" { format!(" {}", fault.message) } else { String::new() };
            view! { <li class="fault">{fault_text(locale, fault)} <span lang="en">{place}</span></li> }
        };
        faults.with(|faults| faults.iter().map(line).collect::<Vec<_>>())
    };
    view! {
        <div class="field">
            <label for=id.clone()>{locale.t("correct.json_label")}</label>
            <p id=hint_id class="hint">{locale.t("correct.json_hint")}</p>
            <textarea
                id=id
                class="json-text"
                rows="18"
                spellcheck="false"
                autocapitalize="none"
                aria-invalid=move || faults.with(|faults| (!faults.is_empty()).then_some("true"))
                aria-describedby=described_by
                prop:value=editor.json
                on:input=move |event| editor.json.set(event_target_value(&event))
            ></textarea>
            <div id=check_id class="json-check">
                {dynamic(move || faults.with(Vec::is_empty).then(|| view! { <p class="hint">{locale.t("correct.json_fine")}</p> }))}
                <ul>{dynamic(lines)}</ul>
            </div>
        </div>
    }
}
