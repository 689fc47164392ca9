//! Encryption at rest: XChaCha20-Poly1305 with a key ring in a file, and the keyed fingerprint.
//!
//! A row that is moved to another tenant, person, memory or version does not decrypt: these four are the associated data.

use crate::kernel::Rng;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zeroize::Zeroizing;

const FILE_NAME: &str = "keys.json";
const NONCE_BYTES: usize = 24;

/// What went wrong with the key ring's file.
#[derive(Debug, thiserror::Error)]
pub enum KeyRingError {
    /// The file cannot be read or made.
    #[error("cannot use the key ring {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not a key ring.
    #[error("{path} is not a key ring of this program; restore it from a backup")]
    Malformed {
        /// The file.
        path: PathBuf,
    },
    /// There is a database but no key ring: a new one could not read what is there.
    #[error("{path} is missing, but there is a database beside it; restore the key ring from a backup")]
    Lost {
        /// The file.
        path: PathBuf,
    },
}

/// One secret key of 32 bytes, wiped when dropped.
type Key = Zeroizing<[u8; 32]>;

#[derive(Serialize, Deserialize)]
struct RingFile {
    active: String,
    keys: BTreeMap<String, String>,
    fingerprint: String,
}

/// The keys of an install: one is active, the others still decrypt.
pub struct KeyRing {
    active: String,
    keys: BTreeMap<String, Key>,
    fingerprint: Key,
    rng: Arc<dyn Rng>,
}

impl KeyRing {
    /// Opens `keys.json` in `data_dir`, or makes it (mode 0600) if the folder has no database yet.
    ///
    /// # Errors
    /// [`KeyRingError`], which names the file.
    pub fn open(data_dir: &Path, rng: Arc<dyn Rng>) -> Result<Self, KeyRingError> {
        let path = data_dir.join(FILE_NAME);
        if !path.exists() {
            if data_dir.join("gieok.db").exists() {
                return Err(KeyRingError::Lost { path });
            }
            create(&path, rng.as_ref()).map_err(|source| KeyRingError::Io { path: path.clone(), source })?;
        }
        let text = fs::read_to_string(&path)
            .map(Zeroizing::new)
            .map_err(|source| KeyRingError::Io { path: path.clone(), source })?;
        Self::read(&text, rng).ok_or(KeyRingError::Malformed { path })
    }

    fn read(text: &str, rng: Arc<dyn Rng>) -> Option<Self> {
        let file: RingFile = serde_json::from_str(text).ok()?;
        let keys: BTreeMap<String, Key> =
            file.keys.iter().map(|(id, hex)| Some((id.clone(), from_hex(hex)?))).collect::<Option<_>>()?;
        let fingerprint = from_hex(&file.fingerprint)?;
        keys.contains_key(&file.active).then(|| Self { active: file.active.clone(), keys, fingerprint, rng })
    }

    /// Encrypts `plaintext` under the active key. Returns the key's id and nonce ‖ ciphertext ‖ tag.
    pub(super) fn seal(&self, plaintext: &[u8], associated: &[u8]) -> (&str, Vec<u8>) {
        let mut nonce = [0; NONCE_BYTES];
        self.rng.fill(&mut nonce);
        let cipher = XChaCha20Poly1305::new(&(*self.keys[&self.active]).into());
        let sealed = cipher
            .encrypt(&XNonce::from(nonce), Payload { msg: plaintext, aad: associated })
            .expect("only plaintexts of 256 GiB and more are refused");
        (&self.active, [nonce.as_slice(), &sealed].concat())
    }

    /// Decrypts what [`KeyRing::seal`] made under `key_id` with the same associated data.
    pub(super) fn open_sealed(&self, key_id: &str, sealed: &[u8], associated: &[u8]) -> Option<Vec<u8>> {
        let key = self.keys.get(key_id)?;
        let (nonce, ciphertext) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        let cipher = XChaCha20Poly1305::new(&(**key).into());
        cipher.decrypt(&XNonce::from(*nonce), Payload { msg: ciphertext, aad: associated }).ok()
    }

    /// HMAC-SHA256 over the parts, each with its length in front, so that no two lists of parts collide.
    pub(super) fn fingerprint(&self, parts: &[&str]) -> [u8; 32] {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.fingerprint.as_slice()).expect("HMAC takes keys of any length");
        mac.update(&length_prefixed(parts));
        mac.finalize().into_bytes().into()
    }
}

/// Joins parts so that the joined bytes tell where each part ends.
pub(super) fn length_prefixed(parts: &[&str]) -> Vec<u8> {
    let mut joined = Vec::new();
    for part in parts {
        joined.extend_from_slice(&(part.len() as u64).to_be_bytes());
        joined.extend_from_slice(part.as_bytes());
    }
    joined
}

fn create(path: &Path, rng: &dyn Rng) -> io::Result<()> {
    let secret = || {
        let mut bytes = [0; 32];
        rng.fill(&mut bytes);
        to_hex(&bytes)
    };
    let file = RingFile {
        active: "k1".to_owned(),
        keys: BTreeMap::from([("k1".to_owned(), secret())]),
        fingerprint: secret(),
    };
    let text = serde_json::to_string_pretty(&file).map_err(io::Error::other)?;
    let draft = path.with_extension(format!("draft-{}", std::process::id()));
    write_private(&draft, text.as_bytes())?;
    // A hard link never replaces: if another process was first, its ring stays.
    let linked = fs::hard_link(&draft, path);
    fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

fn from_hex(hex: &str) -> Option<Key> {
    let mut bytes = Key::default();
    (hex.len() == 64 && hex.is_ascii()).then_some(())?;
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::OsRng;

    fn ring(dir: &Path) -> KeyRing {
        KeyRing::open(dir, Arc::new(OsRng)).expect("opens")
    }

    #[test]
    fn what_is_sealed_opens_with_the_same_associated_data_only() {
        let dir = tempfile::tempdir().expect("temp dir");
        let ring = ring(dir.path());
        let (key_id, sealed) = ring.seal(b"secret", b"mina");
        assert_eq!(ring.open_sealed(key_id, &sealed, b"mina").as_deref(), Some(b"secret".as_slice()));
        assert_eq!(ring.open_sealed(key_id, &sealed, b"jin"), None);
        assert_eq!(ring.open_sealed("k2", &sealed, b"mina"), None);
        assert_eq!(ring.open_sealed(key_id, &sealed[..10], b"mina"), None);
        assert!(!sealed.windows(6).any(|window| window == b"secret"));
    }

    #[test]
    fn the_ring_is_private_and_stays_the_same() {
        let dir = tempfile::tempdir().expect("temp dir");
        let first = ring(dir.path()).fingerprint(&["a", "b"]);
        assert_eq!(first, ring(dir.path()).fingerprint(&["a", "b"]));
        assert_ne!(first, ring(dir.path()).fingerprint(&["ab", ""]));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(dir.path().join(FILE_NAME)).expect("is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_lost_or_broken_ring_is_an_error_not_a_new_ring() {
        let dir = tempfile::tempdir().expect("temp dir");
        fs::write(dir.path().join("gieok.db"), b"").expect("writes");
        assert!(matches!(KeyRing::open(dir.path(), Arc::new(OsRng)), Err(KeyRingError::Lost { .. })));
        fs::write(dir.path().join(FILE_NAME), b"{}").expect("writes");
        assert!(matches!(KeyRing::open(dir.path(), Arc::new(OsRng)), Err(KeyRingError::Malformed { .. })));
    }
}
