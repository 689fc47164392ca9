//! How review and index are doing: counts, never content.

use crate::ids::ServiceId;
use crate::memory::{IndexState, Kind};
use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};

/// So many days the overview looks back.
pub const OVERVIEW_DAYS: u32 = 30;
/// The last group of [`QueueState::days_left`] holds what has so many days left, or more.
pub const MOST_DAYS_LEFT: usize = 7;

/// The queue of candidates, as the one who asks has it: those about oneself are for others to decide on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QueueState {
    /// How many candidates wait.
    pub waiting: u64,
    /// Since when the one that ends next has been waiting; absent if none is.
    pub oldest_at: Option<Timestamp>,
    /// When that one ends.
    pub next_end: Option<Timestamp>,
    /// How many have 0, 1, … whole days left; the last entry holds those with 7 ([`MOST_DAYS_LEFT`]) or more.
    pub days_left: [u64; MOST_DAYS_LEFT + 1],
}

/// Decisions, by how they ended. Those that were taken back do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DecisionCounts {
    /// Approved.
    pub approved: u64,
    /// Rejected by a reviewer.
    pub rejected: u64,
    /// Rejected by time.
    pub expired: u64,
}

impl DecisionCounts {
    /// The share of approvals among what reviewers decided, 0.0 to 1.0; absent if they decided nothing.
    pub fn approval_rate(self) -> Option<f64> {
        let decided = self.approved + self.rejected;
        (decided > 0).then(|| self.approved as f64 / decided as f64)
    }

    /// All of them.
    pub fn total(self) -> u64 {
        self.approved + self.rejected + self.expired
    }

    /// These and those.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            approved: self.approved + other.approved,
            rejected: self.rejected + other.rejected,
            expired: self.expired + other.expired,
        }
    }
}

/// The decisions of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DecisionDay {
    /// When the day begins, in UTC.
    pub day: Timestamp,
    /// What was decided on it.
    pub decisions: DecisionCounts,
}

/// The decisions on candidates of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KindDecisions {
    /// The kind.
    pub kind: Kind,
    /// What was decided.
    pub decisions: DecisionCounts,
}

/// The decisions on candidates of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceDecisions {
    /// The service.
    pub service: ServiceId,
    /// What it is called.
    pub name: String,
    /// What was decided.
    pub decisions: DecisionCounts,
}

/// So many memories are in that state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IndexStateCount {
    /// The state.
    pub state: IndexState,
    /// How many.
    pub memories: u64,
}

/// The search index, as far as the tenant's memories are concerned.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IndexHealth {
    /// The states in which there are memories.
    pub states: Vec<IndexStateCount>,
    /// Changes that the index has yet to follow.
    pub backlog: u64,
    /// How many of these have failed before, and are tried again.
    pub retried: u64,
}

/// The overview of a tenant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Overview {
    /// The server's time.
    pub as_of: Timestamp,
    /// What waits.
    pub queue: QueueState,
    /// The last 30 ([`OVERVIEW_DAYS`]) days, oldest first, today included; days without decisions too.
    pub days: Vec<DecisionDay>,
    /// The same decisions by kind; kinds without any are left out.
    pub kinds: Vec<KindDecisions>,
    /// The same decisions by service, most first, at most 20.
    pub services: Vec<ServiceDecisions>,
    /// How the index is doing.
    pub index: IndexHealth,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_time_rejects_says_nothing_of_approval() {
        let of = |approved, rejected, expired| DecisionCounts { approved, rejected, expired };
        assert_eq!(of(3, 1, 10).approval_rate(), Some(0.75));
        assert_eq!(of(0, 0, 10).approval_rate(), None);
        assert_eq!(of(1, 2, 3).plus(of(1, 1, 1)).total(), 9);
    }
}
