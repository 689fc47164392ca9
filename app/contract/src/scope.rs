//! Scopes: who, among a person's assistants, may use a memory.

use crate::ids::ServiceId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Where a memory is in use.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Scope {
    /// In all of the person's assistants: `personal`.
    Personal,
    /// In one chat service only: `service:svc_…`.
    Service(ServiceId),
}

/// Why a text is not a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidScope;

impl fmt::Display for InvalidScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `personal` or `service:<service id>`")
    }
}

impl std::error::Error for InvalidScope {}

impl FromStr for Scope {
    type Err = InvalidScope;

    fn from_str(text: &str) -> Result<Self, InvalidScope> {
        match text.split_once(':') {
            None if text == "personal" => Ok(Self::Personal),
            Some(("service", id)) => id.parse().map(Self::Service).map_err(|_| InvalidScope),
            _ => Err(InvalidScope),
        }
    }
}

impl TryFrom<String> for Scope {
    type Error = InvalidScope;

    fn try_from(text: String) -> Result<Self, InvalidScope> {
        text.parse()
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Personal => f.write_str("personal"),
            Self::Service(id) => write!(f, "service:{id}"),
        }
    }
}

impl From<Scope> for String {
    fn from(scope: Scope) -> String {
        scope.to_string()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Scope {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let doc = "Where a memory is in use: `personal` (all of the person's assistants) or `service:svc_…` (one chat \
                   service only).";
        crate::openapi::shaped(&[doc], "^(personal|service:svc_[0-9a-f]{32})$", "personal".to_owned())
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Scope {}

/// One or more scopes. There is no empty set, so that "no scope" can never come to mean "every scope".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeSet<Scope>", into = "BTreeSet<Scope>")]
pub struct ScopeSet(BTreeSet<Scope>);

/// A set of scopes was empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptyScopeSet;

impl fmt::Display for EmptyScopeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("name at least one scope")
    }
}

impl std::error::Error for EmptyScopeSet {}

impl ScopeSet {
    /// The set that holds `scope` alone.
    pub fn of(scope: Scope) -> Self {
        Self(BTreeSet::from([scope]))
    }

    /// The same set with `scope` in it.
    #[must_use]
    pub fn with(mut self, scope: Scope) -> Self {
        self.0.insert(scope);
        self
    }

    /// The scopes, in order, at least one.
    pub fn iter(&self) -> impl Iterator<Item = &Scope> {
        self.0.iter()
    }
}

impl TryFrom<BTreeSet<Scope>> for ScopeSet {
    type Error = EmptyScopeSet;

    fn try_from(scopes: BTreeSet<Scope>) -> Result<Self, EmptyScopeSet> {
        if scopes.is_empty() { Err(EmptyScopeSet) } else { Ok(Self(scopes)) }
    }
}

impl From<ScopeSet> for BTreeSet<Scope> {
    fn from(scopes: ScopeSet) -> Self {
        scopes.0
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for ScopeSet {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        crate::openapi::some_of("One or more scopes.", "Scope")
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for ScopeSet {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        schemas.push((Scope::name().into_owned(), <Scope as utoipa::PartialSchema>::schema()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_written_as_they_are_read() {
        for text in ["personal", "service:svc_0123456789abcdef0123456789abcdef"] {
            assert_eq!(text.parse::<Scope>().expect(text).to_string(), text);
        }
        for text in ["", "*", "Personal", "service:", "service:other", "personal:"] {
            assert!(text.parse::<Scope>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_empty_set_cannot_be_made() {
        assert!(serde_json::from_str::<ScopeSet>("[]").is_err());
        assert!(serde_json::from_str::<ScopeSet>(r#"["personal"]"#).is_ok());
    }
}
