//! Counts for the overview of a tenant. None of them reads content.

use super::error::{moment, parse};
use super::{Store, StoreError};
use contract::overview::IndexStateCount;
use contract::review::DecisionKind;
use contract::{Kind, ServiceId, TenantId, Timestamp, UserId};

/// Microseconds of a day.
const DAY: i64 = 86_400_000_000;

/// The candidate that the system would reject next.
pub struct NextToEnd {
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// When it ends; absent if it does not.
    pub expires_at: Option<Timestamp>,
}

/// So many decisions of a kind, on a day.
pub struct DecidedOnDay {
    /// Days since 1970-01-01, in UTC.
    pub day: i64,
    /// What was decided.
    pub decision: DecisionKind,
    /// How many.
    pub count: u64,
}

/// So many decisions of a kind, on candidates of a kind and a service.
pub struct DecidedOnWhat {
    /// The candidates' kind.
    pub kind: Kind,
    /// The service that brought them, and its name.
    pub service: Option<(ServiceId, String)>,
    /// What was decided.
    pub decision: DecisionKind,
    /// How many.
    pub count: u64,
}

impl Store {
    /// How many candidates have so many whole days left, for those numbers of days that there are. What is over its time
    /// has none. As in the reviewer's queue, without those about the reviewer.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn candidates_by_days_left(
        &self,
        tenant: &TenantId,
        reviewer: &UserId,
        now: Timestamp,
    ) -> Result<Vec<(usize, u64)>, StoreError> {
        let (tenant, reviewer, now) = (tenant.as_str(), reviewer.as_str(), now.micros());
        let rows = sqlx::query!(
            r#"SELECT max(0, ifnull(expires_at - ?2, 0) / ?3) AS "days!: i64", count(*) AS "count!: i64"
               FROM memory INDEXED BY queue_time_left WHERE tenant_id = ?1 AND status = 'candidate' AND subject_id <> ?4
               GROUP BY 1"#,
            tenant,
            now,
            DAY,
            reviewer
        )
        .fetch_all(&self.reader)
        .await?;
        Ok(rows.into_iter().map(|row| (usize::try_from(row.days).unwrap_or(0), number(row.count))).collect())
    }

    /// The candidate that ends next, of those that are not about the reviewer.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn next_candidate_to_end(
        &self,
        tenant: &TenantId,
        reviewer: &UserId,
    ) -> Result<Option<NextToEnd>, StoreError> {
        let (tenant, reviewer) = (tenant.as_str(), reviewer.as_str());
        let row = sqlx::query!(
            "SELECT recorded_at, expires_at FROM memory INDEXED BY queue_time_left
             WHERE tenant_id = ? AND status = 'candidate' AND subject_id <> ? ORDER BY expires_at, id LIMIT 1",
            tenant,
            reviewer
        )
        .fetch_optional(&self.reader)
        .await?;
        row.map(|row| {
            let expires_at = row.expires_at.map(|at| moment(at, "memory", "expires_at")).transpose()?;
            Ok(NextToEnd { recorded_at: moment(row.recorded_at, "memory", "recorded_at")?, expires_at })
        })
        .transpose()
    }

    /// The decisions since then that were not taken back, by day.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn decisions_by_day(&self, tenant: &TenantId, since: Timestamp) -> Result<Vec<DecidedOnDay>, StoreError> {
        let (tenant, since) = (tenant.as_str(), since.micros());
        let rows = sqlx::query!(
            r#"SELECT d.at / ?3 AS "day!: i64", d.kind, count(*) AS "count!: i64" FROM review_decision d
               WHERE d.tenant_id = ?1 AND d.at >= ?2 AND d.kind <> 'undo'
                 AND NOT EXISTS (SELECT 1 FROM review_decision u WHERE u.undoes = d.id)
               GROUP BY 1, 2"#,
            tenant,
            since,
            DAY
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let decision = parse(&row.kind, "review_decision", "kind")?;
                Ok(DecidedOnDay { day: row.day, decision, count: number(row.count) })
            })
            .collect()
    }

    /// The same decisions, by what they were about.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn decisions_by_kind_and_service(
        &self,
        tenant: &TenantId,
        since: Timestamp,
    ) -> Result<Vec<DecidedOnWhat>, StoreError> {
        let (tenant, since) = (tenant.as_str(), since.micros());
        let rows = sqlx::query!(
            r#"SELECT m.kind, s.id AS "service?", s.name AS "name?", d.kind AS decision, count(*) AS "count!: i64"
               FROM review_decision d
               JOIN memory m ON m.id = d.memory_id AND m.tenant_id = d.tenant_id
               LEFT JOIN service s ON s.id = m.service_id AND s.tenant_id = d.tenant_id
               WHERE d.tenant_id = ?1 AND d.at >= ?2 AND d.kind <> 'undo'
                 AND NOT EXISTS (SELECT 1 FROM review_decision u WHERE u.undoes = d.id)
               GROUP BY m.kind, s.id, d.kind"#,
            tenant,
            since
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let service = row.service.map(|id| parse(&id, "service", "id")).transpose()?;
                Ok(DecidedOnWhat {
                    kind: parse(&row.kind, "memory", "kind")?,
                    service: service.zip(row.name),
                    decision: parse(&row.decision, "review_decision", "kind")?,
                    count: number(row.count),
                })
            })
            .collect()
    }

    /// How far the index is with the tenant's active memories, by state.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn memories_by_index_state(&self, tenant: &TenantId) -> Result<Vec<IndexStateCount>, StoreError> {
        let tenant = tenant.as_str();
        let rows = sqlx::query!(
            r#"SELECT index_state, count(*) AS "count!: i64" FROM memory INDEXED BY memory_listing
               WHERE tenant_id = ? AND status = 'active' GROUP BY index_state"#,
            tenant
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let state = parse(&row.index_state, "memory", "index_state")?;
                Ok(IndexStateCount { state, memories: number(row.count) })
            })
            .collect()
    }

    /// How many of the tenant's changes the index has yet to follow, and how many of these have failed before.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn index_backlog_of(&self, tenant: &TenantId) -> Result<(u64, u64), StoreError> {
        let tenant = tenant.as_str();
        let row = sqlx::query!(
            r#"SELECT count(*) AS "waiting!: i64", count(CASE WHEN attempts > 0 THEN 1 END) AS "retried!: i64"
               FROM index_task WHERE tenant_id = ?"#,
            tenant
        )
        .fetch_one(&self.reader)
        .await?;
        Ok((number(row.waiting), number(row.retried)))
    }
}

/// A count is never negative.
fn number(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}
