//! The audit log.

use super::area::ConsoleArea;
use contract::Place;
use leptos::prelude::*;

/// The page.
#[component]
pub fn AuditPage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Audit>{()}</ConsoleArea> }
}
