//! The console: what reviewers and administrators work with. Each page asks the server what its reader may do; none knows
//! roles.

mod area;
mod audit;
mod overview;
mod review;
mod users;

pub use area::first_place;
pub use audit::AuditPage;
pub use overview::OverviewPage;
pub use review::ReviewPage;
pub use users::UsersPage;
