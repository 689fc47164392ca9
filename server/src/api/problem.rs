//! The one place where an error becomes problem+json (RFC 9457).

use axum::response::{IntoResponse, Response};
use contract::{ErrorCode, FieldError, Problem};
use domain::desks::DeskError;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use std::time::Duration;

/// A refusal on its way to the caller.
#[derive(Debug)]
pub struct Refusal {
    problem: Box<Problem>,
    retry_after: Option<Duration>,
}

impl Refusal {
    /// The refusal for `code`, with no details.
    pub fn new(code: ErrorCode) -> Self {
        Self { problem: Box::new(Problem::new(code)), retry_after: None }
    }

    /// The refusal of a request with fields at fault.
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        Self { problem: Box::new(Problem::new(ErrorCode::InvalidInput).with_errors(errors)), retry_after: None }
    }

    /// Its code, for front doors that say it in another way.
    pub fn code(&self) -> ErrorCode {
        self.problem.code
    }

    /// The same refusal with a detail; never anything that the caller sent.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.problem.detail = Some(detail.into());
        self
    }
}

impl From<DeskError> for Refusal {
    fn from(error: DeskError) -> Self {
        let code = ErrorCode::from(&error);
        match error {
            DeskError::Invalid(errors) => Self::invalid(errors),
            DeskError::Decided(decided) => {
                let mut refusal = Self::new(code);
                refusal.problem.decided = Some(decided);
                refusal
            }
            DeskError::RateLimited { retry_after } | DeskError::Backlog { retry_after } => {
                Self { retry_after: Some(retry_after), ..Self::new(code) }
            }
            error => {
                if code == ErrorCode::Internal {
                    tracing::error!(error = &error as &dyn std::error::Error, "a request failed");
                }
                Self::new(code)
            }
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = respond(&self.problem);
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds(wait));
        }
        response
    }
}

/// The answer for `problem`.
pub fn respond(problem: &Problem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut headers = retry_after(problem.code);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if problem.code == ErrorCode::Unauthenticated {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"gieok\""));
    }
    let body = serde_json::to_vec(problem).unwrap_or_default();
    (status, headers, body).into_response()
}

/// `Retry-After` for the codes that ask to come back when nobody knows better.
pub fn retry_after(code: ErrorCode) -> HeaderMap {
    let wait = match code {
        ErrorCode::Busy => Some(Duration::from_secs(1)),
        ErrorCode::RateLimited => Some(Duration::from_mins(1)),
        _ => None,
    };
    wait.map(|wait| (header::RETRY_AFTER, seconds(wait))).into_iter().collect()
}

/// Whole seconds, rounded up: coming back a moment too early would be refused again.
fn seconds(wait: Duration) -> HeaderValue {
    HeaderValue::from(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::storage::StoreError;

    #[test]
    fn waiting_is_rounded_up() {
        let retry_after = Duration::from_millis(1_200);
        for error in [DeskError::RateLimited { retry_after }, DeskError::Backlog { retry_after }] {
            let response = Refusal::from(error).into_response();
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(response.headers()[header::RETRY_AFTER], "2");
        }
    }

    #[test]
    fn internal_errors_say_nothing() {
        let refusal = Refusal::from(DeskError::Store(StoreError::Sealed));
        assert_eq!(*refusal.problem, Problem::new(ErrorCode::Internal));
    }

    #[test]
    fn every_code_has_a_status() {
        for code in ErrorCode::ALL {
            assert_eq!(respond(&Problem::new(*code)).status().as_u16(), code.status());
        }
    }
}
