//! Pages of a person's list, by keyset: found in the covering index `memory_listing`, without reading any content.

use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError};
use contract::listing::COUNT_MAX;
use contract::{
    Count, MemoryFilter, MemoryId, NeverSearched, ScopeSet, ServiceChoice, SortBy, SortOrder, Standing, Tab, TabCounts,
    TenantId, Timestamp, UserId,
};
use sqlx::sqlite::Sqlite;
use sqlx::{QueryBuilder, Row};

/// A place in the list: a page begins right after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyset {
    /// What the list is sorted by, as text; the time in microseconds where it is sorted by time.
    pub key: String,
    /// The row's time, which breaks ties.
    pub recorded_at: Timestamp,
    /// The row's id, which breaks the ties left.
    pub id: MemoryId,
}

/// A memory and its place in the list.
pub struct PlacedMemory {
    /// The memory.
    pub id: MemoryId,
    /// Its place.
    pub place: Keyset,
}

/// Which rows, in which order, from where on.
#[derive(Clone)]
pub struct ListQuery<'a> {
    /// Which rows; the search text is not looked at here.
    pub filter: &'a MemoryFilter,
    /// Only what was recorded until then.
    pub recorded_until: Option<Timestamp>,
    /// Whether a row holds is asked at this moment.
    pub now: Timestamp,
    /// Ordered by.
    pub sort: SortBy,
    /// Which end first.
    pub order: SortOrder,
    /// Right after this place.
    pub after: Option<Keyset>,
    /// At most so many.
    pub limit: u32,
}

/// The column that a list is sorted by. These words, and no others, are put into the statement's text.
fn column(sort: SortBy) -> &'static str {
    match sort {
        SortBy::RecordedAt => "recorded_at",
        SortBy::Kind => "kind",
        SortBy::Scope => "scope",
        SortBy::ValidFrom => "valid_from",
        SortBy::IndexState => "index_state",
    }
}

fn is_time(sort: SortBy) -> bool {
    matches!(sort, SortBy::RecordedAt | SortBy::ValidFrom)
}

/// `WHERE` with the owner first: no statement about memories leaves it out.
fn push_owner(sql: &mut QueryBuilder<Sqlite>, tenant: &TenantId, subject: &UserId) {
    sql.push(" WHERE tenant_id = ").push_bind(tenant.as_str().to_owned());
    sql.push(" AND subject_id = ").push_bind(subject.as_str().to_owned());
    sql.push(" AND status <> 'deleted'");
}

fn push_filter(sql: &mut QueryBuilder<Sqlite>, filter: &MemoryFilter, now: Timestamp) {
    if let Some(kind) = filter.kind {
        sql.push(" AND kind = ").push_bind(kind.as_str());
    }
    if let Some(state) = filter.index_state {
        sql.push(" AND index_state = ").push_bind(state.as_str());
    }
    if let Some(sensitivity) = filter.sensitivity {
        sql.push(" AND sensitivity = ").push_bind(sensitivity.as_str());
    }
    let now = now.micros();
    match filter.standing {
        None => {}
        Some(Standing::Current) => {
            sql.push(" AND status = 'active' AND valid_from <= ").push_bind(now);
            sql.push(" AND (valid_to IS NULL OR valid_to > ").push_bind(now).push(")");
        }
        Some(Standing::Waiting) => {
            sql.push(" AND (status = 'candidate' OR (status = 'active' AND valid_from > ").push_bind(now).push("))");
        }
        Some(Standing::History) => {
            sql.push(" AND status <> 'candidate' AND (status <> 'active' OR valid_to <= ").push_bind(now).push(")");
        }
    }
}

fn push_tab(sql: &mut QueryBuilder<Sqlite>, tab: Tab) {
    match tab {
        Tab::All => {}
        Tab::Personal => {
            sql.push(" AND scope = 'personal'");
        }
        Tab::Service => {
            sql.push(" AND scope <> 'personal'");
        }
    }
}

fn push_after(sql: &mut QueryBuilder<Sqlite>, query: &ListQuery<'_>) {
    let Some(after) = &query.after else { return };
    let compare = if query.order == SortOrder::Descending { " < (" } else { " > (" };
    sql.push(" AND (").push(column(query.sort)).push(", recorded_at, id)").push(compare);
    if is_time(query.sort) {
        sql.push_bind(after.key.parse::<i64>().unwrap_or(0));
    } else {
        sql.push_bind(after.key.clone());
    }
    sql.push(", ").push_bind(after.recorded_at.micros());
    sql.push(", ").push_bind(after.id.as_str().to_owned()).push(")");
}

