//! Pages of a tenant's log, by keyset: the time, then the number. Each filter has an index in this order, so that a page
//! costs the same however long the log is.

use super::AuditRow;
use crate::storage::{Store, StoreError};
use contract::listing::COUNT_MAX;
use contract::{AuditEnding, AuditFilter, Count, SortOrder, TenantId};
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{QueryBuilder, Row};

/// A place in the list: a page begins right after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditPlace {
    /// The row's time, in epoch microseconds.
    pub at: i64,
    /// The row's number, which breaks ties.
    pub seq: i64,
}

/// Which rows, in which order, from where on.
#[derive(Clone, Copy)]
pub struct AuditQuery<'a> {
    /// Which rows.
    pub filter: &'a AuditFilter,
    /// Latest first, or oldest.
    pub order: SortOrder,
    /// None with a greater number: what came later is left out.
    pub last: Option<i64>,
    /// Right after this place.
    pub after: Option<AuditPlace>,
    /// At most so many.
    pub limit: u32,
}

/// A row as administrators read it.
pub struct ListedAuditRow {
    /// Where it is in the list.
    pub place: AuditPlace,
    /// What it says.
    pub row: AuditRow,
    /// Whether it was refused, has failed, or was done in part only.
    pub is_not_done: bool,
    /// The hash of the row before.
    pub prev_hash: Vec<u8>,
    /// Its own.
    pub hash: Vec<u8>,
}

/// The index for a filter: the one that its narrowest part has. Only these words are put into a statement's text.
fn index(filter: &AuditFilter) -> &'static str {
    if filter.object.is_some() {
        "audit_log_object"
    } else if filter.subject.is_some() {
        "audit_log_subject"
    } else if filter.actor.is_some() {
        "audit_log_actor"
    } else if let Some(action) = &filter.action {
        if action.ends_with('.') { "audit_log_area" } else { "audit_log_action" }
    } else if filter.ending == Some(AuditEnding::NotDone) {
        "audit_log_not_done"
    } else {
        "audit_log_time"
    }
}

/// `FROM` and `WHERE` of all rows of the query, wherever the page begins.
fn push_rows(sql: &mut QueryBuilder<Sqlite>, tenant: &TenantId, query: &AuditQuery<'_>) {
    let filter = query.filter;
    sql.push(" FROM audit_log INDEXED BY ").push(index(filter));
    sql.push(" WHERE tenant_id = ").push_bind(tenant.as_str().to_owned());
    if let Some(action) = &filter.action {
        match action.strip_suffix('.') {
            Some(area) => sql.push(" AND area = ").push_bind(area.to_owned()),
            None => sql.push(" AND action = ").push_bind(action.clone()),
        };
    }
    for (column, wanted) in
        [("actor_id", &filter.actor), ("subject_id", &filter.subject), ("object_id", &filter.object)]
    {
        if let Some(wanted) = wanted {
            sql.push(" AND ").push(column).push(" = ").push_bind(wanted.clone());
        }
    }
    match filter.ending {
        None => {}
        Some(AuditEnding::Done) => {
            sql.push(" AND NOT not_done");
        }
        Some(AuditEnding::NotDone) => {
            sql.push(" AND not_done");
        }
    }
    if let Some(from) = filter.from {
        sql.push(" AND at >= ").push_bind(from.micros());
    }
    if let Some(until) = filter.until {
        sql.push(" AND at < ").push_bind(until.micros());
    }
    if let Some(last) = query.last {
        sql.push(" AND seq <= ").push_bind(last);
    }
}

impl Store {
    /// A page of the tenant's log.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn audit_page(
        &self,
        tenant: &TenantId,
        query: &AuditQuery<'_>,
    ) -> Result<Vec<ListedAuditRow>, StoreError> {
        let (direction, beyond) = match query.order {
            SortOrder::Descending => ("DESC", "<"),
            SortOrder::Ascending => ("ASC", ">"),
        };
        let mut sql = QueryBuilder::new(
            "SELECT seq, id, tenant_id, at, actor_kind, actor_id, action, outcome, not_done, subject_id, object_id, detail,
             prev_hash, hash",
        );
        push_rows(&mut sql, tenant, query);
        if let Some(after) = query.after {
            sql.push(" AND (at, seq) ").push(beyond).push(" (");
            sql.push_bind(after.at).push(", ").push_bind(after.seq).push(")");
        }
        sql.push(format!(" ORDER BY at {direction}, seq {direction} LIMIT ")).push_bind(query.limit);
        sql.build().fetch_all(&self.reader).await?.iter().map(listed).collect()
    }

    /// How many rows match, wherever the page begins; stopped one above the greatest count that is told.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn count_audit(&self, tenant: &TenantId, query: &AuditQuery<'_>) -> Result<Count, StoreError> {
        let mut sql = QueryBuilder::new("SELECT count(*) FROM (SELECT 1");
        push_rows(&mut sql, tenant, query);
        sql.push(" LIMIT ").push_bind(COUNT_MAX + 1).push(")");
        Ok(Count::stopped(sql.build_query_scalar().fetch_one(&self.reader).await?))
    }
}

fn listed(row: &SqliteRow) -> Result<ListedAuditRow, StoreError> {
    let at = row.try_get("at")?;
    Ok(ListedAuditRow {
        place: AuditPlace { at, seq: row.try_get("seq")? },
        row: AuditRow {
            id: row.try_get("id")?,
            tenant: row.try_get("tenant_id")?,
            at,
            actor_kind: row.try_get("actor_kind")?,
            actor_id: row.try_get("actor_id")?,
            action: row.try_get("action")?,
            outcome: row.try_get("outcome")?,
            subject_id: row.try_get("subject_id")?,
            object_id: row.try_get("object_id")?,
            detail: row.try_get("detail")?,
        },
        is_not_done: row.try_get("not_done")?,
        prev_hash: row.try_get("prev_hash")?,
        hash: row.try_get("hash")?,
    })
}
