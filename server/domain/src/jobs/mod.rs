//! Background work: carrying the outbox into the search index, looking at turns, ending what nobody decided on in time,
//! removing what is kept long enough, following the settings. Runs in the server's process; safe beside other processes.

mod classes;
mod expiry;
mod indexer;
mod nights;
mod retention;
mod settings;
mod turns;
mod worker;

pub use classes::Classes;
pub use expiry::{Expiry, reject_by_time};
pub use indexer::{IndexQueue, Indexer};
pub use nights::Nights;
pub use retention::Retention;
pub use settings::{InForce, SettingsFollower};
pub use turns::Turns;
pub use worker::Looks;
