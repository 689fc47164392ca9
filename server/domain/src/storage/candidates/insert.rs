//! Adding what a candidate needs beside its memory.

use crate::storage::{StoreError, Tx};
use contract::review::ReconcileAction;
use contract::{MemoryId, TenantId, UserId};

/// A memory that a candidate is like.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSimilar {
    /// The memory.
    pub memory: MemoryId,
    /// 0.0 to 1.0.
    pub closeness: f64,
}

/// How a candidate would fit in.
pub struct NewCandidate<'a> {
    /// The memory to be.
    pub memory: &'a MemoryId,
    /// Its organisation.
    pub tenant: &'a TenantId,
    /// Whom it is about.
    pub subject: &'a UserId,
    /// The proposed action.
    pub action: ReconcileAction,
    /// Whose place it would take, in which version.
    pub target: Option<(&'a MemoryId, i64)>,
    /// Whether it could be compared at all.
    pub compared: bool,
    /// Whether the person asked to remember it.
    pub requested_by_user: bool,
    /// What it is like, closest first.
    pub similar: &'a [NewSimilar],
}

impl Tx {
    /// A memory that candidates would take the place of is at another version now, and says what it said at the old one:
    /// as proposed, they take its place still.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn move_target(
        &mut self,
        tenant: &TenantId,
        target: &MemoryId,
        (old, new): (i64, i64),
    ) -> Result<(), StoreError> {
        let (tenant, target) = (tenant.as_str(), target.as_str());
        sqlx::query!(
            "UPDATE candidate SET target_version = ? WHERE tenant_id = ? AND target_id = ? AND target_version = ?",
            new,
            tenant,
            target,
            old
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }

    /// Adds a candidate's proposal.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn insert_candidate(&mut self, candidate: &NewCandidate<'_>) -> Result<(), StoreError> {
        let (memory, tenant, subject) =
            (candidate.memory.as_str(), candidate.tenant.as_str(), candidate.subject.as_str());
        let action = candidate.action.as_str();
        let (target, target_version) =
            (candidate.target.map(|(id, _)| id.as_str()), candidate.target.map(|(_, version)| version));
        sqlx::query!(
            "INSERT INTO candidate (memory_id, tenant_id, subject_id, action, target_id, target_version, compared,
                                    requested_by_user)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            memory,
            tenant,
            subject,
            action,
            target,
            target_version,
            candidate.compared,
            candidate.requested_by_user
        )
        .execute(&mut *self.inner)
        .await?;
        for (rank, similar) in (0_i64..).zip(candidate.similar) {
            let id = similar.memory.as_str();
            sqlx::query!(
                "INSERT INTO candidate_similar (memory_id, rank, tenant_id, subject_id, similar_id, closeness)
                 VALUES (?, ?, ?, ?, ?, ?)",
                memory,
                rank,
                tenant,
                subject,
                id,
                similar.closeness
            )
            .execute(&mut *self.inner)
            .await?;
        }
        Ok(())
    }
}
