//! The memories that are most like a new statement, for whoever decides how it fits in.

use super::Recaller;
use super::rank::unit;
use crate::index::{Owner, Question};
use crate::kernel::TextRole;
use crate::recall::recaller::PATIENCE;
use contract::{MemoryId, ScopeSet, TenantId, Timestamp, UserId};

/// A statement to compare, and what with.
pub struct Compared<'a> {
    /// The organisation.
    pub tenant: &'a TenantId,
    /// Whose memories.
    pub subject: &'a UserId,
    /// Of which scopes.
    pub scopes: &'a ScopeSet,
    /// The statement.
    pub statement: &'a str,
    /// Only what is true at this moment.
    pub at: Timestamp,
    /// At most so many.
    pub limit: usize,
}

impl Recaller {
    /// The memories closest in meaning, closest first, each with its closeness between 0 and 1; `None` if index or model
    /// do not answer. The index only suggests: whoever shows them checks each against the store.
    pub async fn similar(&self, compared: &Compared<'_>) -> Option<Vec<(MemoryId, f64)>> {
        let (embedder, index) = (self.embedder.as_ref()?, self.index.clone()?);
        let embedding = embedder.embed(TextRole::Passage, vec![compared.statement.to_owned()]);
        let vector = tokio::time::timeout(PATIENCE, embedding).await.ok()?.ok()?.pop()?;
        let owner = Owner::new(compared.tenant, compared.subject);
        let (scopes, text) = (compared.scopes.clone(), compared.statement.to_owned());
        let (at, limit) = (compared.at, compared.limit);
        let searched = tokio::task::spawn_blocking(move || {
            index.search(&Question { owner, scopes: &scopes, at, text: &text, vector: Some(&vector), limit })
        });
        let found = searched.await.ok()?.ok()?;
        let closeness = |closeness: Option<f32>| unit(closeness.unwrap_or(0.0));
        let mut similar: Vec<(MemoryId, f64)> =
            found.hits.into_iter().map(|hit| (hit.memory, closeness(hit.closeness))).collect();
        similar.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        similar.truncate(limit);
        Some(similar)
    }
}
