//! The domain through its desks, with a real store, key ring, index and background work.

mod isolation;
mod lifecycle;
mod privacy;
mod recall;
mod rooms;
