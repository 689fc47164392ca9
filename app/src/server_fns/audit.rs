//! The audit log.

use crate::error::UiError;
use contract::{AuditList, ListAudit};
use leptos::server;

/// One page of the tenant's audit log, latest first.
///
/// # Errors
/// `unauthenticated`, `forbidden`, `invalid_input` for a filter that cannot be meant or a cursor that is none.
#[server(prefix = "/ui", endpoint = "audit-log")]
pub async fn audit_log(#[server(default)] request: ListAudit) -> Result<AuditList, UiError> {
    use crate::server::{audit_desk, refuse};
    audit_desk().await?.list(&request).await.map_err(refuse)
}
