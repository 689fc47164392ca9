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
