//! Prefixed ids: `mem_0192f…`, a UUIDv7 in 32 hexadecimal digits behind a prefix that names the kind of thing.
//!
//! The prefix makes an id that was pasted into the wrong place fail at the door, and makes logs readable.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Why a text is not an id of the kind asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidId {
    /// The prefix that such an id must have, for example `mem_`.
    pub expected_prefix: &'static str,
}

impl fmt::Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected an id of the form {}<32 hexadecimal digits>", self.expected_prefix)
    }
}

impl std::error::Error for InvalidId {}

/// An id with a fixed prefix, made from 16 bytes.
pub trait PrefixedId: Sized + FromStr<Err = InvalidId> {
    /// What every id of this type begins with.
    const PREFIX: &'static str;
    /// Builds the id from the 16 bytes of a UUID.
    fn from_bytes(bytes: [u8; 16]) -> Self;
}

macro_rules! prefixed_id {
    ($(#[doc = $doc:literal])+ $name:ident, $prefix:literal) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The id as text, prefix included.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl PrefixedId for $name {
            const PREFIX: &'static str = $prefix;

            fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(format!("{}{:032x}", $prefix, u128::from_be_bytes(bytes)))
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                let lower_hex = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
                match text.strip_prefix($prefix) {
                    Some(digits) if digits.len() == 32 && digits.bytes().all(lower_hex) => Ok(Self(text.to_owned())),
                    _ => Err(InvalidId { expected_prefix: $prefix }),
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;

            fn try_from(text: String) -> Result<Self, InvalidId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let pattern = concat!("^", $prefix, "[0-9a-f]{32}$");
                $crate::openapi::shaped(&[$($doc),+], pattern, format!("{}0198f3c2{}", $prefix, "5a7b4c1d9e2f8a6b0c3d7e1f"))
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {}
    };
}

prefixed_id!(
    /// An account; also the subject of the memories about that person.
    UserId, "usr_"
);
prefixed_id!(
    /// One memory, through all of its versions.
    MemoryId, "mem_"
);
prefixed_id!(
    /// A chat service.
    ServiceId, "svc_"
);
prefixed_id!(
    /// One immutable revision of a chat service's settings.
    RevisionId, "rev_"
);
prefixed_id!(
    /// One turn of a conversation.
    TurnId, "trn_"
);
prefixed_id!(
    /// An API key (the key's record, never the secret).
    KeyId, "key_"
);
prefixed_id!(
    /// A browser session (its record, never what the cookie holds).
    SessionId, "ses_"
);
prefixed_id!(
    /// One recall, as written in the recall log.
    RecallId, "rcl_"
);
prefixed_id!(
    /// One decision on a candidate.
    DecisionId, "dec_"
);
prefixed_id!(
    /// One row of the audit log.
    AuditId, "aud_"
);

/// An organisation, by its short name (`default`, `acme`): 1 to 63 lower-case letters, digits and inner hyphens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TenantId(String);

/// Why a text is not a tenant name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidTenant;

impl fmt::Display for InvalidTenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tenant name has 1 to 63 lower-case letters, digits or inner hyphens")
    }
}

impl std::error::Error for InvalidTenant {}

impl TenantId {
    /// The tenant that every install starts with.
    pub fn default_tenant() -> Self {
        Self("default".to_owned())
    }

    /// The tenant's name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TenantId {
    type Err = InvalidTenant;

    fn from_str(text: &str) -> Result<Self, InvalidTenant> {
        let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
        let hyphen_at_edge = text.starts_with('-') || text.ends_with('-');
        if (1..=63).contains(&text.len()) && text.bytes().all(plain) && !hyphen_at_edge {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidTenant)
        }
    }
}

impl TryFrom<String> for TenantId {
    type Error = InvalidTenant;

    fn try_from(text: String) -> Result<Self, InvalidTenant> {
        text.parse()
    }
}

impl From<TenantId> for String {
    fn from(id: TenantId) -> String {
        id.0
    }
}

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for TenantId {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let doc = "An organisation, by its short name.";
        crate::openapi::shaped(&[doc], "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "default".to_owned())
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for TenantId {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_keeps_its_prefix_and_bytes() {
        let id = MemoryId::from_bytes([0xab; 16]);
        assert_eq!(id.as_str(), format!("mem_{}", "ab".repeat(16)));
        assert_eq!(id.as_str().parse(), Ok(id));
    }

    #[test]
    fn an_id_of_another_kind_or_shape_is_refused() {
        for text in
            ["", "mem_", "usr_abababababababababababababababab", "mem_ABABABABABABABABABABABABABABABAB", "mem_ab'--"]
        {
            assert!(text.parse::<MemoryId>().is_err(), "{text}");
        }
    }

    #[test]
    fn tenant_names_are_plain() {
        assert!("acme-2".parse::<TenantId>().is_ok());
        for text in ["", "-a", "a-", "Acme", "a b", "가", &"x".repeat(64)] {
            assert!(text.parse::<TenantId>().is_err(), "{text}");
        }
    }
}
