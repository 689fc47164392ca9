//! Who reads the answer to a request, and how a failure looks to them when no handler can say it any more.

use super::AppState;
use crate::api::problem;
use app::{UiError, error_document};
use axum::extract::Request;
use axum::response::{Html, IntoResponse, Response};
use contract::{ErrorCode, Problem};
use http::{HeaderMap, StatusCode};

/// The reader of an answer, known from the request alone.
pub enum Reader {
    /// A program: problem+json.
    Program,
    /// A person: a page, in the language that these headers ask for.
    Person(HeaderMap),
}

impl Reader {
    /// Who reads the answer to `request`.
    pub fn of(request: &Request) -> Self {
        let path = request.uri().path();
        let is_api = path == "/api" || path.starts_with("/api/") || path == "/healthz" || path == "/readyz";
        let is_api = is_api && path != "/api/docs";
        if is_api { Self::Program } else { Self::Person(request.headers().clone()) }
    }

    /// The answer for failures in the layers around the handlers.
    pub fn refuse(&self, state: &AppState, code: ErrorCode) -> Response {
        match self {
            Self::Program => problem::respond(&Problem::new(code)),
            Self::Person(headers) => {
                let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                let page = error_document(&state.leptos, headers, &UiError::new(code));
                (status, problem::retry_after(code), Html(page)).into_response()
            }
        }
    }
}
