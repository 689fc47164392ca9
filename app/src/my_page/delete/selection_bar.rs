//! The bar that chooses rows and says how many are chosen. Stays in sight while the list is scrolled.

use super::Deletion;
use crate::i18n::use_locale;
use crate::my_page::list::ListState;
use crate::ui::{Shown, dynamic, use_ready};
use leptos::prelude::*;

/// Shows with script only, as do the rows' boxes.
#[component]
pub fn SelectionBar(
    /// What the rows share.
    list: ListState,
    /// Everything that matches, beyond this page.
    matching: Deletion,
    /// Where what is to be deleted is put.
    to_delete: RwSignal<Option<Deletion>>,
) -> impl IntoView {
    let locale = use_locale();
    let ready = use_ready();
    let matching = StoredValue::new(matching);
    let is_some = Signal::derive(move || list.count() > 0);
    let is_page_chosen = Signal::derive(move || list.is_page_chosen() && !list.all_matching.get());
    let ask = move |_| {
        let deletion =
            if list.all_matching.get_untracked() { matching.get_value() } else { Deletion::Chosen(list.chosen_rows()) };
        to_delete.set(Some(deletion));
    };
    view! {
        <div
            class="selection-bar"
            class:active=is_some
            role="group"
            aria-label=locale.t("select.label")
            hidden=move || !ready.get()
        >
            <label class="choice">
                <input
                    type="checkbox"
                    prop:checked=move || list.is_page_chosen()
                    on:change=move |event| list.choose_page(event_target_checked(&event))
                />
                <span>{locale.t("select.page")}</span>
            </label>
            <Shown when=is_some>
                <span class="selected-count">{dynamic(move || count_line(list, matching))}</span>
                <Shown when=is_page_chosen>
                    <button type="button" class="button quiet" on:click=move |_| list.all_matching.set(true)>
                        {dynamic(move || matching_label(matching))}
                    </button>
                </Shown>
                <button type="button" class="button quiet" on:click=move |_| list.choose_page(false)>
                    {locale.t("select.none")}
                </button>
                <button type="button" class="button danger" on:click=ask>{locale.t("select.delete")}</button>
            </Shown>
        </div>
    }
}

/// How many are chosen.
fn count_line(list: ListState, matching: StoredValue<Deletion>) -> String {
    let locale = use_locale();
    if !list.all_matching.get() {
        return locale.fill("select.count", "count", &list.count().to_string());
    }
    match matching.with_value(Deletion::count) {
        Some(count) => locale.fill("select.count", "count", &crate::my_page::words::count_text(count)),
        None => locale.t("select.all_chosen").to_owned(),
    }
}

/// Offers everything that matches, with how many that is if it is known.
fn matching_label(matching: StoredValue<Deletion>) -> String {
    let locale = use_locale();
    match matching.with_value(Deletion::count) {
        Some(count) => locale.fill("select.matching", "count", &crate::my_page::words::count_text(count)),
        None => locale.t("select.matching_uncounted").to_owned(),
    }
}
