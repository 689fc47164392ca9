//! Error codes and the problem+json body (RFC 9457) that carries them.

use crate::review::DecisionView;
use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal, $status:literal, $title:literal;)+) => {
        /// What went wrong, stable over time. Front doors render it: REST as problem+json, pages as a text by code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $name,)+
        }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code's name on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }

            /// The HTTP status that goes with it.
            pub fn status(self) -> u16 {
                match self { $(Self::$name => $status,)+ }
            }

            /// A short English title for people who read API answers.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)+ }
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for ErrorCode {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let codes = [$(($code, $crate::openapi::joined(&[$($doc),+]))),+];
                $crate::openapi::words(&["What went wrong, stable over time."], codes)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for ErrorCode {}
    };
}

error_codes! {
    /// A field is missing, too long or of the wrong kind; `errors` names it.
    InvalidInput = "invalid_input", 422, "The request has invalid fields";
    /// The body or the parameters could not be read at all.
    MalformedRequest = "malformed_request", 400, "The request could not be read";
    /// The body is larger than the limit.
    TooLarge = "too_large", 413, "The request is too large";
    /// The body's content type is not JSON.
    UnsupportedMediaType = "unsupported_media_type", 415, "The request must be JSON";
    /// The address exists, the method does not.
    MethodNotAllowed = "method_not_allowed", 405, "The method is not allowed here";
    /// No proof of identity, or one that is not valid any more.
    Unauthenticated = "unauthenticated", 401, "Sign in or present a valid key";
    /// E-mail and password do not go together.
    WrongCredentials = "wrong_credentials", 401, "The e-mail address or the password is wrong";
    /// The set-up token is wrong or already used.
    WrongSetupToken = "wrong_setup_token", 401, "The set-up token is wrong or already used";
    /// The link for choosing a password is wrong, used, replaced or too old.
    WrongLink = "wrong_link", 401, "The link is wrong, used or too old";
    /// Known, but not allowed to do this.
    Forbidden = "forbidden", 403, "You may not do this";
    /// The request comes from another site, or does not say where it comes from.
    CrossSite = "cross_site", 403, "The request did not come from this site";
    /// The person has not switched memory on.
    ConsentRequired = "consent_required", 403, "The person has not consented to memory";
    /// The service's deployed revision has memory off, or none is deployed.
    MemoryOff = "memory_off", 403, "Memory is switched off for this service";
    /// It does not exist, or is not yours; the two are not told apart.
    NotFound = "not_found", 404, "There is no such thing here";
    /// It exists already.
    AlreadyExists = "already_exists", 409, "It exists already";
    /// It has changed since the version that the request names; read it again and decide anew.
    StaleVersion = "stale_version", 409, "It has changed meanwhile";
    /// It is history: only what is in force, or waits for review, can be corrected.
    NotInForce = "not_in_force", 409, "It is not in force and cannot be corrected";
    /// It is sensitive, and whoever would approve it has not looked at it: reveal it first.
    NeedsReveal = "needs_reveal", 409, "It is sensitive and has to be revealed before it is approved";
    /// What it would take the place of has changed meanwhile, or is gone: decide anew how it is fitted in.
    TargetChanged = "target_changed", 409, "The memory whose place it would take has changed";
    /// It would take the place of what the person said, or contradicts it; that is decided one by one.
    Outranked = "outranked", 409, "It contradicts what the person said; decide on it by itself";
    /// Somebody else has it open; a bulk decision leaves it alone.
    Claimed = "claimed", 409, "Somebody else has it open";
    /// The decision cannot be taken back any more.
    UndoOver = "undo_over", 409, "The decision cannot be taken back any more";
    /// The idempotency key was used for another request.
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The idempotency key was used for another request";
    /// The person has deleted this very statement; only a request of the person's own brings it back.
    DeletedByOwner = "deleted_by_owner", 409, "The person has deleted this statement";
    /// Its content does not decrypt: it can only be deleted.
    Unreadable = "unreadable", 409, "Its content cannot be decrypted";
    /// The password that confirms an act is wrong.
    WrongPassword = "wrong_password", 403, "The password is wrong";
    /// The search index could not follow, so nothing was changed.
    IndexUnavailable = "index_unavailable", 503, "The search index does not answer, so nothing was changed";
    /// Nobody else manages the system: the account keeps its role and stays in use.
    LastSuperadmin = "last_superadmin", 409, "Nobody else manages the system";
    /// Too many attempts; `Retry-After` says when to come back.
    RateLimited = "rate_limited", 429, "Too many attempts, try again later";
    /// Too many of the service's turns wait to be looked at; `Retry-After` says when to come back.
    Backlog = "backlog", 429, "Too many turns wait to be looked at";
    /// The server is at its limit; `Retry-After` says when to come back.
    Busy = "busy", 503, "The service is busy, try again shortly";
    /// Something broke on our side; the log has the details.
    Internal = "internal", 500, "Something went wrong on our side";
}

