//! The header `Idempotency-Key`: a repeated request with the same key is answered as the first one was.
//! (draft-ietf-httpapi-idempotency-key-header, without the quotation marks that nobody sends.)

use super::problem::Refusal;
use axum::extract::FromRequestParts;
use contract::{Fault, FieldError};
use domain::desks::Idempotency;
use http::request::Parts;

/// The key, if there is one.
pub struct IdempotencyKey(pub Option<Idempotency>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let fault = |_| {
            let fault = FieldError::of(Fault::ControlCharacter, "Idempotency-Key", "must be plain text");
            Refusal::invalid(vec![fault])
        };
        let key = value.to_str().map_err(fault)?;
        Ok(Self(Some(Idempotency(key.to_owned()))))
    }
}
