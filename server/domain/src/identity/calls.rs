//! How many calls each service may make.

use super::throttle::{Limiter, LimiterClock};
use crate::kernel::Clock;
use contract::ServiceId;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Counts calls. The limit may change while it counts.
pub struct CallLimits {
    clock: LimiterClock,
    counted: Mutex<(u32, Arc<Limiter<ServiceId>>)>,
}

impl CallLimits {
    /// Counts by that clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let clock = LimiterClock(clock);
        let counted = Mutex::new((1, limiter(1, &clock)));
        Self { clock, counted }
    }

    /// Counts a call of the service, which may make so many a minute.
    ///
    /// # Errors
    /// How long to wait, if it is one too many.
    pub fn count(&self, service: &ServiceId, per_minute: u32) -> Result<(), Duration> {
        let now = governor::clock::Clock::now(&self.clock);
        self.limiter(per_minute).check_key(service).map_err(|not_until| not_until.wait_time_from(now))
    }

    /// With another limit than before, everybody begins anew.
    fn limiter(&self, per_minute: u32) -> Arc<Limiter<ServiceId>> {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.0 != per_minute {
            *counted = (per_minute, limiter(per_minute, &self.clock));
        }
        Arc::clone(&counted.1)
    }
}

fn limiter(per_minute: u32, clock: &LimiterClock) -> Arc<Limiter<ServiceId>> {
    let quota = Quota::per_minute(NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN));
    Arc::new(RateLimiter::new(quota, DefaultKeyedStateStore::default(), clock.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SystemClock;
    use contract::PrefixedId;

    #[test]
    fn each_service_has_its_own_calls_and_a_new_limit_begins_anew() {
        let limits = CallLimits::new(Arc::new(SystemClock));
        let (one, other) = (ServiceId::from_bytes([1; 16]), ServiceId::from_bytes([2; 16]));
        assert!(limits.count(&one, 2).is_ok() && limits.count(&one, 2).is_ok());
        assert!(limits.count(&one, 2).is_err_and(|wait| wait > Duration::ZERO));
        assert!(limits.count(&other, 2).is_ok());
        assert!(limits.count(&one, 3).is_ok());
    }
}
