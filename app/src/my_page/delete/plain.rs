//! Deleting one memory by a form that needs no script.

use crate::i18n::use_locale;
use crate::server_fns::DeleteMemories;
use crate::ui::{ProblemSummary, SubmitButton, load_page};
use contract::MemoryId;
use leptos::form::ActionForm;
use leptos::prelude::*;

/// The box that must be ticked, and the button.
#[component]
pub fn PlainDeleteForm(
    /// The memory.
    id: MemoryId,
    /// The version that the person saw.
    version: i64,
) -> impl IntoView {
    let locale = use_locale();
    let delete = ServerAction::<DeleteMemories>::new();
    // With script the answer is a report; a row that is still there says why.
    let failure = move || match delete.value().get()? {
        Ok(report) => report.rows.into_iter().find_map(|row| row.error).map(crate::error::UiError::new),
        Err(error) => Some(error),
    };
    Effect::new(move |_| {
        if delete.value().with(|answer| matches!(answer, Some(Ok(report)) if report.deleted() > 0)) {
            load_page("/me?done=deleted");
        }
    });
    view! {
        {move || failure().map(|error| view! { <ProblemSummary error /> })}
        <ActionForm action=delete>
            <input type="hidden" name="chosen[0][memory_id]" value=id.to_string() />
            <input type="hidden" name="chosen[0][version]" value=version.to_string() />
            <label class="choice">
                <input type="checkbox" required />
                <span>{locale.t("delete.understood")}</span>
            </label>
            <SubmitButton
                class="button danger"
                label=locale.t("delete.confirm_one")
                busy_label=locale.t("delete.working")
                pending=delete.pending()
            />
        </ActionForm>
    }
}
