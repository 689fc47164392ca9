//! Limits and checks on texts that people and programs send.

/// The longest statement of a memory, in bytes of UTF-8 (four KiB: a memory is a sentence, not a document).
pub const STATEMENT_MAX_BYTES: usize = 4 * 1024;
/// The longest question of a recall, in bytes of UTF-8.
pub const QUERY_MAX_BYTES: usize = 8 * 1024;
/// The longest e-mail address (RFC 5321, 4.5.3.1.3 less the angle brackets).
pub const EMAIL_MAX_BYTES: usize = 254;
/// The shortest password, in characters (NIST SP 800-63B-4 asks for 15 without a second factor; OWASP accepts 12).
pub const PASSWORD_MIN_CHARS: usize = 12;
/// The longest password, in bytes, so that hashing stays bounded.
pub const PASSWORD_MAX_BYTES: usize = 256;
/// The longest external id of a subject, in bytes.
pub const EXTERNAL_ID_MAX_BYTES: usize = 200;
/// The longest name of a service, in bytes.
pub const NAME_MAX_BYTES: usize = 100;

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFault {
    /// Nothing but white space.
    Empty,
    /// More bytes than allowed.
    TooLong {
        /// The limit, in bytes.
        max_bytes: usize,
    },
    /// A control character other than tab and line breaks.
    ControlCharacter,
}

impl std::fmt::Display for TextFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("must not be empty"),
            Self::TooLong { max_bytes } => write!(f, "must be at most {max_bytes} bytes long"),
            Self::ControlCharacter => f.write_str("must not contain control characters"),
        }
    }
}

/// Checks that `text` holds something, fits in `max_bytes` and has no control characters.
///
/// # Errors
/// The first [`TextFault`] found.
pub fn check(text: &str, max_bytes: usize) -> Result<(), TextFault> {
    if text.len() > max_bytes {
        Err(TextFault::TooLong { max_bytes })
    } else if text.trim().is_empty() {
        Err(TextFault::Empty)
    } else if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        Err(TextFault::ControlCharacter)
    } else {
        Ok(())
    }
}

/// Whether `text` has the shape of an e-mail address (RFC 5321 and 6531, without quoted parts and address literals). Only
/// delivery can prove one. Letters of any script, but nothing that is invisible or means something in a page.
pub fn is_email(text: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(c))
    };
    text.len() <= EMAIL_MAX_BYTES && text.split_once('@').is_some_and(|(local, host)| plain(local) && plain(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_apart() {
        assert_eq!(check("기억", 6), Ok(()));
        assert_eq!(check("기억", 5), Err(TextFault::TooLong { max_bytes: 5 }));
        assert_eq!(check(" \n", 9), Err(TextFault::Empty));
        assert_eq!(check("a\u{0}b", 9), Err(TextFault::ControlCharacter));
        assert_eq!(check("two\nlines", 99), Ok(()));
    }

    #[test]
    fn email_shape() {
        assert!(is_email("mina@example.com"));
        for text in ["", "mina", "@x", "mina@", "a b@c", "a@b@c", "\u{202e}a@b", "<a>@b"] {
            assert!(!is_email(text), "{text}");
        }
    }
}
