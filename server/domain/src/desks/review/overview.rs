//! How review and index are doing.

use super::ReviewDesk;
use crate::desks::DeskError;
use crate::storage::{DecidedOnDay, DecidedOnWhat};
use contract::overview::{
    DecisionCounts, DecisionDay, IndexHealth, KindDecisions, MOST_DAYS_LEFT, OVERVIEW_DAYS, QueueState,
    ServiceDecisions,
};
use contract::review::DecisionKind;
use contract::{Kind, Overview, Timestamp};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

/// So many services are told; the rest decided less.
const MOST_SERVICES: usize = 20;

impl ReviewDesk {
    /// Counts of the tenant: what waits, what was decided, how the index is doing. Six statements, whatever there is.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn overview(&self) -> Result<Overview, DeskError> {
        let (store, tenant, now) = (&self.core.store, self.tenant(), self.core.clock.now());
        let today = start_of_day(now);
        let since = today.minus(Duration::from_hours(24) * (OVERVIEW_DAYS - 1));
        let on_what = store.decisions_by_kind_and_service(tenant, since).await?;
        let (backlog, retried) = store.index_backlog_of(tenant).await?;
        Ok(Overview {
            as_of: now,
            queue: self.queue_state(now).await?,
            days: days(since, &store.decisions_by_day(tenant, since).await?),
            kinds: kinds(&on_what),
            services: services(on_what),
            index: IndexHealth { states: store.memories_by_index_state(tenant).await?, backlog, retried },
        })
    }

    async fn queue_state(&self, now: Timestamp) -> Result<QueueState, DeskError> {
        let (store, tenant, reviewer) = (&self.core.store, self.tenant(), &self.reviewer);
        let mut queue = QueueState::default();
        for (days, count) in store.candidates_by_days_left(tenant, reviewer, now).await? {
            queue.waiting += count;
            queue.days_left[days.min(MOST_DAYS_LEFT)] += count;
        }
        if let Some(next) = store.next_candidate_to_end(tenant, reviewer).await? {
            (queue.oldest_at, queue.next_end) = (Some(next.recorded_at), next.expires_at);
        }
        Ok(queue)
    }
}

fn start_of_day(moment: Timestamp) -> Timestamp {
    moment.to_utc().replace_time(time::Time::MIDNIGHT).into()
}

fn add(counts: &mut DecisionCounts, decision: DecisionKind, count: u64) {
    match decision {
        DecisionKind::Approve => counts.approved += count,
        DecisionKind::Reject => counts.rejected += count,
        DecisionKind::Expire => counts.expired += count,
        DecisionKind::Undo => {}
    }
}

/// Every day from the first on, also those without decisions.
fn days(first: Timestamp, decided: &[DecidedOnDay]) -> Vec<DecisionDay> {
    let day = Duration::from_hours(24);
    let number = |moment: Timestamp| i64::try_from(day.as_micros()).map_or(0, |micros| moment.micros() / micros);
    (0..OVERVIEW_DAYS)
        .map(|place| {
            let begins = first.plus(day * place);
            let mut decisions = DecisionCounts::default();
            for one in decided.iter().filter(|one| one.day == number(begins)) {
                add(&mut decisions, one.decision, one.count);
            }
            DecisionDay { day: begins, decisions }
        })
        .collect()
}

fn kinds(decided: &[DecidedOnWhat]) -> Vec<KindDecisions> {
    let mut kinds: BTreeMap<Kind, DecisionCounts> = BTreeMap::new();
    for one in decided {
        add(kinds.entry(one.kind).or_default(), one.decision, one.count);
    }
    kinds.into_iter().map(|(kind, decisions)| KindDecisions { kind, decisions }).collect()
}

/// Most decisions first.
fn services(decided: Vec<DecidedOnWhat>) -> Vec<ServiceDecisions> {
    let mut services = BTreeMap::new();
    for one in decided {
        if let Some((service, name)) = one.service {
            let (_, counts) = services.entry(service).or_insert((name, DecisionCounts::default()));
            add(counts, one.decision, one.count);
        }
    }
    let mut services: Vec<ServiceDecisions> = services
        .into_iter()
        .map(|(service, (name, decisions))| ServiceDecisions { service, name, decisions })
        .collect();
    services.sort_by_key(|service| Reverse(service.decisions.total()));
    services.truncate(MOST_SERVICES);
    services
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_without_decisions_are_there_too() {
        let now: Timestamp = "2026-03-01T13:30:00Z".parse().expect("a time");
        let first = start_of_day(now).minus(Duration::from_hours(24) * 29);
        let on = |text: &str, decision, count| {
            let moment: Timestamp = text.parse().expect("a time");
            DecidedOnDay { day: moment.micros() / 86_400_000_000, decision, count }
        };
        let decided = [
            on("2026-02-28T23:59:59Z", DecisionKind::Approve, 2),
            on("2026-03-01T00:00:00Z", DecisionKind::Reject, 1),
            on("2026-03-01T00:00:00Z", DecisionKind::Expire, 5),
        ];
        let days = days(first, &decided);
        assert_eq!(days.len(), 30);
        assert_eq!(days[0].day.to_string(), "2026-01-31T00:00:00Z");
        assert_eq!(days[28].decisions, DecisionCounts { approved: 2, ..DecisionCounts::default() });
        assert_eq!(days[29].decisions, DecisionCounts { rejected: 1, expired: 5, ..DecisionCounts::default() });
        assert_eq!(days.iter().map(|day| day.decisions.total()).sum::<u64>(), 8);
    }

    #[test]
    fn the_busiest_services_come_first() {
        let of = |byte, decision, count| DecidedOnWhat {
            kind: Kind::Fact,
            service: Some((contract::PrefixedId::from_bytes([byte; 16]), format!("service {byte}"))),
            decision,
            count,
        };
        let decided =
            || vec![of(1, DecisionKind::Approve, 2), of(2, DecisionKind::Approve, 2), of(2, DecisionKind::Reject, 1)];
        let services = services(decided());
        assert_eq!(
            services.iter().map(|service| service.name.as_str()).collect::<Vec<_>>(),
            ["service 2", "service 1"]
        );
        assert_eq!(kinds(&decided())[0].decisions.total(), 5);
    }
}
