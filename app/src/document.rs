//! The document around every page, and which pages there are.

#[cfg(feature = "ssr")]
mod area;
mod elsewhere;
mod pages;
#[cfg(feature = "ssr")]
mod shell;

use crate::i18n;
use crate::layout::{PageFooter, PageHeader};
use crate::session::provide_session;
use crate::ui::{Announcer, LiveRegion, use_ready};
use elsewhere::Elsewhere;
use leptos::children::ToChildren;
use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{FlatRoutes, Router};
use pages::{Pages, account_pages, all_pages, console_pages, memories_pages, review_pages, services_pages};

#[cfg(feature = "ssr")]
pub use shell::{error_document, shell};

/// All pages, with what surrounds them: what the server renders.
#[component]
pub fn App() -> impl IntoView {
    i18n::know_the_console();
    i18n::know_the_review();
    i18n::know_the_services();
    view! { <Frame pages=all_pages() /> }
}

/// The list of memories, as browsers take it over.
#[component]
pub fn MemoriesApp() -> impl IntoView {
    view! { <Frame pages=memories_pages() /> }
}

/// Signing in and the pages about one's account, as browsers take them over.
#[component]
pub fn AccountApp() -> impl IntoView {
    view! { <Frame pages=account_pages() /> }
}

/// The queue of candidates, as browsers take it over.
#[component]
pub fn ReviewApp() -> impl IntoView {
    i18n::know_the_review();
    view! { <Frame pages=review_pages() /> }
}

/// Chat services and the settings of the system, as browsers take them over.
#[component]
pub fn ServicesApp() -> impl IntoView {
    i18n::know_the_services();
    view! { <Frame pages=services_pages() /> }
}

/// The other pages of the console, as browsers take them over.
#[component]
pub fn ConsoleApp() -> impl IntoView {
    i18n::know_the_console();
    view! { <Frame pages=console_pages() /> }
}

/// What surrounds every page. It is the same around any table of pages, so that browsers find what the server wrote.
#[component]
fn Frame(pages: Pages) -> impl IntoView {
    provide_meta_context();
    let locale = i18n::current();
    provide_context(locale);
    provide_session();
    Announcer::provide();
    let product = locale.t("app.name");
    let ready = use_ready();
    view! {
        <Title formatter=move |page: String| format!("{page} · {product}") />
        <Router>
            <a class="skip-link" href="#main" rel="external">{locale.t("app.skip")}</a>
            <PageHeader />
            <main id="main" tabindex="-1" data-ready=move || ready.get().then_some("")>
                <FlatRoutes fallback=Elsewhere children=ToChildren::to_children(move || pages) />
            </main>
            <PageFooter />
            <LiveRegion />
        </Router>
    }
}
