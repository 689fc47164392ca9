//! Limits on guessing: attempts per address and per account, counted before anything is looked up.

use crate::kernel::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How many attempts are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoginLimits {
    /// At once, from one address.
    pub burst_per_address: NonZeroU32,
    /// Regained a minute, by one address.
    pub per_minute_per_address: NonZeroU32,
    /// An hour, for one account from any address.
    pub per_hour_per_account: NonZeroU32,
}

impl Default for LoginLimits {
    fn default() -> Self {
        let number = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Self { burst_per_address: number(3), per_minute_per_address: number(3), per_hour_per_account: number(20) }
    }
}

/// Our clock in the limiter's terms.
#[derive(Clone)]
pub(super) struct LimiterClock(pub Arc<dyn Clock>);

impl governor::clock::Clock for LimiterClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Nanos::from(Duration::from_micros(u64::try_from(self.0.now().micros()).unwrap_or(0)))
    }
}

pub(super) type Limiter<K> = RateLimiter<K, DefaultKeyedStateStore<K>, LimiterClock, NoOpMiddleware<Nanos>>;

/// Counts attempts.
pub struct Throttle {
    clock: LimiterClock,
    addresses: Limiter<IpAddr>,
    accounts: Limiter<[u8; 32]>,
    confirmations: Limiter<[u8; 32]>,
    /// Who has just confirmed with the right password, and until when that counts.
    trusted: Mutex<HashMap<[u8; 32], Nanos>>,
}

/// A right password spares its holder the count for so long: long work asks for it again and again.
const TRUST: Duration = Duration::from_mins(10);

impl Throttle {
    /// Counts with these limits, by that clock.
    pub fn new(limits: LoginLimits, clock: Arc<dyn Clock>) -> Self {
        let clock = LimiterClock(clock);
        let address = Quota::per_minute(limits.per_minute_per_address).allow_burst(limits.burst_per_address);
        let account = Quota::per_hour(limits.per_hour_per_account);
        Self {
            addresses: RateLimiter::new(address, DefaultKeyedStateStore::default(), clock.clone()),
            accounts: RateLimiter::new(account, DefaultKeyedStateStore::default(), clock.clone()),
            confirmations: RateLimiter::new(account, DefaultKeyedStateStore::default(), clock.clone()),
            trusted: Mutex::default(),
            clock,
        }
    }

    /// Counts an attempt on `account` (an e-mail address, kept only as a hash) from `address`.
    ///
    /// # Errors
    /// How long to wait, if it is one too many.
    pub fn attempt(&self, account: &str, address: IpAddr) -> Result<(), Duration> {
        let now = governor::clock::Clock::now(&self.clock);
        let wait = |not_until: governor::NotUntil<Nanos>| not_until.wait_time_from(now);
        self.forget_idle();
        self.addresses.check_key(&group(address)).map_err(wait)?;
        self.accounts.check_key(&Sha256::digest(account).into()).map_err(wait)
    }

    /// Counts an attempt of `who`, who is signed in already, to confirm something by password. Nobody else's attempts are
    /// touched: neither those of the address nor those at signing in. A right password of a moment ago is not counted again.
    ///
    /// # Errors
    /// How long to wait, if it is one too many.
    pub fn confirm(&self, who: &str) -> Result<(), Duration> {
        let (key, now) = (Sha256::digest(who).into(), governor::clock::Clock::now(&self.clock));
        // Taken away here and given back by `trust`: a wrong password after a right one is counted from then on.
        let trusted = self.trusted.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        if trusted.is_some_and(|until| now < until) {
            return Ok(());
        }
        self.forget_idle();
        self.confirmations.check_key(&key).map_err(|not_until| not_until.wait_time_from(now))
    }

    /// Notes that `who` has confirmed with the right password.
    pub fn trust(&self, who: &str) {
        let now = governor::clock::Clock::now(&self.clock);
        let mut trusted = self.trusted.lock().unwrap_or_else(PoisonError::into_inner);
        trusted.retain(|_, until| now < *until);
        trusted.insert(Sha256::digest(who).into(), now + Nanos::from(TRUST));
    }

    /// Keeps the tables small: whoever has all attempts back need not be remembered.
    fn forget_idle(&self) {
        const MANY: usize = 10_000;
        if self.addresses.len() > MANY {
            self.addresses.retain_recent();
        }
        if self.accounts.len() > MANY {
            self.accounts.retain_recent();
        }
        if self.confirmations.len() > MANY {
            self.confirmations.retain_recent();
        }
    }
}

/// What counts as one address: one of IPv4, a whole /64 of IPv6, which is what one household or machine is given.
fn group(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6((six.to_bits() & (u128::MAX << 64)).into()),
        four @ IpAddr::V4(_) => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::Timestamp;
    use std::sync::atomic::{AtomicI64, Ordering};

    struct Hand(AtomicI64);

    impl Clock for Hand {
        fn now(&self) -> Timestamp {
            Timestamp::from_micros(self.0.load(Ordering::Relaxed)).expect("in range")
        }
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn a_burst_then_three_a_minute_per_address() {
        let clock = Arc::new(Hand(AtomicI64::new(1_800_000_000_000_000)));
        let throttle = Throttle::new(LoginLimits::default(), clock.clone());
        for attempt in 0..3 {
            assert_eq!(throttle.attempt(&format!("{attempt}@example.com"), address(1)), Ok(()));
        }
        let wait = throttle.attempt("x@example.com", address(1)).expect_err("one too many");
        assert!(wait > Duration::from_secs(15) && wait <= Duration::from_secs(20), "{wait:?}");
        assert_eq!(throttle.attempt("x@example.com", address(2)), Ok(()), "another address is not held");
        clock.0.fetch_add(20_000_000, Ordering::Relaxed);
        assert_eq!(throttle.attempt("x@example.com", address(1)), Ok(()));
    }

    #[test]
    fn an_account_is_capped_over_all_addresses() {
        let clock = Arc::new(Hand(AtomicI64::new(1_800_000_000_000_000)));
        let throttle = Throttle::new(LoginLimits::default(), clock);
        for last in 0..20 {
            assert_eq!(throttle.attempt("mina@example.com", address(last)), Ok(()));
        }
        assert!(throttle.attempt("mina@example.com", address(99)).is_err());
        assert_eq!(throttle.attempt("jin@example.com", address(100)), Ok(()));
    }

    #[test]
    fn a_right_password_is_not_counted_again_and_a_wrong_one_is() {
        let clock = Arc::new(Hand(AtomicI64::new(1_800_000_000_000_000)));
        let throttle = Throttle::new(LoginLimits::default(), clock.clone());
        for _ in 0..100 {
            assert_eq!(throttle.confirm("mina"), Ok(()));
            throttle.trust("mina");
        }
        assert_eq!(throttle.confirm("mina"), Ok(()), "the first wrong one after that");
        let wrong = (0..100).filter(|_| throttle.confirm("mina").is_ok()).count();
        assert!(wrong <= 20, "{wrong}");
        assert_eq!(throttle.confirm("jin"), Ok(()));
        assert_eq!(throttle.attempt("mina", address(1)), Ok(()), "signing in is another matter");
    }

    #[test]
    fn neighbours_in_one_ipv6_network_count_as_one() {
        let six = |text: &str| group(text.parse().expect("address"));
        assert_eq!(six("2001:db8::1"), six("2001:db8::ffff:1"));
        assert_ne!(six("2001:db8::1"), six("2001:db8:0:1::1"));
        assert_eq!(six("::ffff:192.0.2.1"), address(1));
    }
}
