//! How something new fits in with what is remembered in its scope.

use super::Intake;
use crate::memory::{Content, Known, Newcomer, reconcile};
use crate::recall::Compared;
use crate::storage::{Checkable, NewSimilar, StoreError};
use contract::review::ReconcileAction;
use contract::{
    Authority, Kind, MemoryId, Scope, ScopeSet, Sensitivity, Status, TenantId, Timestamp, UserId, Validity,
};
use std::collections::HashMap;

/// A candidate is shown with at most so many memories that are like it.
const MOST_SIMILAR: usize = 3;
/// Closer than a person's memories are to one another on average, by a margin: below that, "similar" would mislead. The
/// scale is that of [`crate::recall::Recaller::similar`]; chosen by looking at pairs of the demo.
const LEAST_CLOSENESS: f64 = 0.3;
/// What has just been said is compared too, though the index has not seen it: at most so many, latest first.
const MOST_UNINDEXED: u32 = 20;

/// Something new about a person.
pub struct Statement<'a> {
    /// The organisation.
    pub tenant: &'a TenantId,
    /// Whom it is about.
    pub subject: &'a UserId,
    /// Where it is in use.
    pub scope: &'a Scope,
    /// What sort of thing it is.
    pub kind: Kind,
    /// What it says.
    pub content: &'a Content,
    /// Who said it.
    pub authority: Authority,
    /// When it is true.
    pub validity: Validity,
    /// Whether it says that something has come to its end.
    pub ends: bool,
    /// Now.
    pub at: Timestamp,
}

/// How it fits in.
#[derive(Debug, Clone, PartialEq)]
pub struct FitsIn {
    /// What to do with it.
    pub action: ReconcileAction,
    /// With which memory, in which version.
    pub target: Option<(MemoryId, i64)>,
    /// When it ended, if what is remembered shows that.
    pub valid_to: Option<Timestamp>,
    /// Whether index and model answered, so that it could be compared at all.
    pub compared: bool,
    /// What it is like, closest first.
    pub similar: Vec<NewSimilar>,
}

impl FitsIn {
    /// It was not compared with anything: it stands beside the others.
    pub fn alone() -> Self {
        Self { action: ReconcileAction::Insert, target: None, valid_to: None, compared: false, similar: Vec::new() }
    }
}

impl Intake {
    /// Compares the statement with what is remembered in its scope: with what the index finds close, and with what it has
    /// not seen yet. Without index or model, and nothing new beside it, it is a plain insert.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn fits_in(&self, statement: &Statement<'_>) -> Result<FitsIn, StoreError> {
        let (tenant, subject) = (statement.tenant, statement.subject);
        // Read first: what the index has seen by then, the search finds.
        let fresh = self.store.unindexed(tenant, subject, statement.scope, MOST_UNINDEXED).await?;
        let (found, compared) = self.found(statement).await;
        let ids: Vec<MemoryId> = found.iter().map(|(id, _)| id.clone()).collect();
        let mut rows = self.store.checkable(tenant, subject, &ids).await?;
        let closeness: HashMap<MemoryId, f64> = found.into_iter().collect();
        let close = |row: &Checkable| closeness.get(&row.id).copied().unwrap_or(0.0);
        rows.sort_by(|a, b| close(b).total_cmp(&close(a)).then_with(|| a.id.cmp(&b.id)));
        rows.extend(fresh.into_iter().filter(|row| !closeness.contains_key(&row.id)));
        rows.retain(|row| may_be_compared(row, statement.scope));
        let similar = rows.iter().filter(|row| closeness.contains_key(&row.id));
        let similar =
            similar.map(|row| NewSimilar { memory: row.id.clone(), closeness: close(row) }).collect::<Vec<_>>();
        Ok(FitsIn { compared, similar, ..self.reconciled(statement, &rows) })
    }

    async fn found(&self, statement: &Statement<'_>) -> (Vec<(MemoryId, f64)>, bool) {
        let scopes = ScopeSet::of(statement.scope.clone());
        let compared = Compared {
            tenant: statement.tenant,
            subject: statement.subject,
            scopes: &scopes,
            statement: &statement.content.statement,
            at: statement.at,
            limit: MOST_SIMILAR,
        };
        let found = self.recaller.similar(&compared).await;
        let compared = found.is_some();
        let mut found = found.unwrap_or_default();
        found.retain(|(_, closeness)| *closeness >= LEAST_CLOSENESS);
        (found, compared)
    }

    fn reconciled(&self, statement: &Statement<'_>, rows: &[Checkable]) -> FitsIn {
        let opened = rows.iter().filter_map(|row| Some((row, self.store.open_content(&row.sealed).ok()?)));
        let opened: Vec<(&Checkable, Content)> = opened.collect();
        let known: Vec<Known<'_>> = opened
            .iter()
            .map(|(row, content)| {
                let Checkable { kind, authority, validity, .. } = **row;
                Known { kind, content, authority, validity }
            })
            .collect();
        let Statement { kind, content, authority, validity, ends, .. } = *statement;
        let found = reconcile(&Newcomer { kind, content, authority, validity, ends }, &known);
        let target = found.target.and_then(|place| opened.get(place)).map(|(row, _)| (row.id.clone(), row.version));
        FitsIn { action: found.action, target, valid_to: found.valid_to, compared: false, similar: Vec::new() }
    }
}

/// Only what is in force, in the very scope, and may be shown beside a candidate.
fn may_be_compared(row: &Checkable, scope: &Scope) -> bool {
    row.status == Status::Active && row.scope == *scope && !Sensitivity::is_masked(row.sensitivity)
}
