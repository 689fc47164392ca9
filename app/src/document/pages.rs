//! The tables of pages: one an area, each of which is a browser bundle of its own, and one of pages that need no script.
//!
//! Links from one table to another are `rel="external"`: the next page comes from the server, with its own bundle.

#[cfg(feature = "ssr")]
use crate::api_docs::ApiPage;
use crate::auth::{LoginPage, SetUpPage, WelcomePage};
use crate::console::{AuditPage, OverviewPage, ReviewPage, ServicePage, ServicesPage, SettingsPage, UsersPage};
#[cfg(feature = "ssr")]
use crate::home::HomePage;
use crate::my_page::{AskPage, DataPage, KeysPage, MyPage, SessionsPage};
#[cfg(feature = "ssr")]
use crate::my_page::{ConsentOffPage, MemoryPage};
use leptos::tachys::view::iterators::StaticVec;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::{ChooseView, NestedRoute, PossibleRouteMatch, SsrMode, path};

/// Pages with their addresses.
pub type Pages = StaticVec<AnyNestedRoute>;

/// The list of memories.
pub fn memories_pages() -> Pages {
    vec![page(path!("/me"), MyPage)].into()
}

/// Signing in, and what is on one's account.
pub fn account_pages() -> Pages {
    vec![
        page(path!("/login"), LoginPage),
        page(path!("/setup"), SetUpPage),
        page(path!("/welcome"), WelcomePage),
        page(path!("/me/ask"), AskPage),
        page(path!("/me/keys"), KeysPage),
        page(path!("/me/sessions"), SessionsPage),
        page(path!("/me/data"), DataPage),
    ]
    .into()
}

/// The queue of candidates.
pub fn review_pages() -> Pages {
    vec![page(path!("/admin/review"), ReviewPage)].into()
}

/// The other pages of the console.
pub fn console_pages() -> Pages {
    vec![
        page(path!("/admin"), OverviewPage),
        page(path!("/admin/users"), UsersPage),
        page(path!("/admin/audit"), AuditPage),
    ]
    .into()
}

/// Chat services, and the settings of the system.
pub fn services_pages() -> Pages {
    vec![
        page(path!("/admin/services"), ServicesPage),
        page(path!("/admin/services/:id"), ServicePage),
        page(path!("/admin/settings"), SettingsPage),
    ]
    .into()
}

/// Pages without script, which no browser ever renders.
#[cfg(feature = "ssr")]
fn plain_pages() -> Pages {
    vec![
        page(path!("/"), HomePage),
        page(path!("/api/docs"), ApiPage),
        page(path!("/me/consent/off"), ConsentOffPage),
        page(path!("/me/memories/:id"), MemoryPage),
    ]
    .into()
}

/// All of them; in a browser, all that it may have to render.
pub fn all_pages() -> Pages {
    let pages = memories_pages().into_iter().chain(account_pages());
    let pages = pages.chain(review_pages()).chain(console_pages()).chain(services_pages());
    #[cfg(feature = "ssr")]
    let pages = pages.chain(plain_pages());
    pages.collect::<Vec<_>>().into()
}

/// A page. It is sent whole: what it says decides on the answer's status.
fn page<Path, View>(path: Path, view: View) -> AnyNestedRoute
where
    Path: PossibleRouteMatch + std::fmt::Debug + Clone + Send + Sync + 'static,
    View: ChooseView + Clone + 'static,
{
    NestedRoute::new(path, view).ssr_mode(SsrMode::Async).into_any_nested_route()
}
