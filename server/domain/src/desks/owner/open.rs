//! Opening memories: everything about them, unmasked.

use super::OwnerDesk;
use crate::audit::Event;
use crate::desks::DeskError;
use crate::desks::provenance::provenance;
use crate::memory::{Content, changes, editable, is_correctable};
use crate::storage::{OwnedMemory, StoredDecision, StoredSource, StoredVersion};
use contract::review::{DecisionKind, ReviewOutcome};
use contract::{ChangedBy, EditableMemory, MemoryDetail, MemoryId, OwnerAction, Status, Timestamp, VersionView};
use std::collections::HashMap;

/// What a detail depends on beside its memory.
#[derive(Clone, Copy)]
struct Seen {
    now: Timestamp,
    /// Whether consent is on.
    granted: bool,
}

impl OwnerDesk {
    /// Everything about one memory, unmasked. Audited before it is answered.
    ///
    /// # Errors
    /// [`DeskError::NotFound`], also for other people's and deleted memories; [`DeskError::Unreadable`].
    pub async fn open(&self, memory: &MemoryId) -> Result<MemoryDetail, DeskError> {
        let row = match self.owned(memory).await {
            Ok(row) => row,
            Err(error) => {
                self.note_refusal(Event::Open, &error, Some(memory.as_str())).await;
                return Err(error);
            }
        };
        let (mut details, _) = self.details(vec![row]).await?;
        let detail = details.pop().ok_or(DeskError::Unreadable);
        let outcome = if detail.is_ok() { "ok" } else { "unreadable" };
        self.note(Event::Open, outcome, Some(memory.as_str())).await?;
        detail
    }

    /// These memories in full, in order, and those that cannot be read. Four statements, however many there are.
    pub(super) async fn details(
        &self,
        rows: Vec<OwnedMemory>,
    ) -> Result<(Vec<MemoryDetail>, Vec<MemoryId>), DeskError> {
        let ids: Vec<MemoryId> = rows.iter().map(|row| row.id.clone()).collect();
        let (store, tenant) = (&self.core.store, self.tenant());
        let mut versions = grouped(store.versions(tenant, &self.subject, &ids).await?, |version| &version.memory);
        let mut sources = grouped(store.sources(tenant, &self.subject, &ids).await?, |source| &source.memory);
        let mut decisions = grouped(store.decisions(tenant, &ids).await?, |decision| &decision.memory);
        let as_seen = Seen { now: self.core.clock.now(), granted: self.consent().await?.granted };
        let (mut details, mut unreadable) = (Vec::with_capacity(rows.len()), Vec::new());
        for row in rows {
            let (versions, sources) =
                (versions.remove(&row.id).unwrap_or_default(), sources.remove(&row.id).unwrap_or_default());
            match self.core.store.open_content(&row.sealed) {
                Ok(content) => {
                    let review = decisions.remove(&row.id).and_then(|decisions| self.outcome(&decisions));
                    let detail = self.detail(row, &content, &versions, sources, as_seen);
                    details.push(MemoryDetail { review, ..detail });
                }
                Err(error) => {
                    tracing::error!(error = &error as &dyn std::error::Error, memory.id = %row.id, "a memory cannot be read");
                    unreadable.push(row.id);
                }
            }
            // Decrypting and comparing take a while; others get their turn in between.
            tokio::task::yield_now().await;
        }
        Ok((details, unreadable))
    }

    fn detail(
        &self,
        row: OwnedMemory,
        content: &Content,
        versions: &[StoredVersion],
        sources: Vec<StoredSource>,
        as_seen: Seen,
    ) -> MemoryDetail {
        MemoryDetail {
            memory: editable(content, row.sensitivity, row.confidence, row.validity),
            proposed_sensitivity: row.proposed_sensitivity,
            provenance: provenance(content, sources),
            review: None,
            history: self.history(versions),
            allowed: allowed(row.status, as_seen.granted),
            current: row.status == Status::Active && row.validity.contains(as_seen.now),
            memory_id: row.id,
            version: row.version,
            kind: row.kind,
            class: row.kind.class(),
            scope: row.scope,
            service_name: row.service_name,
            status: row.status,
            authority: row.authority,
            index_state: row.index_state,
            embedding_model: row.embedding_model,
            recorded_at: row.recorded_at,
        }
    }

    /// The decision that stands, if the memory was a candidate and it was not taken back.
    fn outcome(&self, decisions: &[StoredDecision]) -> Option<ReviewOutcome> {
        let latest = decisions.first().filter(|latest| latest.kind != DecisionKind::Undo)?;
        let note = latest.note.as_ref().and_then(|note| self.core.store.open_note(note).ok());
        Some(ReviewOutcome { kind: latest.kind, at: latest.at, reason: latest.reason, note })
    }

    /// The versions, latest first, each with what it changed in the one before.
    fn history(&self, versions: &[StoredVersion]) -> Vec<VersionView> {
        let read: Vec<Option<EditableMemory>> = versions.iter().map(|version| self.read(version)).collect();
        let view = |place: usize| {
            let version = &versions[place];
            let older = place.checked_sub(1).and_then(|before| read[before].as_ref());
            VersionView {
                version: version.version,
                recorded_from: version.recorded_from,
                recorded_to: version.recorded_to,
                by: self.changed_by(version),
                reason: version.reason.clone(),
                changes: older.zip(read[place].as_ref()).map_or_else(Vec::new, |(older, newer)| changes(older, newer)),
                unreadable: read[place].is_none(),
            }
        };
        (0..versions.len()).rev().map(view).collect()
    }

    fn read(&self, version: &StoredVersion) -> Option<EditableMemory> {
        let content = self.core.store.open_content(&version.sealed).ok()?;
        Some(editable(&content, version.sensitivity, version.confidence, version.validity))
    }

    /// Who it was, as far as it concerns the person: names of others stay with the audit log.
    fn changed_by(&self, version: &StoredVersion) -> ChangedBy {
        let is_you = version.actor_id.as_deref() == Some(self.subject.as_str());
        match version.actor_kind.as_str() {
            "person" if is_you => ChangedBy::You,
            "person" => ChangedBy::Staff,
            "personal_key" => ChangedBy::YourProgram,
            "service" => ChangedBy::Service,
            _ => ChangedBy::System,
        }
    }
}

fn grouped<T>(all: Vec<T>, key: impl Fn(&T) -> &MemoryId) -> HashMap<MemoryId, Vec<T>> {
    let mut groups: HashMap<MemoryId, Vec<T>> = HashMap::new();
    for one in all {
        groups.entry(key(&one).clone()).or_default().push(one);
    }
    groups
}

/// While consent is off nothing new is kept, corrections neither; deleting is always possible.
fn allowed(status: Status, granted: bool) -> Vec<OwnerAction> {
    let correct = (granted && is_correctable(status)).then_some(OwnerAction::Correct);
    correct.into_iter().chain([OwnerAction::Delete]).collect()
}
