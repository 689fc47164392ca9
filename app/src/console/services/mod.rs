//! The chat services of the tenant: the list, and each with its settings, revisions, keys and figures.

mod address;
mod changes;
mod compare;
mod create;
mod deploy;
mod figures;
mod filled;
mod head;
mod keys;
mod list;
mod page;
mod revisions;
mod settings;
mod state;
#[cfg(all(test, feature = "ssr"))]
mod tests;
mod words;

#[cfg(feature = "ssr")]
pub use filled::read_revision;
pub use list::ServicesPage;
pub use page::ServicePage;
