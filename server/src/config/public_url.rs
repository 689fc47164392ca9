//! The address that people's browsers use: scheme and authority, nothing else.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An origin such as `https://memory.example.org`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicUrl {
    https: bool,
    /// Lower case, without the scheme's default port: what browsers send in `Origin` and `Host`.
    authority: String,
}

impl PublicUrl {
    /// Whether the address is reached over TLS.
    pub fn is_https(&self) -> bool {
        self.https
    }

    /// The origin as browsers write it.
    pub fn origin(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.https { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const SHAPE: &str = "expected an origin such as https://memory.example.org, without path, query or user";
        let uri: http::Uri = text.parse().map_err(|_| SHAPE)?;
        let (https, default_port) = match uri.scheme_str() {
            Some("https") => (true, ":443"),
            Some("http") => (false, ":80"),
            _ => return Err(SHAPE),
        };
        let authority = uri.authority().map(http::uri::Authority::as_str).unwrap_or_default().to_ascii_lowercase();
        let bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
        if authority.is_empty() || authority.contains('@') || !bare {
            return Err(SHAPE);
        }
        let authority = authority.strip_suffix(default_port).unwrap_or(&authority).to_owned();
        Ok(Self { https, authority })
    }
}

impl TryFrom<String> for PublicUrl {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<PublicUrl> for String {
    fn from(url: PublicUrl) -> Self {
        url.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_written_as_browsers_do() {
        for (given, origin) in [
            ("https://Memory.example.org", "https://memory.example.org"),
            ("https://memory.example.org:443/", "https://memory.example.org"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(given.parse::<PublicUrl>().map(|url| url.origin()), Ok(origin.to_owned()), "{given}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "memory.example.org", "ftp://a", "https://u:p@a", "https://a/b", "https://a/?q", "https://"] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }
}
