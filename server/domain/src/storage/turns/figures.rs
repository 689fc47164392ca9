//! What became of a service's turns, in figures.

use crate::storage::error::parse;
use crate::storage::{Store, StoreError};
use contract::{PersonUsage, RefusalCount, ServiceId, TenantId, Timestamp, TurnCount, Usage};

fn count(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(0)
}

impl Store {
    /// The service's turns that came since then, by state.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn turn_counts(
        &self,
        tenant: &TenantId,
        service: &ServiceId,
        since: Timestamp,
    ) -> Result<Vec<TurnCount>, StoreError> {
        let (tenant, service, since) = (tenant.as_str(), service.as_str(), since.micros());
        let rows = sqlx::query!(
            r#"SELECT state, count(*) AS "count!: i64" FROM turn
               WHERE tenant_id = ? AND service_id = ? AND recorded_at >= ? GROUP BY state ORDER BY state"#,
            tenant,
            service,
            since
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| Ok(TurnCount { state: parse(&row.state, "turn", "state")?, count: count(row.count) }))
            .collect()
    }

    /// Why proposals from the service's turns were refused since then, most frequent first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn refusal_counts(
        &self,
        tenant: &TenantId,
        service: &ServiceId,
        since: Timestamp,
    ) -> Result<Vec<RefusalCount>, StoreError> {
        let (tenant, service, since) = (tenant.as_str(), service.as_str(), since.micros());
        let rows = sqlx::query!(
            r#"SELECT refusal AS "refusal!", count(*) AS "count!: i64" FROM verdict
               WHERE tenant_id = ? AND service_id = ? AND at >= ? AND refusal IS NOT NULL
               GROUP BY refusal ORDER BY count(*) DESC, refusal"#,
            tenant,
            service,
            since
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(RefusalCount { refusal: parse(&row.refusal, "verdict", "refusal")?, count: count(row.count) })
            })
            .collect()
    }

    /// What the service's turns took since then, by whom it is put down to, most first, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn usage_by_person(
        &self,
        tenant: &TenantId,
        service: &ServiceId,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<PersonUsage>, StoreError> {
        let (tenant, service, since) = (tenant.as_str(), service.as_str(), since.micros());
        let rows = sqlx::query!(
            r#"SELECT c.borne_by, u.email AS "email?", count(*) AS "turns!: i64", sum(c.calls) AS "calls!: i64",
                      sum(c.prompt_tokens) AS "prompt!: i64", sum(c.completion_tokens) AS "completion!: i64",
                      sum(c.embedded_tokens) AS "embedded!: i64"
               FROM turn_cost c LEFT JOIN user u ON u.id = c.borne_by
               WHERE c.tenant_id = ? AND c.service_id = ? AND c.at >= ?
               GROUP BY c.borne_by ORDER BY count(*) DESC, c.borne_by LIMIT ?"#,
            tenant,
            service,
            since,
            limit
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let usage = Usage {
                    turns: count(row.turns),
                    calls: count(row.calls),
                    prompt_tokens: count(row.prompt),
                    completion_tokens: count(row.completion),
                    embedded_tokens: count(row.embedded),
                };
                let user_id = row.borne_by.map(|id| parse(&id, "turn_cost", "borne_by")).transpose()?;
                Ok(PersonUsage { user_id, email: row.email, usage })
            })
            .collect()
    }

    /// What the service's turns took since then.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn usage(&self, tenant: &TenantId, service: &ServiceId, since: Timestamp) -> Result<Usage, StoreError> {
        let (tenant, service, since) = (tenant.as_str(), service.as_str(), since.micros());
        let row = sqlx::query!(
            r#"SELECT count(*) AS "turns!: i64", ifnull(sum(calls), 0) AS "calls!: i64",
                      ifnull(sum(prompt_tokens), 0) AS "prompt!: i64",
                      ifnull(sum(completion_tokens), 0) AS "completion!: i64",
                      ifnull(sum(embedded_tokens), 0) AS "embedded!: i64"
               FROM turn_cost WHERE tenant_id = ? AND service_id = ? AND at >= ?"#,
            tenant,
            service,
            since
        )
        .fetch_one(&self.reader)
        .await?;
        Ok(Usage {
            turns: count(row.turns),
            calls: count(row.calls),
            prompt_tokens: count(row.prompt),
            completion_tokens: count(row.completion),
            embedded_tokens: count(row.embedded),
        })
    }
}
