//! The accounts of the tenant.

use super::area::ConsoleArea;
use contract::Place;
use leptos::prelude::*;

/// The page.
#[component]
pub fn UsersPage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Users>{()}</ConsoleArea> }
}
