//! Plain forms whose answer is no page: a file, or the way back to the page that sent the form, with what went wrong.

use super::{AppState, export_file};
use crate::api::Owner;
use crate::api::problem::Refusal;
use axum::Router;
use axum::extract::Form;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use contract::{ErrorCode, RequestExport};
use http::HeaderMap;

/// Every such form.
pub fn routes() -> Router<AppState> {
    Router::new().route("/me/export", post(export))
}

/// `POST /me/export`. The way back says a code only: addresses are kept and shown in many places.
async fn export(
    owner: Result<Owner, Refusal>,
    headers: HeaderMap,
    form: Result<Form<RequestExport>, FormRejection>,
) -> Response {
    let made = try_export(owner, &headers, form).await;
    made.unwrap_or_else(|refusal| match refusal.code() {
        ErrorCode::Unauthenticated => Redirect::to("/login?next=/me/data").into_response(),
        code => Redirect::to(&format!("/me/data?error={}", code.as_str())).into_response(),
    })
}

async fn try_export(
    owner: Result<Owner, Refusal>,
    headers: &HeaderMap,
    form: Result<Form<RequestExport>, FormRejection>,
) -> Result<Response, Refusal> {
    let Owner(desk) = owner?;
    let Form(RequestExport { password, format }) = form.map_err(|_| Refusal::new(ErrorCode::MalformedRequest))?;
    let export = desk.export(&password).await?;
    export_file(&export, format, headers)
}
