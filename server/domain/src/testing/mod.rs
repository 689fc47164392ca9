//! The world that tests stand on: a clock that is moved by hand, repeatable randomness, a small embedder, and an install
//! in a folder of its own that can be closed and opened again.
//!
//! Store, key ring, index and background work are the real ones. The embedder is a small real one (hashed bigrams):
//! the model itself is tested in the inference crate and through the server.

mod embedder;
mod faults;
mod world;

pub use embedder::{BigramEmbedder, SwitchedEmbedder, TestModels};
pub use faults::Faults;
pub use world::{MockClock, SeededRng, World, ask_of, save_of};
