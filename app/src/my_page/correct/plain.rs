//! Correcting the statement by a form that needs no script; all the rest stays as it is, or is edited as JSON.

use crate::i18n::use_locale;
use crate::server_fns::CorrectMemory;
use crate::ui::{ProblemSummary, SubmitButton, load_page};
use contract::MemoryDetail;
use leptos::form::ActionForm;
use leptos::prelude::*;

/// The statement in a field.
#[component]
pub fn PlainCorrectForm(
    /// The memory as it was opened.
    detail: MemoryDetail,
) -> impl IntoView {
    let locale = use_locale();
    let correct = ServerAction::<CorrectMemory>::new();
    let json = leptos::serde_json::to_string(&detail.memory).unwrap_or_default();
    Effect::new(move |_| {
        if let Some(Ok(receipt)) = correct.value().get() {
            load_page(if receipt.removed { "/me?done=removed" } else { "/me?done=corrected" });
        }
    });
    view! {
        {move || {
            let error = correct.value().get().and_then(Result::err);
            error.map(|error| view! { <ProblemSummary error /> })
        }}
        <ActionForm action=correct>
            <input type="hidden" name="memory_id" value=detail.memory_id.to_string() />
            <input type="hidden" name="version" value=detail.version.to_string() />
            <input type="hidden" name="json" value=json />
            <div class="field">
                <label for="statement">{locale.t("field.statement")}</label>
                <textarea id="statement" name="statement" rows="4" required>{detail.memory.statement}</textarea>
            </div>
            <SubmitButton
                label=locale.t("correct.save")
                busy_label=locale.t("consent.working")
                pending=correct.pending()
            />
        </ActionForm>
    }
}
