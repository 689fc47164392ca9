//! What a server function answers when it cannot do what it was asked, and the words for it.

use crate::i18n::Locale;
use contract::{ErrorCode, FieldError};
use leptos::server_fn::codec::JsonEncoding;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};

/// An error as pages know it: a code and the fields at fault, never content, so that it may stand in an address when a
/// plain form is sent back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UiError {
    /// What went wrong.
    pub code: ErrorCode,
    /// The fields at fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldError>,
    /// Seconds after which another try makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl UiError {
    /// The error for `code`, with no details.
    pub fn new(code: ErrorCode) -> Self {
        Self { code, fields: Vec::new(), retry_after: None }
    }

    /// Whether the form field `name` is at fault.
    pub fn concerns(&self, name: &str) -> bool {
        self.fields.iter().any(|fault| fault.field == name)
    }

    /// What happened, and what to do, in the reader's language.
    pub fn text(&self, locale: Locale) -> String {
        let text = locale.t(text_key(self.code));
        match self.retry_after {
            Some(seconds) => format!("{text} {}", locale.fill("problem.wait", "seconds", &seconds.to_string())),
            None => text.to_owned(),
        }
    }
}

/// What to do about the field `name`, in the reader's language.
pub fn field_text(locale: Locale, name: &str) -> String {
    match name {
        "email" => locale.t("problem.field_email").to_owned(),
        "password" => locale.t("problem.field_password").to_owned(),
        "token" => locale.t("problem.field_token").to_owned(),
        "cursor" => locale.t("problem.field_cursor").to_owned(),
        other => locale.fill("problem.field_other", "field", other),
    }
}

fn text_key(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::InvalidInput => "problem.invalid_input",
        ErrorCode::MalformedRequest => "problem.malformed_request",
        ErrorCode::TooLarge => "problem.too_large",
        ErrorCode::UnsupportedMediaType => "problem.unsupported_media_type",
        ErrorCode::MethodNotAllowed => "problem.method_not_allowed",
        ErrorCode::Unauthenticated => "problem.unauthenticated",
        ErrorCode::WrongCredentials => "problem.wrong_credentials",
        ErrorCode::WrongSetupToken => "problem.wrong_setup_token",
        ErrorCode::Forbidden => "problem.forbidden",
        ErrorCode::CrossSite => "problem.cross_site",
        ErrorCode::ConsentRequired => "problem.consent_required",
        ErrorCode::NotFound => "problem.not_found",
        ErrorCode::AlreadyExists => "problem.already_exists",
        ErrorCode::RateLimited => "problem.rate_limited",
        ErrorCode::Busy => "problem.busy",
        ErrorCode::Internal => "problem.internal",
    }
}

impl FromServerFnError for UiError {
    type Encoder = JsonEncoding;

    /// Leptos' own failures carry free text, which is for a log and not for an answer.
    fn from_server_fn_error(failure: ServerFnErrorErr) -> Self {
        let error = Self::new(match failure {
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) => ErrorCode::MalformedRequest,
            ServerFnErrorErr::Request(_) => ErrorCode::Busy,
            _ => ErrorCode::Internal,
        });
        #[cfg(feature = "ssr")]
        let error = crate::server::refuse(error);
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leptos::server_fn::Bytes;

    #[test]
    fn an_error_survives_its_way_to_the_browser() {
        let error = UiError { fields: vec![FieldError::new("email", "bad")], ..UiError::new(ErrorCode::InvalidInput) };
        assert_eq!(UiError::de(error.ser()), error);
        assert!(error.concerns("email") && !error.concerns("password"));
    }

    #[test]
    fn what_is_no_error_of_ours_is_an_internal_one() {
        for nonsense in ["", "<html>", "{\"code\":\"no_such\"}"] {
            assert_eq!(UiError::de(Bytes::from(nonsense)), UiError::new(ErrorCode::Internal), "{nonsense}");
        }
    }

    #[test]
    fn waiting_is_said_in_seconds() {
        let error = UiError { retry_after: Some(20), ..UiError::new(ErrorCode::RateLimited) };
        assert_eq!(error.text(Locale::En), "Too many attempts. Wait 20 seconds, then try again.");
    }
}
