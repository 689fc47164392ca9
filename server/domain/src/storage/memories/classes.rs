//! Memories whose sensitivity nobody has settled, and the class that their words look like.

use super::{Binding, Sealed};
use crate::storage::error::parse;
use crate::storage::{Store, StoreError, Tx};
use contract::Sensitivity;

/// A memory of unknown sensitivity that nobody has looked at.
pub struct Unclassified {
    /// Whose memory, in which version.
    pub binding: Binding,
    /// What it says.
    pub sealed: Sealed,
}

impl Store {
    /// Memories of unknown sensitivity, of whatever organisation, for which no class is proposed, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn unclassified(&self, limit: u32) -> Result<Vec<Unclassified>, StoreError> {
        let rows = sqlx::query!(
            "SELECT id, tenant_id, subject_id, version, key_id, content FROM memory
             WHERE sensitivity = 'unknown' AND status IN ('active', 'candidate') AND proposed_sensitivity IS NULL
             ORDER BY id LIMIT ?",
            limit
        )
        .fetch_all(&self.reader)
        .await?;
        rows.into_iter()
            .map(|row| {
                let binding = Binding {
                    tenant: parse(&row.tenant_id, "memory", "tenant_id")?,
                    subject: parse(&row.subject_id, "memory", "subject_id")?,
                    memory: parse(&row.id, "memory", "id")?,
                    version: row.version,
                };
                Ok(Unclassified { sealed: Sealed::new(binding.clone(), row.key_id, row.content), binding })
            })
            .collect()
    }
}

impl Tx {
    /// Notes the class that a memory's words look like, if it is still at that version. It is a proposal: nothing is hidden
    /// or shown by it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn propose_class(&mut self, binding: &Binding, proposed: Sensitivity) -> Result<(), StoreError> {
        let (tenant, subject, memory, proposed) =
            (binding.tenant.as_str(), binding.subject.as_str(), binding.memory.as_str(), proposed.as_str());
        sqlx::query!(
            "UPDATE memory SET proposed_sensitivity = ? WHERE tenant_id = ? AND subject_id = ? AND id = ? AND version = ?",
            proposed,
            tenant,
            subject,
            memory,
            binding.version
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
