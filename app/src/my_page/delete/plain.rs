//! Deleting one memory by a form that needs no script.

use crate::i18n::use_locale;
use crate::server_fns::DeleteMemories;
use contract::MemoryId;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The box that must be ticked, and the button.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn PlainDeleteForm(
    /// The memory.
    id: MemoryId,
    /// The version that the person saw.
    version: i64,
) -> impl IntoView {
    let locale = use_locale();
    view! {
        <form method="post" action=DeleteMemories::url()>
            <input type="hidden" name="chosen[0][memory_id]" value=id.to_string() />
            <input type="hidden" name="chosen[0][version]" value=version.to_string() />
            <label class="choice">
                <input type="checkbox" required />
                <span>{locale.t("delete.understood")}</span>
            </label>
            <button type="submit" class="button danger">{locale.t("delete.confirm_one")}</button>
        </form>
    }
}
