//! An extractor over the network: where it answers, and how it is asked.

use super::Fault;
use super::section::{at_least, at_most};
use contract::text::{self, NAME_MAX_BYTES};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

/// One entry of `[[extraction.endpoints]]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// What revisions call it.
    pub name: String,
    /// Which protocol it speaks.
    pub kind: EndpointKind,
    /// Where it answers.
    pub url: EndpointUrl,
    /// The language model that is asked; for `openai` alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The environment variable that holds its key; no key is sent if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// Lets text and key travel without TLS to another machine.
    #[serde(default)]
    pub allow_plain_http: bool,
    /// How long an answer may take, in seconds: all attempts, and the pauses between them.
    #[serde(default = "thirty_seconds")]
    pub timeout_seconds: u32,
    /// How often it is asked before it counts as unreachable.
    #[serde(default = "three_attempts")]
    pub attempts: u32,
}

/// Which protocol an extractor speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndpointKind {
    /// That of OpenAI's chat completions, which many servers of language models speak.
    OpenAi,
    /// Gieok's own.
    Http,
}

/// An address such as `https://models.example.org/v1`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EndpointUrl(Url);

fn thirty_seconds() -> u32 {
    30
}

fn three_attempts() -> u32 {
    3
}

impl Endpoint {
    /// Checks what the types cannot. The fault's key is the one within the entry.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub(super) fn validate(&self) -> Result<(), Fault> {
        text::check(&self.name, NAME_MAX_BYTES).map_err(|fault| Fault::new("name", fault.to_string()))?;
        if !(self.url.is_https() || self.url.is_loopback() || self.allow_plain_http) {
            let message =
                "must be https: what people say would travel in the clear (allow_plain_http = true if it may)";
            return Err(Fault::new("url", message));
        }
        match (self.kind, &self.model) {
            (EndpointKind::OpenAi, None) => return Err(Fault::new("model", "is missing: which model is to be asked?")),
            (EndpointKind::Http, Some(_)) => return Err(Fault::new("model", "is for the kind \"openai\" alone")),
            _ => {}
        }
        if let Some(variable) = &self.key_env {
            check_variable(variable)?;
        }
        at_least("timeout_seconds", self.timeout_seconds, 1)?;
        at_most("timeout_seconds", self.timeout_seconds, 600)?;
        at_least("attempts", self.attempts, 1)?;
        at_most("attempts", self.attempts, 10)
    }

    /// See the setting.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_seconds.into())
    }
}

/// Whoever writes the key itself here is told so, without the key being repeated.
fn check_variable(name: &str) -> Result<(), Fault> {
    let is_name = !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
    if !is_name {
        return Err(Fault::new("key_env", "must be the name of an environment variable, never the key itself"));
    }
    if name.to_ascii_uppercase().starts_with("GIEOK_") {
        return Err(Fault::new("key_env", "must not begin with GIEOK_: such variables are settings"));
    }
    Ok(())
}

impl EndpointUrl {
    /// Whether text travels under TLS.
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Whether text stays on this machine.
    fn is_loopback(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default();
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }

    /// The address itself.
    pub fn as_url(&self) -> &Url {
        &self.0
    }

    /// The address of what lies below it.
    #[must_use]
    pub fn below(&self, parts: &[&str]) -> Url {
        let mut url = self.0.clone();
        // An address with a host can always be extended.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(parts);
        }
        url
    }
}

impl fmt::Display for EndpointUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for EndpointUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const SHAPE: &str =
            "expected an address such as https://models.example.org/v1, without user, query or fragment";
        let url: Url = text.parse().map_err(|_| SHAPE)?;
        let is_web = matches!(url.scheme(), "https" | "http") && url.has_host();
        let has_user = !url.username().is_empty() || url.password().is_some();
        let is_bare = url.query().is_none() && url.fragment().is_none();
        if is_web && !has_user && is_bare { Ok(Self(url)) } else { Err(SHAPE) }
    }
}

impl TryFrom<String> for EndpointUrl {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<EndpointUrl> for String {
    fn from(url: EndpointUrl) -> Self {
        url.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(text: &str) -> Endpoint {
        toml::from_str(text).expect(text)
    }

    fn fault(text: &str) -> Option<&'static str> {
        endpoint(text).validate().err().map(|fault| fault.key)
    }

    #[test]
    fn an_address_is_extended_below_its_path() {
        for (given, below) in [
            ("https://a.example/v1", "https://a.example/v1/chat/completions"),
            ("https://a.example/v1/", "https://a.example/v1/chat/completions"),
            ("http://[::1]:8080", "http://[::1]:8080/chat/completions"),
        ] {
            let url: EndpointUrl = given.parse().expect(given);
            assert_eq!(url.below(&["chat", "completions"]).as_str(), below);
        }
    }

    #[test]
    fn an_address_holds_no_secret_and_nothing_that_is_lost() {
        for text in
            ["", "a.example/v1", "ftp://a.example", "https://u:p@a.example", "https://a.example/?key=x", "https://"]
        {
            assert!(text.parse::<EndpointUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn text_leaves_the_machine_under_tls_alone() {
        let at = |url: &str| fault(&format!("name = 'a'\nkind = 'http'\nurl = '{url}'"));
        for url in ["https://a.example", "http://127.0.0.1:1", "http://127.1:1", "http://[::1]:1", "http://localhost:1"]
        {
            assert_eq!(at(url), None, "{url}");
        }
        for url in ["http://a.example", "http://10.0.0.1", "http://localhost.example", "http://127.0.0.1.example"] {
            assert_eq!(at(url), Some("url"), "{url}");
        }
        assert_eq!(fault("name = 'a'\nkind = 'http'\nurl = 'http://10.0.0.1'\nallow_plain_http = true"), None);
    }

    #[test]
    fn entries_that_make_no_sense_are_refused() {
        let http = "name = 'a'\nkind = 'http'\nurl = 'https://a.example'";
        let openai = "name = 'a'\nkind = 'openai'\nurl = 'https://a.example'";
        assert_eq!(fault(openai), Some("model"));
        assert_eq!(fault(&format!("{openai}\nmodel = 'm'")), None);
        assert_eq!(fault(&format!("{http}\nmodel = 'm'")), Some("model"));
        for key in ["sk-proj-abc", "", "A B", "GIEOK_EXTRACTION_KEY"] {
            assert_eq!(fault(&format!("{http}\nkey_env = '{key}'")), Some("key_env"), "{key}");
        }
        assert_eq!(fault(&format!("{http}\nkey_env = 'MODEL_KEY'")), None);
        for (key, value) in [("timeout_seconds", 0), ("timeout_seconds", 601), ("attempts", 0), ("attempts", 11)] {
            assert_eq!(fault(&format!("{http}\n{key} = {value}")), Some(key), "{value}");
        }
        assert_eq!(fault(&http.replace("'a'", "' '")), Some("name"));
    }
}
