//! Turns that services bring: their encrypted text as long as it is needed, how far each is, and what became of it.

mod figures;
mod finish;
mod ingest;
mod nights;
mod text;
mod work;

pub use finish::{NewVerdict, TurnCost};
pub use ingest::{KnownTurn, NewTurn};
pub use nights::Night;
pub use work::ClaimedTurn;

use super::StoreError;
use super::crypto::{KeyRing, length_prefixed};
use contract::{TenantId, TurnId, TurnMessage, UserId};

/// What a turn's text is bound to.
fn associated(tenant: &TenantId, subject: &UserId, turn: &TurnId) -> Vec<u8> {
    length_prefixed(&["turn", tenant.as_str(), subject.as_str(), turn.as_str()])
}

fn seal(
    keys: &KeyRing,
    (tenant, subject, turn): (&TenantId, &UserId, &TurnId),
    messages: &[TurnMessage],
) -> Result<(String, Vec<u8>), StoreError> {
    let plaintext = zeroize::Zeroizing::new(serde_json::to_vec(messages).map_err(|_| StoreError::Sealed)?);
    let (key_id, sealed) = keys.seal(&plaintext, &associated(tenant, subject, turn));
    Ok((key_id.to_owned(), sealed))
}

fn open(
    keys: &KeyRing,
    (tenant, subject, turn): (&TenantId, &UserId, &TurnId),
    (key_id, sealed): (&str, &[u8]),
) -> Result<Vec<TurnMessage>, StoreError> {
    let plaintext = keys
        .open_sealed(key_id, sealed, &associated(tenant, subject, turn))
        .map(zeroize::Zeroizing::new)
        .ok_or(StoreError::Sealed)?;
    serde_json::from_slice(&plaintext).map_err(|_| StoreError::Sealed)
}
