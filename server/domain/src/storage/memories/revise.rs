//! A new version of a memory.

use super::insert::SourceOwner;
use super::versions::NewVersion;
use super::{Binding, OwnedMemory, seal};
use crate::kernel::Actor;
use crate::memory::Content;
use crate::storage::{StoreError, Tx};
use contract::{Authority, IndexState, MemoryId, Sensitivity, Status, Timestamp, UserId, Validity};

/// A memory's next version, in full.
pub struct Revision<'a> {
    /// The memory.
    pub memory: &'a MemoryId,
    /// Whom it is about.
    pub subject: &'a UserId,
    /// The version that it follows.
    pub follows: i64,
    /// Where it is in its life now.
    pub status: Status,
    /// How sensitive it is now.
    pub sensitivity: Sensitivity,
    /// Who says it now.
    pub authority: Authority,
    /// 0.0 to 1.0.
    pub confidence: f64,
    /// When it is true.
    pub validity: Validity,
    /// See [`crate::storage::Store::fingerprint`].
    pub fingerprint: [u8; 32],
    /// What it says now.
    pub content: &'a Content,
    /// How far the index is with it.
    pub index_state: IndexState,
    /// The model whose vector the index holds now.
    pub embedding_model: Option<&'a str>,
    /// Who revises it; its tenant is the memory's.
    pub actor: &'a Actor,
    /// Why, as a short code.
    pub reason: &'static str,
    /// When.
    pub at: Timestamp,
}

impl<'a> Revision<'a> {
    /// The next version of `row`, like it in everything but what it says.
    pub fn of(
        row: &'a OwnedMemory,
        subject: &'a UserId,
        content: &'a Content,
        actor: &'a Actor,
        reason: &'static str,
        at: Timestamp,
    ) -> Self {
        Self {
            memory: &row.id,
            subject,
            follows: row.version,
            status: row.status,
            sensitivity: row.sensitivity,
            authority: row.authority,
            confidence: row.confidence,
            validity: row.validity,
            fingerprint: row.fingerprint,
            content,
            index_state: row.index_state,
            embedding_model: row.embedding_model.as_deref(),
            actor,
            reason,
            at,
        }
    }
}

impl Tx {
    /// Makes the revision the current version; `false`, and nothing is changed, if the memory is not at the version that
    /// it follows, not this person's, or deleted. Whether the step in its life is a lawful one is the caller's to know.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revise_memory(&mut self, revision: &Revision<'_>) -> Result<bool, StoreError> {
        let version = revision.follows + 1;
        let binding = Binding::new(&revision.actor.tenant, revision.subject, revision.memory, version);
        let (key_id, content) = seal(&self.keys, revision.content, &binding)?;
        if !self.replace_current(revision, version, &key_id, &content).await? {
            return Ok(false);
        }
        self.close_version(revision).await?;
        let new = NewVersion {
            memory: revision.memory,
            subject: revision.subject,
            version,
            sensitivity: revision.sensitivity,
            confidence: revision.confidence,
            validity: revision.validity,
            actor: revision.actor,
            reason: revision.reason,
            at: revision.at,
        };
        self.insert_version(&new, &key_id, &content).await?;
        let owner = SourceOwner { memory: revision.memory, tenant: &revision.actor.tenant, subject: revision.subject };
        self.replace_sources(&owner, &revision.content.sources, revision.at).await?;
        Ok(true)
    }

    async fn replace_current(
        &mut self,
        revision: &Revision<'_>,
        version: i64,
        key_id: &str,
        content: &[u8],
    ) -> Result<bool, StoreError> {
        let (id, tenant, subject) =
            (revision.memory.as_str(), revision.actor.tenant.as_str(), revision.subject.as_str());
        let (status, sensitivity, authority, index_state) = (
            revision.status.as_str(),
            revision.sensitivity.as_str(),
            revision.authority.as_str(),
            revision.index_state.as_str(),
        );
        let (valid_from, valid_to) = (revision.validity.from.micros(), revision.validity.to.map(Timestamp::micros));
        let (fingerprint, at) = (revision.fingerprint.as_slice(), revision.at.micros());
        let done = sqlx::query!(
            "UPDATE memory SET version = ?, status = ?, sensitivity = ?, authority = ?, confidence = ?, valid_from = ?, valid_to = ?,
                               fingerprint = ?, key_id = ?, content = ?, index_state = ?, embedding_model = ?,
                               changed_at = ?, proposed_sensitivity = NULL
             WHERE id = ? AND tenant_id = ? AND subject_id = ? AND version = ? AND status <> 'deleted'",
            version,
            status,
            sensitivity,
            authority,
            revision.confidence,
            valid_from,
            valid_to,
            fingerprint,
            key_id,
            content,
            index_state,
            revision.embedding_model,
            at,
            id,
            tenant,
            subject,
            revision.follows
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn close_version(&mut self, revision: &Revision<'_>) -> Result<(), StoreError> {
        let (id, tenant, subject) =
            (revision.memory.as_str(), revision.actor.tenant.as_str(), revision.subject.as_str());
        let at = revision.at.micros();
        sqlx::query!(
            "UPDATE memory_version SET recorded_to = ?
             WHERE memory_id = ? AND tenant_id = ? AND subject_id = ? AND version = ?",
            at,
            id,
            tenant,
            subject,
            revision.follows
        )
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}
