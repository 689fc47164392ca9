//! One question and its answer over a network that may be slow, busy or broken.

use super::{ExtractorError, Surroundings};
use crate::config::{Endpoint, EndpointKind};
use domain::extraction::ExtractFailure;
use domain::kernel::Rng;
use http::{HeaderValue, StatusCode, header};
use reqwest::{Client, Response, Url, redirect};
use serde::Serialize;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// So much of an answer is read: 64 proposals with everything that they may have fit in.
const ANSWER_MAX_BYTES: usize = 1024 * 1024;
/// The longest pause between two attempts, unless the other side asks for more.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// The way to one endpoint.
pub struct Channel {
    client: Client,
    url: Url,
    key: Option<HeaderValue>,
    attempts: u32,
    timeout: Duration,
    first_pause: Duration,
    rng: Arc<dyn Rng>,
}

/// What came back.
pub struct Answer {
    /// Its body.
    pub body: Vec<u8>,
    /// How many calls it took.
    pub calls: u64,
}

/// Why a call has no answer.
enum Miss {
    /// Another call may have one, not before that time if the other side says so.
    Passing { why: String, after: Option<Duration> },
    /// Another call would have none either.
    Lasting(ExtractFailure),
}

impl Channel {
    /// The way to `endpoint`. Nothing is sent yet.
    ///
    /// # Errors
    /// [`ExtractorError`].
    pub fn to(endpoint: &Endpoint, around: &Surroundings) -> Result<Self, ExtractorError> {
        let key = endpoint.key_env.as_deref().map(|variable| bearer(endpoint, variable, around)).transpose()?;
        let client = client(endpoint)
            .map_err(|error| ExtractorError::Client { extractor: endpoint.name.clone(), why: root_cause(&error) })?;
        let url = match endpoint.kind {
            EndpointKind::OpenAi => endpoint.url.below(&["chat", "completions"]),
            EndpointKind::Http => endpoint.url.as_url().clone(),
        };
        let (attempts, timeout, first_pause) = (endpoint.attempts, endpoint.timeout(), around.first_pause);
        Ok(Self { client, url, key, attempts, timeout, first_pause, rng: Arc::clone(&around.rng) })
    }

    /// Sends `body` as JSON and returns what comes back, in the time that the settings allow.
    ///
    /// # Errors
    /// [`ExtractFailure`].
    pub async fn post(&self, body: &impl Serialize) -> Result<Answer, ExtractFailure> {
        let deadline = Instant::now() + self.timeout;
        let answer = tokio::time::timeout_at(deadline, self.insist(body, deadline));
        let late = |_| ExtractFailure::Unreachable(format!("no answer within {} seconds", self.timeout.as_secs()));
        answer.await.unwrap_or_else(|elapsed| Err(late(elapsed)))
    }

    async fn insist(&self, body: &impl Serialize, deadline: Instant) -> Result<Answer, ExtractFailure> {
        let mut calls = 0;
        loop {
            calls += 1;
            let (why, after) = match self.call(body).await {
                Ok(body) => return Ok(Answer { body, calls: calls.into() }),
                Err(Miss::Lasting(failure)) => return Err(failure),
                Err(Miss::Passing { why, after }) => (why, after),
            };
            let mut chance = [0];
            self.rng.fill(&mut chance);
            let pause = pause(self.first_pause, calls, chance[0]).max(after.unwrap_or_default());
            // Whoever asks for more patience than there is gets none.
            let left = deadline.saturating_duration_since(Instant::now());
            if calls == self.attempts || pause >= left {
                return Err(ExtractFailure::Unreachable(format!("{why} (call {calls} of {})", self.attempts)));
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn call(&self, body: &impl Serialize) -> Result<Vec<u8>, Miss> {
        let mut request = self.client.post(self.url.clone()).json(body);
        if let Some(key) = &self.key {
            request = request.header(header::AUTHORIZATION, key.clone());
        }
        let response = request.send().await.map_err(|error| Miss::broken(&error))?;
        let status = response.status();
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            return Err(Miss::Passing { why: format!("HTTP {status}"), after: retry_after(&response) });
        }
        if status.is_success() { read(response).await } else { Err(Miss::unusable(format!("HTTP {status}"))) }
    }
}

impl Miss {
    fn unusable(why: impl Into<String>) -> Self {
        Self::Lasting(ExtractFailure::Unusable(why.into()))
    }

    /// Before there is a connection, nothing has come that the cause could quote.
    fn broken(error: &reqwest::Error) -> Self {
        let why = if error.is_connect() {
            format!("cannot connect: {}", root_cause(error))
        } else {
            "the connection broke off".to_owned()
        };
        Self::Passing { why, after: None }
    }
}

fn bearer(endpoint: &Endpoint, variable: &str, around: &Surroundings) -> Result<HeaderValue, ExtractorError> {
    let key = (around.variable)(variable).filter(|key| !key.is_empty());
    let value = key.and_then(|key| HeaderValue::from_str(&format!("Bearer {key}")).ok());
    let missing = || ExtractorError::Key { extractor: endpoint.name.clone(), variable: variable.to_owned() };
    let mut value = value.ok_or_else(missing)?;
    // Whatever prints it prints no key.
    value.set_sensitive(true);
    Ok(value)
}

fn client(endpoint: &Endpoint) -> Result<Client, reqwest::Error> {
    let client = Client::builder()
        .user_agent(concat!("gieok/", env!("CARGO_PKG_VERSION")))
        // Text goes to the address that the operator has named, and nowhere else.
        .redirect(redirect::Policy::none())
        .no_proxy()
        .referer(false)
        // How often, is ours to say.
        .retry(reqwest::retry::never());
    if endpoint.url.is_https() {
        client.https_only(true).build()
    } else {
        // Without TLS there is nothing to verify, and a machine without certificates is fine.
        client.tls_certs_only([]).build()
    }
}

/// Twice as long after each call, less up to a half by chance, so that many who failed together do not return together.
fn pause(first: Duration, calls: u32, chance: u8) -> Duration {
    let longest = first.saturating_mul(2_u32.saturating_pow(calls - 1)).min(LONGEST_PAUSE);
    longest.mul_f64(1.0 - f64::from(chance) / 512.0)
}

/// The pause that the other side asks for, if it says so in seconds.
fn retry_after(response: &Response) -> Option<Duration> {
    let value = response.headers().get(header::RETRY_AFTER)?;
    value.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

async fn read(mut response: Response) -> Result<Vec<u8>, Miss> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| Miss::broken(&error))? {
        if body.len() + chunk.len() > ANSWER_MAX_BYTES {
            return Err(Miss::unusable(format!("it is longer than {} KiB", ANSWER_MAX_BYTES / 1024)));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn root_cause(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit_and_are_spread() {
        let first = Duration::from_millis(500);
        let longest: Vec<_> = [1, 2, 3, 9, 100].into_iter().map(|calls| pause(first, calls, 0).as_millis()).collect();
        assert_eq!(longest, [500, 1_000, 2_000, 8_000, 8_000]);
        assert!((250..260).contains(&pause(first, 1, u8::MAX).as_millis()));
    }
}
