//! The document around every page, and the table of pages.

#[cfg(feature = "ssr")]
mod shell;

use crate::auth::{LoginPage, SetUpPage};
use crate::home::HomePage;
use crate::i18n;
use crate::layout::{PageFooter, PageHeader};
use crate::my_page::{AskPage, ConsentOffPage, DataPage, KeysPage, MemoryPage, MyPage, SessionsPage};
use crate::not_found::NotFound;
use crate::session::provide_session;
use crate::ui::{Announcer, LiveRegion};
use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{FlatRoutes, Route, Router};
use leptos_router::{SsrMode, path};

#[cfg(feature = "ssr")]
pub use shell::{error_document, shell};

/// All pages, with what surrounds them.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    let locale = i18n::current();
    provide_context(locale);
    provide_session();
    Announcer::provide();
    let product = locale.t("app.name");
    view! {
        <Title formatter=move |page: String| format!("{page} · {product}") />
        <Router>
            <a class="skip-link" href="#main" rel="external">{locale.t("app.skip")}</a>
            <PageHeader />
            <main id="main" tabindex="-1">
                <FlatRoutes fallback=NotFound>
                    <Route path=path!("/") view=HomePage ssr=SsrMode::Async />
                    <Route path=path!("/login") view=LoginPage ssr=SsrMode::Async />
                    <Route path=path!("/setup") view=SetUpPage ssr=SsrMode::Async />
                    <Route path=path!("/me") view=MyPage ssr=SsrMode::Async />
                    <Route path=path!("/me/consent/off") view=ConsentOffPage ssr=SsrMode::Async />
                    <Route path=path!("/me/memories/:id") view=MemoryPage ssr=SsrMode::Async />
                    <Route path=path!("/me/ask") view=AskPage ssr=SsrMode::Async />
                    <Route path=path!("/me/keys") view=KeysPage ssr=SsrMode::Async />
                    <Route path=path!("/me/sessions") view=SessionsPage ssr=SsrMode::Async />
                    <Route path=path!("/me/data") view=DataPage ssr=SsrMode::Async />
                </FlatRoutes>
            </main>
            <PageFooter />
            <LiveRegion />
        </Router>
    }
}
