//! A clock that is behind: what the demo shows of the last weeks happened then.

use contract::Timestamp;
use domain::kernel::Clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Tells the time of so many seconds ago.
pub struct Past {
    clock: Arc<dyn Clock>,
    seconds: AtomicU64,
}

impl Past {
    /// A clock that is behind `clock` by that much.
    pub fn behind(clock: Arc<dyn Clock>, by: Duration) -> Self {
        Self { clock, seconds: AtomicU64::new(by.as_secs()) }
    }

    /// Comes closer to the present.
    pub fn set(&self, by: Duration) {
        self.seconds.store(by.as_secs(), Ordering::SeqCst);
    }
}

impl Clock for Past {
    fn now(&self) -> Timestamp {
        let behind = Duration::from_secs(self.seconds.load(Ordering::SeqCst));
        self.clock.now().minus(behind)
    }
}
