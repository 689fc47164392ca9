//! Reads query parameters; a refusal names the parameter, never its value.

use super::problem::Refusal;
use axum::extract::{FromRequestParts, Query as AxumQuery};
use contract::ErrorCode;
use http::request::Parts;
use serde::de::DeserializeOwned;

/// Query parameters of type `T`.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let AxumQuery(value) = AxumQuery::from_request_parts(parts, state).await.map_err(|_| {
            Refusal::new(ErrorCode::MalformedRequest).with_detail("a query parameter is unknown or of the wrong kind")
        })?;
        Ok(Self(value))
    }
}
