//! Memories: the current version, the versions before it, where they come from, and what is left of deleted ones.

mod bury;
mod check;
mod classes;
mod insert;
mod list;
mod owned;
mod revise;
mod versions;

pub use bury::Burial;
pub use check::Checkable;
pub use classes::Unclassified;
pub use insert::{Existing, NewMemory};
pub use list::{Key, Keyset, ListQuery, PlacedMemory};
pub use owned::OwnedMemory;
pub(super) use owned::owned_memory;
pub use revise::Revision;
pub use versions::{StoredSource, StoredVersion};

use super::crypto::{KeyRing, length_prefixed};
use super::error::moment;
use super::{Store, StoreError};
use crate::memory::Content;
use contract::{MemoryId, TenantId, UserId, Validity};

/// What a memory's content is bound to: the associated data of its encryption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The organisation.
    pub tenant: TenantId,
    /// Whom it is about.
    pub subject: UserId,
    /// The memory.
    pub memory: MemoryId,
    /// The version.
    pub version: i64,
}

impl Binding {
    pub(super) fn new(tenant: &TenantId, subject: &UserId, memory: &MemoryId, version: i64) -> Self {
        Self { tenant: tenant.clone(), subject: subject.clone(), memory: memory.clone(), version }
    }

    fn associated_data(&self) -> Vec<u8> {
        length_prefixed(&[self.tenant.as_str(), self.subject.as_str(), self.memory.as_str(), &self.version.to_string()])
    }
}

/// Encrypted content and what it is bound to. Opened by [`Store::open_content`].
pub struct Sealed {
    binding: Binding,
    key_id: String,
    bytes: Vec<u8>,
}

fn seal(keys: &KeyRing, content: &Content, binding: &Binding) -> Result<(String, Vec<u8>), StoreError> {
    let plaintext = zeroize::Zeroizing::new(serde_json::to_vec(content).map_err(|_| StoreError::Sealed)?);
    let (key_id, sealed) = keys.seal(&plaintext, &binding.associated_data());
    Ok((key_id.to_owned(), sealed))
}

pub(super) fn open(keys: &KeyRing, sealed: &Sealed) -> Result<Content, StoreError> {
    let plaintext = keys
        .open_sealed(&sealed.key_id, &sealed.bytes, &sealed.binding.associated_data())
        .map(zeroize::Zeroizing::new)
        .ok_or(StoreError::Sealed)?;
    serde_json::from_slice(&plaintext).map_err(|_| StoreError::Sealed)
}

pub(super) fn validity(from: i64, to: Option<i64>) -> Result<Validity, StoreError> {
    Ok(Validity {
        from: moment(from, "memory", "valid_from")?,
        to: to.map(|micros| moment(micros, "memory", "valid_to")).transpose()?,
    })
}

impl Sealed {
    pub(super) fn new(binding: Binding, key_id: String, bytes: Vec<u8>) -> Self {
        Self { binding, key_id, bytes }
    }
}

impl Store {
    /// Decrypts a memory's content.
    ///
    /// # Errors
    /// [`StoreError::Sealed`] if the row was moved or changed, or the key is not in the ring.
    pub fn open_content(&self, sealed: &Sealed) -> Result<Content, StoreError> {
        open(&self.keys, sealed)
    }
}
