//! `/api/v1/admin`: what reviewers and administrators do, in a browser that is signed in.

pub mod audit;
pub mod candidates;
pub mod events;
pub mod overview;
pub mod users;
