//! What stands where content is on its way, in about its size, so that nothing jumps.

use crate::i18n::use_locale;
use leptos::prelude::*;

/// Bars in place of `lines` lines.
#[component]
pub fn Skeleton(
    /// How many.
    lines: usize,
) -> impl IntoView {
    let bars: Vec<_> = (0..lines).map(|_| view! { <span class="skeleton-line" aria-hidden="true"></span> }).collect();
    view! {
        <div class="skeleton">
            <span class="visually-hidden">{use_locale().t("me.loading")}</span>
            {bars}
        </div>
    }
}
