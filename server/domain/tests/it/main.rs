//! The domain through its desks, with a real store, key ring, index and background work.

mod access;
mod audit;
mod corrections;
mod deletions;
mod faults;
mod isolation;
mod lifecycle;
mod listing;
mod model;
mod overview;
mod privacy;
mod processes;
mod recall;
mod review;
mod review_expiry;
mod review_queue;
mod review_support;
mod review_undo;
mod rooms;
mod services;
mod settings;
mod support;
mod turns;
mod users;
