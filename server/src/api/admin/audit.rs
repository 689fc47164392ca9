//! The audit log.

use crate::api::me::Answer;
use crate::api::person::Staff;
use crate::api::problem::Refusal;
use crate::api::query::Query;
use crate::http::AppState;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use contract::{AuditEntry, AuditFilter, AuditList, ListAudit};
use domain::desks::{AuditExport, DeskError};
use futures_util::stream::try_unfold;
use http::header;

/// `GET /api/v1/admin/audit`.
pub async fn list(
    State(state): State<AppState>,
    Staff(actor): Staff,
    Query(request): Query<ListAudit>,
) -> Answer<AuditList> {
    Ok(axum::Json(state.desks.auditor(&actor).await?.list(&request).await?))
}

/// `GET /api/v1/admin/audit/export`: a file of JSON lines, sent while it is read, so that it may be of any length.
pub async fn export(
    State(state): State<AppState>,
    Staff(actor): Staff,
    Query(filter): Query<AuditFilter>,
) -> Result<Response, Refusal> {
    let export = state.desks.auditor(&actor).await?.export(filter).await?;
    let name = format!("attachment; filename=\"gieok-audit-{}.ndjson\"", state.clock.now().to_utc().date());
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CONTENT_DISPOSITION, name.as_str())];
    Ok((headers, Body::from_stream(try_unfold(export, next_lines))).into_response())
}

/// A failure breaks the answer off: a file that is not whole must not look as if it were.
async fn next_lines(mut export: AuditExport) -> Result<Option<(Bytes, AuditExport)>, DeskError> {
    match export.next().await {
        Ok(entries) => Ok(entries.map(|entries| (lines(&entries), export))),
        Err(error) => {
            tracing::error!(error = &error as &dyn std::error::Error, "an export of the audit log broke off");
            Err(error)
        }
    }
}

fn lines(entries: &[AuditEntry]) -> Bytes {
    let mut text = Vec::new();
    for entry in entries {
        // Writing words and numbers to memory never fails.
        _ = serde_json::to_writer(&mut text, entry);
        text.push(b'\n');
    }
    text.into()
}
