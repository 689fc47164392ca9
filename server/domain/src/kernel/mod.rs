//! What every room stands on: clock, randomness, ids, the actor, and the embedder's interface. Calls nothing.

mod actor;
mod clock;
mod embedder;
mod ids;
mod rng;
pub mod stems;
pub mod text;

pub use actor::{Actor, Principal};
pub use clock::{Clock, SystemClock};
pub use embedder::{EmbedFailure, Embedded, Embedder, Embedding, ModelInUse, Models, TextRole};
pub use ids::Ids;
pub use rng::{OsRng, Rng};
