//! `/api/v1/admin`: what reviewers and administrators do, in a browser that is signed in.

pub mod audit;
pub mod candidates;
pub mod events;
pub mod index;
pub mod overview;
pub mod services;
pub mod settings;
pub mod users;
