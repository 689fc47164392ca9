//! What stands for an address that is not in the table of pages.

#[cfg(feature = "ssr")]
pub use crate::not_found::NotFound as Elsewhere;

/// A browser has the pages of one area only: the others come from the server, which has all.
#[cfg(not(feature = "ssr"))]
#[leptos::component]
pub fn Elsewhere() -> impl leptos::IntoView {
    use leptos::prelude::GetUntracked;
    let location = leptos_router::hooks::use_location();
    let (path, query) = (location.pathname.get_untracked(), location.query.get_untracked());
    crate::ui::load_page(&format!("{path}{}", query.to_query_string()));
}
