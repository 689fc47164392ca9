//! What people see: pages, their components and the server functions behind them.
//!
//! Calls `contract`, and with feature `ssr` also the domain's desks; never SQL, HTTP routing, the index or the model.
//! Each page is readable and usable without JavaScript; the browser bundles (feature `hydrate`) add comfort only.

#[cfg(feature = "ssr")]
mod api_docs;
mod auth;
mod console;
mod dates;
mod document;
mod error;
#[cfg(feature = "ssr")]
mod export_markdown;
#[cfg(feature = "ssr")]
mod home;
mod i18n;
mod layout;
mod loaded;
mod local_path;
mod memory_editor;
mod my_page;
#[cfg(feature = "ssr")]
mod not_found;
mod query;
#[cfg(feature = "ssr")]
pub mod server;
mod server_fns;
mod session;
mod ui;

#[cfg(feature = "ssr")]
pub use api_docs::{
    ApiAnswer, ApiBody, ApiChapter, ApiExample, ApiField, ApiOperation, ApiReference, ApiShape, SharedReference,
};
pub use auth::DemoAccount;
pub use document::{AccountApp, App, ConsoleApp, MemoriesApp, ReviewApp, ServicesApp};
#[cfg(feature = "ssr")]
pub use document::{error_document, shell};
pub use error::UiError;
#[cfg(feature = "ssr")]
pub use export_markdown::export_markdown;
pub use i18n::Locale;
#[cfg(feature = "ssr")]
pub use i18n::wanted as wanted_locale;
