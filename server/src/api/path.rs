//! Reads the ids in a path. One that is malformed names nothing, just like one that nobody has.

use super::problem::Refusal;
use axum::extract::{FromRequestParts, Path};
use contract::ErrorCode;
use http::request::Parts;
use serde::de::DeserializeOwned;

/// The id of type `T` in the path, or a tuple of all that is there.
pub struct PathId<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathId<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(id)| Self(id)).map_err(|_| Refusal::new(ErrorCode::NotFound))
    }
}
