//! How long a session lasts.

use crate::config;
use contract::{Role, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a session says about who signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedIn {
    /// The account.
    pub user: UserId,
    /// The role that the session's id was made for.
    pub role: Role,
    /// When the person signed in.
    pub began: Timestamp,
    /// When the person was last seen, as far as it was worth writing down.
    pub seen: Timestamp,
    /// What the browser called itself when the person signed in; absent in sessions from before that was kept.
    #[serde(default)]
    pub device: Option<String>,
}

/// The limits of one group of roles.
#[derive(Debug, Clone, Copy)]
struct Limit {
    idle: Duration,
    absolute: Duration,
}

/// Idle and absolute limits by role.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    user: Limit,
    elevated: Limit,
}

impl Limits {
    /// The limits that the configuration sets.
    pub fn new(session: &config::Session) -> Self {
        let minutes = |count: u32| Duration::from_secs(u64::from(count) * 60);
        Self {
            user: Limit { idle: minutes(session.user_idle_minutes), absolute: minutes(session.user_absolute_minutes) },
            elevated: Limit {
                idle: minutes(session.elevated_idle_minutes),
                absolute: minutes(session.elevated_absolute_minutes),
            },
        }
    }

    fn of(&self, role: Role) -> Limit {
        if role == Role::User { self.user } else { self.elevated }
    }

    /// The moment when the session is over.
    pub fn end(&self, session: &SignedIn) -> Timestamp {
        let limit = self.of(session.role);
        session.seen.plus(limit.idle).min(session.began.plus(limit.absolute))
    }

    /// Whether it is time to write down again that the person was seen: a write a request would be too many.
    pub fn is_due(&self, session: &SignedIn, now: Timestamp) -> bool {
        now.since(session.seen) >= self.of(session.role).idle / 60
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::PrefixedId;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_micros(minutes * 60_000_000).expect("in range")
    }

    fn session(role: Role, began: i64, seen: i64) -> SignedIn {
        SignedIn { user: UserId::from_bytes([1; 16]), role, began: at(began), seen: at(seen), device: None }
    }

    #[test]
    fn idle_and_absolute_limits_by_role() {
        let limits = Limits::new(&config::Session::default());
        assert_eq!(limits.end(&session(Role::User, 0, 0)), at(14 * 24 * 60));
        assert_eq!(limits.end(&session(Role::User, 0, 20 * 24 * 60)), at(30 * 24 * 60));
        for role in [Role::Reviewer, Role::Admin, Role::Superadmin] {
            assert_eq!(limits.end(&session(role, 0, 0)), at(30));
            assert_eq!(limits.end(&session(role, 0, 470)), at(480));
        }
    }

    #[test]
    fn a_session_without_a_device_still_reads() {
        let text = serde_json::to_string(&session(Role::User, 0, 0)).expect("writes");
        let before = text.replace(",\"device\":null", "");
        assert_ne!(before, text);
        assert_eq!(serde_json::from_str::<SignedIn>(&before).expect("reads"), session(Role::User, 0, 0));
    }

    #[test]
    fn being_seen_is_written_down_now_and_then() {
        let limits = Limits::new(&config::Session::default());
        let session = session(Role::Reviewer, 0, 0);
        assert!(!limits.is_due(&session, at(0)));
        assert!(limits.is_due(&session, at(1)));
    }
}
