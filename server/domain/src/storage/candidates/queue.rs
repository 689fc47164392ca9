//! Pages of the queue, by keyset: found in one of the covering indexes `queue_…`, without reading any content.

use crate::storage::error::{moment, parse};
use crate::storage::{Store, StoreError};
use contract::listing::COUNT_MAX;
use contract::review::{CandidateFilter, QueueSort, TimeLeft};
use contract::{Count, MemoryId, ServiceChoice, SortOrder, TenantId, Timestamp, UserId};
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{QueryBuilder, Row};
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

/// A place in the queue: a page begins right after it.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuePlace {
    /// The row's value of what the queue is sorted by; absent where that is the time left.
    pub key: Option<QueueKey>,
    /// When the row ends, which breaks ties.
    pub expires_at: Timestamp,
    /// The row's id, which breaks the ties left.
    pub id: MemoryId,
}

/// A value that the queue is sorted by before the time left.
#[derive(Debug, Clone, PartialEq)]
pub enum QueueKey {
    /// A confidence.
    Number(f64),
    /// A word or an id of the store.
    Word(String),
}

/// A candidate and its place.
pub struct PlacedCandidate {
    /// The memory to be.
    pub id: MemoryId,
    /// Its version.
    pub version: i64,
    /// Whether its content is hidden.
    pub is_masked: bool,
    /// Its place.
    pub place: QueuePlace,
}

/// Which candidates, in which order, from where on.
#[derive(Clone)]
pub struct QueueQuery<'a> {
    /// Which; person and search text are not looked at here.
    pub filter: &'a CandidateFilter,
    /// Only about that person.
    pub person: Option<&'a UserId>,
    /// Never about that person: the one who reviews.
    pub reviewer: &'a UserId,
    /// Only what has not ended by then.
    pub now: Timestamp,
    /// Ordered by.
    pub sort: QueueSort,
    /// Which end first.
    pub order: SortOrder,
    /// Right after this place.
    pub after: Option<QueuePlace>,
    /// At most so many.
    pub limit: u32,
    /// There are not many: looking for them in the order asked for would take longer than putting them into it.
    pub are_few: bool,
}

/// The column that the queue is sorted by before the time left. Only these words are put into a statement's text.
fn key_column(sort: QueueSort) -> Option<&'static str> {
    match sort {
        QueueSort::TimeLeft => None,
        QueueSort::Confidence => Some("confidence"),
        QueueSort::Kind => Some("kind"),
        QueueSort::Sensitivity => Some("sensitivity"),
        QueueSort::Service => Some("service_id"),
        QueueSort::Person => Some("subject_id"),
    }
}

