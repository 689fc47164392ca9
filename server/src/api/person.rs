//! Proves a person by the browser session. Keys are not looked at.

use super::problem::Refusal;
use crate::http::CurrentSession;
use axum::extract::FromRequestParts;
use contract::ErrorCode;
use domain::kernel::Actor;
use http::request::Parts;
use std::sync::Arc;

/// The signed-in person behind the request.
pub struct PersonActor(pub Actor);

impl<S: Send + Sync> FromRequestParts<S> for PersonActor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        let person = parts.extensions.get::<Arc<CurrentSession>>().and_then(|session| session.person());
        person.map(|(actor, _)| Self(actor)).ok_or_else(|| Refusal::new(ErrorCode::Unauthenticated))
    }
}
