//! One memory in full: in a panel beside the list, or on a page of its own.

mod facts;
mod history;
#[cfg(feature = "ssr")]
mod page;
mod panel;
mod provenance;

pub use facts::MemoryFacts;
#[cfg(feature = "ssr")]
pub use page::MemoryPage;
pub use panel::MemoryPanel;

/// The page has no script, so that a browser never renders it.
#[cfg(not(feature = "ssr"))]
#[leptos::component]
pub fn MemoryPage() -> impl leptos::IntoView {}