/// The index in which a page is found: the one that has the rows in the order asked for, or, by time left, the one of the
/// filter that leaves the fewest rows, within which they are in that order too.
fn index(query: &QueueQuery<'_>) -> &'static str {
    match query.sort {
        QueueSort::Confidence => "queue_confidence",
        QueueSort::Kind => "queue_kind",
        QueueSort::Sensitivity => "queue_sensitivity",
        QueueSort::Service => "queue_service",
        QueueSort::Person => "queue_person",
        QueueSort::TimeLeft if query.person.is_some() => "queue_person",
        QueueSort::TimeLeft if query.filter.service.is_some() => "queue_service",
        QueueSort::TimeLeft if query.filter.sensitivity.is_some() => "queue_sensitivity",
        QueueSort::TimeLeft if query.filter.kind.is_some() => "queue_kind",
        QueueSort::TimeLeft if query.are_few && has_range(query.filter) => "queue_confidence",
        QueueSort::TimeLeft => "queue_time_left",
    }
}

fn has_range(filter: &CandidateFilter) -> bool {
    filter.min_confidence.is_some() || filter.max_confidence.is_some()
}

/// The index in which rows are counted: their order does not matter.
fn counting_index(query: &QueueQuery<'_>) -> &'static str {
    let in_no_order = QueueQuery { sort: QueueSort::TimeLeft, are_few: true, ..query.clone() };
    index(&in_no_order)
}

/// `FROM` and `WHERE` of all rows of the query, wherever the page begins.
fn push_rows(sql: &mut QueryBuilder<Sqlite>, tenant: &TenantId, query: &QueueQuery<'_>, index: &'static str) {
    sql.push(" FROM memory INDEXED BY ").push(index).push(" WHERE status = 'candidate'");
    sql.push(" AND tenant_id = ").push_bind(tenant.as_str().to_owned());
    sql.push(" AND subject_id <> ").push_bind(query.reviewer.as_str().to_owned());
    if let Some(person) = query.person {
        sql.push(" AND subject_id = ").push_bind(person.as_str().to_owned());
    }
    let filter = query.filter;
    if let Some(service) = &filter.service {
        sql.push(" AND service_id = ").push_bind(service.as_str().to_owned());
    }
    if let Some(sensitivity) = filter.sensitivity {
        sql.push(" AND sensitivity = ").push_bind(sensitivity.as_str());
    }
    if let Some(kind) = filter.kind {
        sql.push(" AND kind = ").push_bind(kind.as_str());
    }
    if let Some(least) = filter.min_confidence {
        sql.push(" AND confidence >= ").push_bind(least);
    }
    if let Some(most) = filter.max_confidence {
        sql.push(" AND confidence <= ").push_bind(most);
    }
    push_time_left(sql, filter.time_left, query.now);
}

fn push_time_left(sql: &mut QueryBuilder<Sqlite>, time_left: Option<TimeLeft>, now: Timestamp) {
    let (least, most) = match time_left {
        None => (now, None),
        Some(TimeLeft::Day) => (now, Some(now.plus(DAY))),
        Some(TimeLeft::ThreeDays) => (now, Some(now.plus(3 * DAY))),
        Some(TimeLeft::Longer) => (now.plus(3 * DAY), None),
    };
    sql.push(" AND expires_at > ").push_bind(least.micros());
    if let Some(most) = most {
        sql.push(" AND expires_at <= ").push_bind(most.micros());
    }
}

/// The columns that the queue is ordered by, each followed by `direction`.
fn order(sort: QueueSort, direction: &str) -> String {
    let columns = key_column(sort).into_iter().chain(["expires_at", "id"]);
    columns.map(|column| format!("{column}{direction}")).collect::<Vec<_>>().join(", ")
}

fn push_after(sql: &mut QueryBuilder<Sqlite>, query: &QueueQuery<'_>) {
    let Some(after) = &query.after else { return };
    sql.push(" AND (").push(order(query.sort, ""));
    sql.push(if query.order == SortOrder::Descending { ") < (" } else { ") > (" });
    match &after.key {
        None => {}
        Some(QueueKey::Number(number)) => {
            sql.push_bind(*number).push(", ");
        }
        Some(QueueKey::Word(word)) => {
            sql.push_bind(word.clone()).push(", ");
        }
    }
    sql.push_bind(after.expires_at.micros());
    sql.push(", ").push_bind(after.id.as_str().to_owned()).push(")");
}

fn placed(row: &SqliteRow, sort: QueueSort) -> Result<PlacedCandidate, StoreError> {
    let id: MemoryId = parse(row.try_get("id")?, "memory", "id")?;
    let key = match sort {
        QueueSort::TimeLeft => None,
        QueueSort::Confidence => Some(QueueKey::Number(row.try_get("key")?)),
        _ => Some(QueueKey::Word(row.try_get::<Option<String>, _>("key")?.unwrap_or_default())),
    };
    let expires_at = moment(row.try_get("expires_at")?, "memory", "expires_at")?;
    Ok(PlacedCandidate {
        version: row.try_get("version")?,
        is_masked: parse::<contract::Sensitivity>(row.try_get("sensitivity")?, "memory", "sensitivity")?.is_masked(),
        place: QueuePlace { key, expires_at, id: id.clone() },
        id,
    })
}

impl Store {
    /// The candidates of a page, in order, each with its place.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn queue_page(
        &self,
        tenant: &TenantId,
        query: &QueueQuery<'_>,
    ) -> Result<Vec<PlacedCandidate>, StoreError> {
        let direction = if query.order == SortOrder::Descending { " DESC" } else { " ASC" };
        let mut sql = QueryBuilder::new("SELECT id, version, sensitivity, expires_at");
        if let Some(key) = key_column(query.sort) {
            sql.push(", ").push(key).push(" AS key");
        }
        push_rows(&mut sql, tenant, query, index(query));
        push_after(&mut sql, query);
        sql.push(" ORDER BY ").push(order(query.sort, direction));
        sql.push(" LIMIT ").push_bind(query.limit);
        let rows = sql.build().fetch_all(&self.reader).await?;
        rows.iter().map(|row| placed(row, query.sort)).collect()
    }

    /// How many match, wherever the page begins; stopped one above the greatest count that is told.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn queue_count(&self, tenant: &TenantId, query: &QueueQuery<'_>) -> Result<Count, StoreError> {
        let mut sql = QueryBuilder::new("SELECT count(*) FROM (SELECT 1");
        push_rows(&mut sql, tenant, query, counting_index(query));
        sql.push(" LIMIT ").push_bind(COUNT_MAX + 1).push(")");
        Ok(Count::stopped(sql.build_query_scalar().fetch_one(&self.reader).await?))
    }

    /// The person of the organisation with that account id, e-mail address or external id.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn person_by_any_name(&self, tenant: &TenantId, name: &str) -> Result<Option<UserId>, StoreError> {
        let (tenant, lower) = (tenant.as_str(), name.to_lowercase());
        let id = sqlx::query_scalar!(
            "SELECT id FROM user
             WHERE +tenant_id = ?1 AND (id = ?2 OR email = ?3 OR id IN (
                 SELECT user_id FROM service_subject WHERE tenant_id = ?1 AND external_id = ?2))
             LIMIT 1",
            tenant,
            name,
            lower
        )
        .fetch_optional(&self.reader)
        .await?;
        id.map(|id| parse(&id, "user", "id")).transpose()
    }

    /// The services of the organisation that have candidates waiting, by name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn services_waiting(&self, tenant: &TenantId) -> Result<Vec<ServiceChoice>, StoreError> {
        let tenant = tenant.as_str();
        let rows = sqlx::query!(
            "SELECT s.id, s.name FROM service s
             WHERE s.tenant_id = ?1 AND EXISTS (
                 SELECT 1 FROM memory m INDEXED BY queue_service
                 WHERE m.status = 'candidate' AND m.tenant_id = ?1 AND m.service_id = s.id)
             ORDER BY s.name",
            tenant
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| Ok(ServiceChoice { service: parse(&row.id, "service", "id")?, name: row.name }))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{Kind, PrefixedId, Sensitivity};

    #[test]
    fn by_time_left_the_narrowest_filter_chooses_the_index() {
        let (reviewer, person) = (UserId::from_bytes([1; 16]), UserId::from_bytes([2; 16]));
        let of = |filter: &CandidateFilter, person, sort| {
            let now = Timestamp::from_micros(0).expect("in range");
            let (order, after, limit) = (SortOrder::Ascending, None, 1);
            let are_few = false;
            index(&QueueQuery { filter, person, reviewer: &reviewer, now, sort, order, after, limit, are_few })
        };
        let all = CandidateFilter::default();
        let kind = CandidateFilter { kind: Some(Kind::Fact), ..all.clone() };
        let both = CandidateFilter { sensitivity: Some(Sensitivity::Pii), ..kind.clone() };
        assert_eq!(of(&all, None, QueueSort::TimeLeft), "queue_time_left");
        assert_eq!(of(&kind, None, QueueSort::TimeLeft), "queue_kind");
        assert_eq!(of(&both, None, QueueSort::TimeLeft), "queue_sensitivity");
        assert_eq!(of(&both, Some(&person), QueueSort::TimeLeft), "queue_person");
        assert_eq!(of(&both, Some(&person), QueueSort::Confidence), "queue_confidence");
    }
}
