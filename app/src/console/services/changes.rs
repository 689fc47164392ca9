//! What differs between two revisions.

use crate::console::form::{setting_key, value_text};
use crate::i18n::use_locale;
use crate::ui::Diff;
use contract::{DiffPart, SettingChange};
use leptos::prelude::*;

/// Each setting that differs, with what it was and what it is; if there is none, that there is none.
#[component]
pub fn Changes(
    /// The settings.
    changes: Vec<SettingChange>,
    /// The key of what to say if there is none.
    none: &'static str,
) -> impl IntoView {
    if changes.is_empty() {
        return view! { <p class="note">{use_locale().t(none)}</p> }.into_any();
    }
    let changes: Vec<_> = changes.into_iter().map(|change| view! { <Change change /> }).collect();
    view! { <dl class="changes">{changes}</dl> }.into_any()
}

#[component]
fn Change(change: SettingChange) -> impl IntoView {
    let locale = use_locale();
    let text = |value: Option<String>| value_text(locale, &change.field, &value.unwrap_or_default());
    let (before, after) = (text(change.before), text(change.after));
    let between = if before.contains('\n') || after.contains('\n') { "\n" } else { " " };
    let parts = vec![DiffPart::Removed(before), DiffPart::Same(between.to_owned()), DiffPart::Added(after)];
    let label = setting_key(&change.field).map_or(change.field, |key| locale.t(key).to_owned());
    view! {
        <div>
            <dt>{label}</dt>
            <dd><Diff parts show=IntoAny::into_any /></dd>
        </div>
    }
}
