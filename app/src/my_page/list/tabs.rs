//! The tabs above the list, each with how many it holds.

use crate::i18n::use_locale;
use crate::my_page::address;
use crate::my_page::words::count_text;
use crate::ui::dynamic;
use contract::{ListMemories, Tab, TabCounts};
use leptos::prelude::*;

/// Links, as each tab is an address of its own.
#[component]
pub fn Tabs(
    /// What is asked for.
    request: Memo<ListMemories>,
    /// How many each holds, once known.
    counts: Signal<Option<TabCounts>>,
) -> impl IntoView {
    let locale = use_locale();
    let tabs: Vec<_> = Tab::ALL
        .iter()
        .map(|tab| {
            let tab = *tab;
            let count = move || counts.get().map(|counts| count_text(counts.of(tab)));
            view! {
                <li>
                    <a
                        href=move || request.with(|request| address::write(&of_tab(request, tab)))
                        aria-current=move || request.with(|request| request.tab == tab).then_some("page")
                    >
                        {locale.t(tab_key(tab))} " " <span class="count">{dynamic(count)}</span>
                    </a>
                </li>
            }
        })
        .collect();
    view! {
        <nav class="tabs" aria-label=locale.t("tabs.label")>
            <ul>{tabs}</ul>
        </nav>
    }
}

fn of_tab(request: &ListMemories, tab: Tab) -> ListMemories {
    ListMemories { tab, cursor: None, ..request.clone() }
}

fn tab_key(tab: Tab) -> &'static str {
    match tab {
        Tab::All => "tabs.all",
        Tab::Personal => "tabs.personal",
        Tab::Service => "tabs.service",
    }
}
