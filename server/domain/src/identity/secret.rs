//! Secrets that programs present: API keys and the set-up token. Shown once, stored as SHA-256.

use crate::kernel::Rng;
use sha2::{Digest, Sha256};

/// What every API key begins with.
pub const KEY_PREFIX: &str = "gk_";
/// What every personal key begins with.
pub const PERSONAL_KEY_PREFIX: &str = "gp_";
/// So many random characters follow: 32 of 62 are 190 bits.
const RANDOM_CHARS: usize = 32;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// So many characters of a secret may be kept to tell secrets apart.
const SHOWN_CHARS: usize = 8;

/// A secret in the clear. Not `Debug`, so that it cannot be logged by accident.
pub struct Secret(String);

impl Secret {
    /// A new secret with that prefix.
    pub fn random(rng: &dyn Rng, prefix: &str) -> Self {
        let mut text = prefix.to_owned();
        let wanted = text.len() + RANDOM_CHARS;
        while text.len() < wanted {
            let mut byte = [0];
            rng.fill(&mut byte);
            // Bytes from 248 on would favour the alphabet's first letters.
            if byte[0] < 248 {
                text.push(char::from(ALPHABET[usize::from(byte[0]) % ALPHABET.len()]));
            }
        }
        Self(text)
    }

    /// The secret itself, to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The first characters.
    pub fn shown_prefix(&self) -> &str {
        &self.0[..SHOWN_CHARS]
    }

    /// The SHA-256 of a presented secret. Enough for random secrets of this length; passwords need argon2.
    pub fn hash(presented: &str) -> [u8; 32] {
        Sha256::digest(presented).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::OsRng;

    #[test]
    fn secrets_are_long_and_never_the_same() {
        let [one, two] = [(); 2].map(|()| Secret::random(&OsRng, KEY_PREFIX));
        assert_eq!(one.reveal().len(), 35);
        assert!(one.reveal()[3..].bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert_ne!(Secret::hash(one.reveal()), Secret::hash(two.reveal()));
    }
}
