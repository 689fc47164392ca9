//! An export as a file that the browser saves.

use crate::api::problem::Refusal;
use app::{export_markdown, wanted_locale};
use axum::response::{IntoResponse, Response};
use contract::{ErrorCode, Export, ExportFormat};
use http::{HeaderMap, header};

/// The file that holds `export`. People read Markdown, so it is in the language that the request's headers ask for.
///
/// # Errors
/// `internal` if it cannot be written as JSON.
pub fn export_file(export: &Export, format: ExportFormat, headers: &HeaderMap) -> Result<Response, Refusal> {
    let (content_type, ending, body) = match format {
        ExportFormat::Json => ("application/json", "json", json(export)?),
        ExportFormat::Markdown => {
            ("text/markdown; charset=utf-8", "md", export_markdown(wanted_locale(headers), export))
        }
    };
    let name = format!("attachment; filename=\"gieok-export-{}.{ending}\"", export.exported_at.to_utc().date());
    let headers = [(header::CONTENT_TYPE, content_type), (header::CONTENT_DISPOSITION, name.as_str())];
    Ok((headers, body).into_response())
}

/// Over many lines: people open these files too.
fn json(export: &Export) -> Result<String, Refusal> {
    serde_json::to_string_pretty(export).map_err(|error| {
        // What serde says of a value that it cannot write holds none of it.
        tracing::error!(error = &error as &dyn std::error::Error, "an export could not be written");
        Refusal::new(ErrorCode::Internal)
    })
}
