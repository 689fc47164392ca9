//! What each method of each route says of itself, by chapter.

pub mod access;
pub mod admin_services;
pub mod ask;
pub mod audit;
pub mod consent;
pub mod data;
pub mod index;
pub mod memories;
pub mod overview;
pub mod review;
pub mod server;
pub mod services;
pub mod settings;
pub mod turns;
pub mod users;
