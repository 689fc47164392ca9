//! The overview.

use super::area::ConsoleArea;
use contract::Place;
use leptos::prelude::*;

/// The page.
#[component]
pub fn OverviewPage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Overview>{()}</ConsoleArea> }
}
