//! Correcting the statement by a form that needs no script; all the rest stays as it is, or is edited as JSON.

use crate::i18n::use_locale;
use crate::server_fns::CorrectMemory;
use contract::MemoryDetail;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The statement in a field.
#[component]
pub fn PlainCorrectForm(
    /// The memory as it was opened.
    detail: MemoryDetail,
) -> impl IntoView {
    let locale = use_locale();
    let json = leptos::serde_json::to_string(&detail.memory).unwrap_or_default();
    view! {
        <form method="post" action=CorrectMemory::url()>
            <input type="hidden" name="memory_id" value=detail.memory_id.to_string() />
            <input type="hidden" name="version" value=detail.version.to_string() />
            <input type="hidden" name="json" value=json />
            <div class="field">
                <label for="statement">{locale.t("field.statement")}</label>
                <textarea id="statement" name="statement" rows="4" maxlength="4096" required>{detail.memory.statement}</textarea>
            </div>
            <button type="submit" class="button primary">{locale.t("correct.save")}</button>
        </form>
    }
}
