//! What pages load from server functions: at first as the server wrote it into the page, then by calls.
//!
//! Both ways read JSON from bytes, so that the bundle holds one reader for each type and not two.

use crate::error::UiError;
use leptos::prelude::Resource;
use leptos::serde_json;
use leptos::server::codee::{Decoder, Encoder};
use serde::{Deserialize, Serialize};

/// An answer that is loaded anew whenever its question changes.
pub type Loaded<T> = Resource<Result<T, UiError>, Json>;

/// How answers stand in the page.
pub struct Json;

impl<T: Serialize> Encoder<T> for Json {
    type Error = serde_json::Error;
    type Encoded = String;

    fn encode(value: &T) -> Result<String, Self::Error> {
        serde_json::to_string(value)
    }
}

impl<T> Decoder<T> for Json
where
    for<'de> T: Deserialize<'de>,
{
    type Error = serde_json::Error;
    type Encoded = str;

    fn decode(text: &str) -> Result<T, Self::Error> {
        serde_json::from_slice(text.as_bytes())
    }
}

/// Loads the answer to `question`; the page is sent on without waiting for it.
pub fn load<Q, T, F>(
    question: impl Fn() -> Q + Send + Sync + 'static,
    answer: impl Fn(Q) -> F + Send + Sync + 'static,
) -> Loaded<T>
where
    Q: PartialEq + Clone + Send + Sync + 'static,
    T: Send + Sync + Serialize + for<'de> Deserialize<'de> + 'static,
    F: Future<Output = Result<T, UiError>> + Send + 'static,
{
    Resource::new_with_options(question, answer, false)
}

/// Loads what the answer's status or headers depend on: nothing is sent before it is there.
pub fn load_first<T, F>(answer: impl Fn() -> F + Send + Sync + 'static) -> Loaded<T>
where
    T: Send + Sync + Serialize + for<'de> Deserialize<'de> + 'static,
    F: Future<Output = Result<T, UiError>> + Send + 'static,
{
    Resource::new_with_options(|| (), move |()| answer(), true)
}