impl Store {
    /// The ids of a page, in order, each with its place.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn list_page(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        query: &ListQuery<'_>,
    ) -> Result<Vec<PlacedMemory>, StoreError> {
        let key = column(query.sort);
        let direction = if query.order == SortOrder::Descending { "DESC" } else { "ASC" };
        let mut sql = QueryBuilder::new("SELECT id, recorded_at, CAST(");
        sql.push(key).push(" AS TEXT) AS key FROM memory INDEXED BY memory_listing");
        push_owner(&mut sql, tenant, subject);
        push_tab(&mut sql, query.filter.tab);
        push_filter(&mut sql, query.filter, query.now);
        if let Some(until) = query.recorded_until {
            sql.push(" AND recorded_at <= ").push_bind(until.micros());
        }
        push_after(&mut sql, query);
        sql.push(format!(" ORDER BY {key} {direction}, recorded_at {direction}, id {direction} LIMIT "));
        sql.push_bind(query.limit);
        let rows = sql.build().fetch_all(&self.reader).await?;
        rows.iter()
            .map(|row| {
                let id: MemoryId = parse(row.try_get("id")?, "memory", "id")?;
                let recorded_at = moment(row.try_get("recorded_at")?, "memory", "recorded_at")?;
                Ok(PlacedMemory { id: id.clone(), place: Keyset { key: row.try_get("key")?, recorded_at, id } })
            })
            .collect()
    }

    /// How many rows each tab has under the filter, each count stopped one above the greatest that is told.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tab_counts(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        filter: &MemoryFilter,
        now: Timestamp,
    ) -> Result<TabCounts, StoreError> {
        let mut sql = QueryBuilder::new("SELECT");
        for (place, tab) in [Tab::All, Tab::Personal, Tab::Service].into_iter().enumerate() {
            sql.push(if place == 0 { " " } else { ", " });
            sql.push("(SELECT count(*) FROM (SELECT 1 FROM memory INDEXED BY memory_listing");
            push_owner(&mut sql, tenant, subject);
            push_tab(&mut sql, tab);
            push_filter(&mut sql, filter, now);
            sql.push(" LIMIT ").push_bind(COUNT_MAX + 1).push("))");
        }
        let row = sql.build().fetch_one(&self.reader).await?;
        let count = |place: usize| Ok::<_, StoreError>(Count::stopped(row.try_get(place)?));
        Ok(TabCounts { all: count(0)?, personal: count(1)?, service: count(2)? })
    }

    /// How many rows match, recorded until then; stopped one above the greatest count that is told.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn count_matching(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        query: &ListQuery<'_>,
    ) -> Result<Count, StoreError> {
        let mut sql = QueryBuilder::new("SELECT count(*) FROM (SELECT 1 FROM memory INDEXED BY memory_listing");
        push_owner(&mut sql, tenant, subject);
        push_tab(&mut sql, query.filter.tab);
        push_filter(&mut sql, query.filter, query.now);
        if let Some(until) = query.recorded_until {
            sql.push(" AND recorded_at <= ").push_bind(until.micros());
        }
        sql.push(" LIMIT ").push_bind(COUNT_MAX + 1).push(")");
        Ok(Count::stopped(sql.build_query_scalar().fetch_one(&self.reader).await?))
    }

    /// The services in whose scope the person has memories, by name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn services_about(&self, tenant: &TenantId, subject: &UserId) -> Result<Vec<ServiceChoice>, StoreError> {
        let (tenant, subject) = (tenant.as_str(), subject.as_str());
        let rows = sqlx::query!(
            r#"SELECT s.id, s.name FROM service s
               WHERE s.tenant_id = ?1 AND EXISTS (
                   SELECT 1 FROM memory m
                   WHERE m.tenant_id = ?1 AND m.subject_id = ?2 AND m.scope = 'service:' || s.id AND m.status <> 'deleted')
               ORDER BY s.name"#,
            tenant,
            subject
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| Ok(ServiceChoice { service: parse(&row.id, "service", "id")?, name: row.name }))
            .collect()
    }

    /// How many memories of these scopes no question can reach, by the first reason that applies.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn never_searched(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        scopes: &ScopeSet,
        now: Timestamp,
    ) -> Result<NeverSearched, StoreError> {
        let scopes: Vec<String> = scopes.iter().map(ToString::to_string).collect();
        let scopes = serde_json::to_string(&scopes)
            .map_err(|_| StoreError::Inconsistent { table: "memory", column: "scope" })?;
        let (tenant, subject, now) = (tenant.as_str(), subject.as_str(), now.micros());
        let row = sqlx::query!(
            r#"SELECT count(CASE WHEN NOT current THEN 1 END) AS "not_current!: u32",
                      count(CASE WHEN current AND sensitive THEN 1 END) AS "sensitive!: u32",
                      count(CASE WHEN current AND NOT sensitive AND index_state NOT IN ('indexed', 'stale') THEN 1 END)
                          AS "not_indexed!: u32"
               FROM (SELECT index_state, sensitivity IN ('pii', 'restricted') AS sensitive,
                            status = 'active' AND valid_from <= ?4 AND (valid_to IS NULL OR valid_to > ?4) AS current
                     FROM memory INDEXED BY memory_listing
                     WHERE tenant_id = ?1 AND subject_id = ?2 AND status <> 'deleted'
                       AND scope IN (SELECT value FROM json_each(?3)))"#,
            tenant,
            subject,
            scopes,
            now
        )
        .fetch_one(&self.reader)
        .await?;
        Ok(NeverSearched {
            sensitive: Count::stopped(row.sensitive),
            not_current: Count::stopped(row.not_current),
            not_indexed: Count::stopped(row.not_indexed),
        })
    }
}
