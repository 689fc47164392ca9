//! The console: what reviewers and administrators work with. Each page asks the server what its reader may do; none knows
//! roles.

mod area;
mod audit;
mod overview;
// Handles of signals: they are only this large in debug builds, where each knows its place in the source.
#[allow(clippy::large_types_passed_by_value, reason = "handles of signals, small in release builds")]
mod review;
mod users;

pub use area::first_place;
pub use audit::AuditPage;
pub use overview::OverviewPage;
pub use review::ReviewPage;
pub use users::UsersPage;
