//! The page for addresses that lead nowhere.

use crate::i18n::use_locale;
use leptos::prelude::*;
use leptos_meta::Title;

/// Says so, with a way out.
#[component]
pub fn NotFound() -> impl IntoView {
    crate::server::page_status(http::StatusCode::NOT_FOUND);
    let locale = use_locale();
    view! {
        <Title text=locale.t("not_found.title") />
        <section class="plain-page">
            <h1>{locale.t("not_found.title")}</h1>
            <p class="lead">{locale.t("not_found.text")}</p>
            <p><a class="button primary" href="/">{locale.t("not_found.home")}</a></p>
        </section>
    }
}
