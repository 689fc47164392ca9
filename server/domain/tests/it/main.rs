//! The domain through its desks, with a real store, key ring, index and background work.

mod access;
mod corrections;
mod deletions;
mod faults;
mod isolation;
mod lifecycle;
mod listing;
mod model;
mod privacy;
mod processes;
mod recall;
mod rooms;
mod support;
