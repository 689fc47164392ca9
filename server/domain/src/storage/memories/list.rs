//! Pages of a person's list, by keyset: found in one of the covering indexes `memory_listing…`, without reading any
//! content.

use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError};
use contract::listing::COUNT_MAX;
use contract::{
    Count, MemoryFilter, MemoryId, NeverSearched, ScopeSet, ServiceChoice, SortBy, SortOrder, Standing, Tab, TabCounts,
    TenantId, Timestamp, UserId,
};
use sqlx::sqlite::Sqlite;
use sqlx::{QueryBuilder, Row};

/// What a list is sorted by before the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// It is sorted by the time alone.
    None,
    /// Another time, in epoch microseconds.
    Time(i64),
    /// A word of the store.
    Word(String),
}

/// A place in the list: a page begins right after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyset {
    /// The row's value of what the list is sorted by.
    pub key: Key,
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
    /// Only what has not changed since then.
    pub unchanged_since: Option<Timestamp>,
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

/// The column that a list is sorted by before the time. Only these words are put into a statement's text.
fn key_column(sort: SortBy) -> Option<&'static str> {
    match sort {
        SortBy::RecordedAt => None,
        SortBy::Kind => Some("kind"),
        SortBy::Scope => Some("scope"),
        SortBy::ValidFrom => Some("valid_from"),
        SortBy::IndexState => Some("index_state"),
    }
}

/// The index to go through, whose first columns are the owner's and then, if any, the one filtered or sorted by.
fn index(filter: &MemoryFilter, sort: SortBy) -> &'static str {
    match (sort, filter) {
        (SortBy::Kind, _) | (_, MemoryFilter { kind: Some(_), .. }) => "memory_listing_kind",
        (SortBy::IndexState, _) | (_, MemoryFilter { index_state: Some(_), .. }) => "memory_listing_state",
        (_, MemoryFilter { standing: Some(Standing::History | Standing::Waiting), .. }) => "memory_listing_not_plain",
        _ => "memory_listing",
    }
}

/// What holds of every row that is past or waits, in the very words of the partial index: `SQLite` uses it only then.
const NOT_PLAIN: &str = " AND (status <> 'active' OR valid_to IS NOT NULL OR valid_from > changed_at)";

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
            sql.push(NOT_PLAIN)
                .push(" AND (status = 'candidate' OR (status = 'active' AND valid_from > ")
                .push_bind(now)
                .push("))");
        }
        Some(Standing::History) => {
            sql.push(NOT_PLAIN)
                .push(" AND status <> 'candidate' AND (status <> 'active' OR valid_to <= ")
                .push_bind(now)
                .push(")");
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

/// The columns that a list is ordered by, each followed by `direction`: what is asked for, and what breaks ties.
fn order(sort: SortBy, direction: &str) -> String {
    let columns = key_column(sort).into_iter().chain(["recorded_at", "id"]);
    columns.map(|column| format!("{column}{direction}")).collect::<Vec<_>>().join(", ")
}

/// `FROM` and `WHERE` of all rows of the query, wherever the page begins.
fn push_rows(sql: &mut QueryBuilder<Sqlite>, tenant: &TenantId, subject: &UserId, query: &ListQuery<'_>) {
    sql.push(" FROM memory INDEXED BY ").push(index(query.filter, query.sort));
    push_owner(sql, tenant, subject);
    push_tab(sql, query.filter.tab);
    push_filter(sql, query.filter, query.now);
    if let Some(moment) = query.unchanged_since {
        sql.push(" AND changed_at <= ").push_bind(moment.micros());
    }
}

fn push_after(sql: &mut QueryBuilder<Sqlite>, query: &ListQuery<'_>) {
    let Some(after) = &query.after else { return };
    sql.push(" AND (").push(order(query.sort, ""));
    sql.push(if query.order == SortOrder::Descending { ") < (" } else { ") > (" });
    match &after.key {
        Key::None => {}
        Key::Time(micros) => {
            sql.push_bind(*micros).push(", ");
        }
        Key::Word(word) => {
            sql.push_bind(word.clone()).push(", ");
        }
    }
    sql.push_bind(after.recorded_at.micros());
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
        let direction = if query.order == SortOrder::Descending { " DESC" } else { " ASC" };
        let mut sql = QueryBuilder::new("SELECT id, recorded_at");
        if let Some(key) = key_column(query.sort) {
            sql.push(", ").push(key).push(" AS key");
        }
        push_rows(&mut sql, tenant, subject, query);
        push_after(&mut sql, query);
        sql.push(" ORDER BY ").push(order(query.sort, direction));
        sql.push(" LIMIT ").push_bind(query.limit);
        let rows = sql.build().fetch_all(&self.reader).await?;
        rows.iter()
            .map(|row| {
                let id: MemoryId = parse(row.try_get("id")?, "memory", "id")?;
                let key = match (key_column(query.sort), query.sort) {
                    (None, _) => Key::None,
                    (Some(_), SortBy::ValidFrom) => Key::Time(row.try_get("key")?),
                    (Some(_), _) => Key::Word(row.try_get("key")?),
                };
                let recorded_at = moment(row.try_get("recorded_at")?, "memory", "recorded_at")?;
                Ok(PlacedMemory { id: id.clone(), place: Keyset { key, recorded_at, id } })
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
        let (all, personal) = self.count_tab(tenant, subject, filter, Tab::All, now).await?;
        if all <= COUNT_MAX {
            let [all, personal, service] = [all, personal, all - personal].map(Count::stopped);
            return Ok(TabCounts { all, personal, service });
        }
        // Stopped before the end: what it saw of each tab is not all that there is.
        let (personal, _) = self.count_tab(tenant, subject, filter, Tab::Personal, now).await?;
        let (service, _) = self.count_tab(tenant, subject, filter, Tab::Service, now).await?;
        let [all, personal, service] = [all, personal, service].map(Count::stopped);
        Ok(TabCounts { all, personal, service })
    }

    /// How many rows a tab has, and how many of these are personal, stopped one above the greatest count that is told.
    async fn count_tab(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        filter: &MemoryFilter,
        tab: Tab,
        now: Timestamp,
    ) -> Result<(u32, u32), StoreError> {
        let mut sql = QueryBuilder::new("SELECT count(*), count(CASE WHEN scope = 'personal' THEN 1 END) FROM (");
        sql.push("SELECT scope FROM memory INDEXED BY ").push(index(filter, SortBy::RecordedAt));
        push_owner(&mut sql, tenant, subject);
        push_tab(&mut sql, tab);
        push_filter(&mut sql, filter, now);
        sql.push(" LIMIT ").push_bind(COUNT_MAX + 1).push(")");
        Ok(sql.build_query_as().fetch_one(&self.reader).await?)
    }

    /// How many rows match, wherever the page begins; stopped one above the greatest count that is told.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn count_matching(
        &self,
        tenant: &TenantId,
        subject: &UserId,
        query: &ListQuery<'_>,
    ) -> Result<Count, StoreError> {
        let mut sql = QueryBuilder::new("SELECT count(*) FROM (SELECT 1");
        push_rows(&mut sql, tenant, subject, query);
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
               WHERE s.tenant_id = ?1 AND 'service:' || s.id IN (
                   SELECT DISTINCT scope FROM memory INDEXED BY memory_listing
                   WHERE tenant_id = ?1 AND subject_id = ?2 AND status <> 'deleted')
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
