//! How review and index are doing.

use crate::error::UiError;
use contract::Overview;
use leptos::server;

/// Counts of the tenant.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `internal`.
#[server(SeeOverview, prefix = "/ui", endpoint = "overview")]
pub async fn overview() -> Result<Overview, UiError> {
    use crate::server::{refuse, review_desk};
    review_desk().await?.overview().await.map_err(refuse)
}
