//! What a server function answers when it cannot do what it was asked, and the words for it.

use crate::i18n::Locale;
use contract::{ErrorCode, Fault, FieldError};
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

    /// What happened, and what to do, in the reader's language.
    pub fn text(&self, locale: Locale) -> String {
        let text = locale.t(text_key(self.code));
        match self.retry_after {
            Some(seconds) => format!("{text} {}", locale.fill("problem.wait", "seconds", &seconds.to_string())),
            None => text.to_owned(),
        }
    }
}

/// Words for what is wrong with a field.
pub type FaultWords = fn(Locale, &FieldError) -> String;

/// What to do about a field, in the reader's language.
pub fn fault_text(locale: Locale, fault: &FieldError) -> String {
    match fault.field.as_str() {
        "email" if fault.fault != Fault::Taken => locale.t("problem.field_email").to_owned(),
        "password" => locale.t("problem.field_password").to_owned(),
        "token" => locale.t("problem.field_token").to_owned(),
        "cursor" => locale.t("problem.field_cursor").to_owned(),
        "confirmation" => locale.t("problem.field_confirmation").to_owned(),
        name => {
            // A name that is none of ours is told only where it is the fault; else it may come from a link, and must not
            // speak for us.
            let is_the_fault = matches!(fault.fault, Fault::Unknown | Fault::Immutable);
            let field = field_label(locale, name, if is_the_fault { name } else { locale.t("field.other") });
            fault_line(locale, &field, locale.t(fault_key(fault.fault)))
        }
    }
}

/// A field and what is wrong with it, in one line.
pub fn fault_line(locale: Locale, field: &str, problem: &str) -> String {
    locale.fill_all("fault.line", &[("field", field), ("problem", problem)])
}

/// The id of a field's element: `entities[2].name` is `entities-2-name`.
pub fn fault_id(field: &str) -> String {
    let words = field.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// What people call a field: its own name in their language, or `stranger` if it has none, and which entry of a list.
fn field_label(locale: Locale, field: &str, stranger: &str) -> String {
    let name = |word: &str| field_key(word).map(|key| locale.t(key));
    let id = fault_id(field);
    let mut words = id.split('-');
    let first = words.next().unwrap_or_default();
    let mut label = name(first).unwrap_or(stranger).to_owned();
    for word in words {
        if let Ok(place) = word.parse::<usize>() {
            label = format!("{label} {}", place + 1);
        } else if let Some(part) = name(word) {
            label = format!("{label}, {part}");
        }
    }
    label
}

/// The text that names a field of a form.
pub fn field_key(name: &str) -> Option<&'static str> {
    Some(match name {
        "email" => "auth.email",
        "external_id" => "field.external_id",
        "statement" => "field.statement",
        "raw_content" => "field.raw_content",
        "normalized_fact" => "field.normalized_fact",
        "predicate" => "field.predicate",
        "object" => "field.object",
        "keywords" => "field.keywords",
        "entities" => "field.entities",
        "name" => "field.name",
        "type" => "field.type",
        "memory_subtype" => "field.memory_subtype",
        "sensitivity" => "field.sensitivity",
        "confidence" => "field.confidence",
        "valid_from" => "field.valid_from",
        "valid_to" => "field.valid_to",
        "evidence" => "field.evidence",
        "event_id" => "field.event_id",
        "conversation_id" => "field.conversation_id",
        "span" => "field.span",
        "role" => "field.role",
        "json" => "field.json",
        "query" => "field.query",
        "q" => "field.q",
        "note" => "review.note",
        "reason" => "review.reason",
        _ => return None,
    })
}

/// The text for a kind of fault.
pub fn fault_key(fault: Fault) -> &'static str {
    match fault {
        Fault::Required => "fault.required",
        Fault::Empty => "fault.empty",
        Fault::TooLong => "fault.too_long",
        Fault::TooMany => "fault.too_many",
        Fault::ControlCharacter => "fault.control_character",
        Fault::OutOfRange => "fault.out_of_range",
        Fault::Order => "fault.order",
        Fault::Unknown => "fault.unknown",
        Fault::Immutable => "fault.immutable",
        Fault::Duplicate => "fault.duplicate",
        Fault::Taken => "fault.taken",
        Fault::WrongType => "fault.wrong_type",
        Fault::Syntax => "fault.syntax",
        Fault::Invalid => "fault.invalid",
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
        ErrorCode::WrongLink => "problem.wrong_link",
        ErrorCode::LastSuperadmin => "problem.last_superadmin",
        ErrorCode::Forbidden => "problem.forbidden",
        ErrorCode::CrossSite => "problem.cross_site",
        ErrorCode::ConsentRequired => "problem.consent_required",
        ErrorCode::MemoryOff => "problem.memory_off",
        ErrorCode::NotFound => "problem.not_found",
        ErrorCode::AlreadyExists => "problem.already_exists",
        ErrorCode::StaleVersion => "problem.stale_version",
        ErrorCode::NotInForce => "problem.not_in_force",
        ErrorCode::DeletedByOwner => "problem.deleted_by_owner",
        ErrorCode::NeedsReveal => "problem.needs_reveal",
        ErrorCode::TargetChanged => "problem.target_changed",
        ErrorCode::Outranked => "problem.outranked",
        ErrorCode::Claimed => "problem.claimed",
        ErrorCode::UndoOver => "problem.undo_over",
        ErrorCode::IdempotencyKeyReused => "problem.idempotency_key_reused",
        ErrorCode::WrongPassword => "problem.wrong_password",
        ErrorCode::Unreadable => "problem.unreadable",
        ErrorCode::IndexUnavailable => "problem.index_unavailable",
        ErrorCode::RateLimited => "problem.rate_limited",
        ErrorCode::Backlog => "problem.backlog",
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
    }

    #[test]
    fn what_is_no_error_of_ours_is_an_internal_one() {
        for nonsense in ["", "<html>", "{\"code\":\"no_such\"}"] {
            assert_eq!(UiError::de(Bytes::from(nonsense)), UiError::new(ErrorCode::Internal), "{nonsense}");
        }
    }

    #[test]
    fn faults_name_the_field_and_what_is_wrong() {
        let text = |fault, field: &str| fault_text(Locale::En, &FieldError::of(fault, field, "x"));
        assert_eq!(text(Fault::TooLong, "statement"), "Statement: is too long.");
        assert_eq!(text(Fault::Empty, "entities[1].name"), "People and things 2, Name: must not be empty.");
        assert_eq!(text(Fault::Taken, "email"), "E-mail address: is in use already.");
        assert_eq!(text(Fault::Unknown, "colour"), "colour: is not a field of a memory.");
        assert_eq!(fault_id("evidence[0].event_id"), "evidence-0-event_id");
    }

    #[test]
    fn waiting_is_said_in_seconds() {
        let error = UiError { retry_after: Some(20), ..UiError::new(ErrorCode::RateLimited) };
        assert_eq!(error.text(Locale::En), "Too many attempts. Wait 20 seconds, then try again.");
    }
}
