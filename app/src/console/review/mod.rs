//! The queue of candidates.

use super::area::ConsoleArea;
use contract::Place;
use leptos::prelude::*;

/// The page.
#[component]
pub fn ReviewPage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Review>{()}</ConsoleArea> }
}