/// The kind of a fault in a field, for texts in the reader's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It has to be there.
    Required,
    /// Nothing but white space, or nothing that can be read.
    Empty,
    /// More bytes than allowed.
    TooLong,
    /// More entries than allowed.
    TooMany,
    /// Control characters.
    ControlCharacter,
    /// A number outside of its limits.
    OutOfRange,
    /// An end that is not after its beginning.
    Order,
    /// No field of this request.
    Unknown,
    /// A field that cannot be changed.
    Immutable,
    /// Given twice.
    Duplicate,
    /// Somebody else has it already.
    Taken,
    /// Of another type than asked for.
    WrongType,
    /// No JSON at all.
    Syntax,
    /// Anything else; the message says what.
    #[default]
    Invalid,
}

impl Fault {
    /// Every kind.
    pub const ALL: [Self; 14] = [
        Self::Required,
        Self::Empty,
        Self::TooLong,
        Self::TooMany,
        Self::ControlCharacter,
        Self::OutOfRange,
        Self::Order,
        Self::Unknown,
        Self::Immutable,
        Self::Duplicate,
        Self::Taken,
        Self::WrongType,
        Self::Syntax,
        Self::Invalid,
    ];
}

/// What is wrong with one field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldError {
    /// The field's name as sent, for example `statement` or `source.span`.
    pub field: String,
    /// The kind of fault.
    #[serde(default)]
    pub fault: Fault,
    /// What is wrong, in words; never the value itself.
    pub message: String,
}

impl FieldError {
    /// An error at `field` that only its message explains.
    pub fn new(field: impl Into<String>, message: impl std::fmt::Display) -> Self {
        Self::of(Fault::Invalid, field, message)
    }

    /// An error of that kind at `field`.
    pub fn of(fault: Fault, field: impl Into<String>, message: impl std::fmt::Display) -> Self {
        Self { field: field.into(), fault, message: message.to_string() }
    }

    /// A text that was refused.
    pub fn text(field: impl Into<String>, fault: crate::text::TextFault) -> Self {
        use crate::text::TextFault;
        let kind = match fault {
            TextFault::Empty => Fault::Empty,
            TextFault::TooLong { .. } => Fault::TooLong,
            TextFault::ControlCharacter => Fault::ControlCharacter,
        };
        Self::of(kind, field, fault)
    }
}

/// The body of an error answer, media type `application/problem+json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// A stable URI for the kind of problem, `urn:gieok:problem:<code>`.
    #[serde(rename = "type")]
    pub problem_type: String,
    /// A short title.
    pub title: String,
    /// The HTTP status, repeated.
    pub status: u16,
    /// The code by itself.
    pub code: ErrorCode,
    /// What happened and what to do, if more can be said.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// The fields at fault.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub errors: Vec<FieldError>,
    /// With `stale_version` on a candidate: who has decided what meanwhile.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub decided: Option<Box<DecisionView>>,
}

impl Problem {
    /// The problem for `code`, with no details yet.
    pub fn new(code: ErrorCode) -> Self {
        Self {
            problem_type: format!("urn:gieok:problem:{}", code.as_str()),
            title: code.title().to_owned(),
            status: code.status(),
            code,
            detail: None,
            errors: Vec::new(),
            decided: None,
        }
    }

    /// The same problem with fields at fault.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.errors = errors;
        self
    }

    /// The same problem with a detail.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wire_name_is_the_serde_name() {
        for code in ErrorCode::ALL {
            assert_eq!(serde_json::to_string(code).expect("serialises"), format!("\"{}\"", code.as_str()));
        }
    }
}
