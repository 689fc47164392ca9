//! Makes ids: `UUIDv7` (RFC 9562), so that ids made later sort later.

use super::{Clock, Rng};
use contract::PrefixedId;
use std::sync::Arc;

/// Makes ids from the injected clock and randomness.
#[derive(Clone)]
pub struct Ids {
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
}

impl Ids {
    /// A maker that reads time from `clock` and bits from `rng`.
    pub fn new(clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        Self { clock, rng }
    }

    /// A new id.
    pub fn next<T: PrefixedId>(&self) -> T {
        let millis = u64::try_from(self.clock.now().micros() / 1_000).unwrap_or(0);
        let mut random = [0; 10];
        self.rng.fill(&mut random);
        T::from_bytes(uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().into_bytes())
    }
}
