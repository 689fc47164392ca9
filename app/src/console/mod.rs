//! The console: what reviewers and administrators work with. Each page asks the server what its reader may do; none knows
//! roles.

mod area;
mod audit;
// Handles of signals: they are only this large in debug builds, where each knows its place in the source.
#[allow(clippy::large_types_passed_by_value, reason = "handles of signals, small in release builds")]
mod form;
mod overview;
mod poll;
// Handles of signals: they are only this large in debug builds, where each knows its place in the source.
#[allow(clippy::large_types_passed_by_value, reason = "handles of signals, small in release builds")]
mod review;
#[allow(clippy::large_types_passed_by_value, reason = "handles of signals, small in release builds")]
mod services;
#[allow(clippy::large_types_passed_by_value, reason = "handles of signals, small in release builds")]
mod settings;
mod users;

pub use area::first_place;
pub use audit::AuditPage;
pub use form::FilledIn;
pub use overview::OverviewPage;
pub use review::ReviewPage;
#[cfg(feature = "ssr")]
pub use services::read_revision;
pub use services::{ServicePage, ServicesPage};
pub use settings::SettingsPage;
#[cfg(feature = "ssr")]
pub use settings::read_system;
pub use users::UsersPage;
