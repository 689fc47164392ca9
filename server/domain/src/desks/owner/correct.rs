//! Correcting one memory.

use super::OwnerDesk;
use super::delete::Remains;
use crate::audit::{self, Event};
use crate::consent;
use crate::desks::DeskError;
use crate::index::{Change, Document, Owner};
use crate::kernel::Embedding;
use crate::kernel::text::canonical;
use crate::memory::{Content, changed_fields, corrected, editable, index_state_at_rest, is_correctable, is_searchable};
use crate::storage::{OwnedMemory, Revision, Tx};
use contract::{
    Authority, CorrectMemory, CorrectedMemory, EditableMemory, Fault, FieldError, IndexState, MemoryId, Timestamp,
    Validity,
};
use std::sync::Arc;

/// A correction whose fields are settled.
struct Settled<'a> {
    row: &'a OwnedMemory,
    memory: &'a EditableMemory,
    content: Content,
    /// The names of the fields that change.
    fields: Vec<&'static str>,
    fingerprint: [u8; 32],
    now: Timestamp,
}

impl Settled<'_> {
    fn validity(&self) -> Validity {
        Validity { from: self.memory.valid_from, to: self.memory.valid_to }
    }

    fn is_searchable(&self) -> bool {
        is_searchable(self.row.status, self.memory.sensitivity)
    }
}

impl OwnerDesk {
    /// Writes a new version of a memory, and changes the index with it. If the index fails, nothing is changed.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::NotFound`], [`DeskError::StaleVersion`], [`DeskError::NotInForce`],
    /// [`DeskError::ConsentRequired`] while consent is off, [`DeskError::AlreadyExists`] if another memory says this
    /// already, [`DeskError::Unreadable`], [`DeskError::IndexUnavailable`].
    pub async fn correct(&self, memory: &MemoryId, request: CorrectMemory) -> Result<CorrectedMemory, DeskError> {
        let corrected = self.try_correct(memory, &request).await;
        if let Err(error) = &corrected {
            self.note_refusal(Event::Correct, error, Some(memory.as_str())).await;
        }
        corrected
    }

    async fn try_correct(&self, memory: &MemoryId, request: &CorrectMemory) -> Result<CorrectedMemory, DeskError> {
        check_fields(&request.memory)?;
        let row = self.owned(memory).await?;
        check_version(&row, request.version)?;
        let before = self.core.store.open_content(&row.sealed).map_err(|_| DeskError::Unreadable)?;
        let old = editable(&before, row.sensitivity, row.confidence, row.validity);
        let fields = changed_fields(&old, &request.memory);
        if fields.is_empty() {
            return Ok(receipt(&row.id, row.version, row.index_state));
        }
        let settled = Settled {
            row: &row,
            memory: &request.memory,
            content: corrected(&before, &request.memory),
            fields,
            fingerprint: self.core.store.statement_fingerprint(
                self.tenant(),
                &self.subject,
                &row.scope,
                &request.memory.statement,
            ),
            now: self.core.clock.now(),
        };
        // What must be refused goes nowhere near the index; asked again when it is written.
        self.check(&mut self.core.store.begin().await?, &settled).await?;
        if row.index_state == IndexState::Excluded && !settled.is_searchable() {
            // Neither before nor after has the index anything to do with it.
            return self.write(&settled, index_state_at_rest(row.status, request.memory.sensitivity), None).await;
        }
        self.correct_with_index(settled).await
    }

    async fn correct_with_index(&self, settled: Settled<'_>) -> Result<CorrectedMemory, DeskError> {
        let vector = if settled.is_searchable() {
            Some(self.core.embed_passage(&settled.content.statement).await?)
        } else {
            None
        };
        let mut held = self.core.hold_index().await?;
        // Read again: nobody changes the index's side of it from here on.
        let row = self.owned(&settled.row.id).await?;
        check_version(&row, settled.row.version)?;
        let settled = Settled { row: &row, ..settled };
        let rows = std::slice::from_ref(settled.row);
        let announced = self.core.announce(self.tenant(), &self.subject, rows, settled.now).await?;
        let lost = self.core.lost(&held, &announced).await?;
        if !lost.is_empty() {
            // The person deleted nothing: the words may come again.
            let removed = self.bury(rows, &lost, Remains::Nothing, settled.now).await?;
            let is_gone = removed.first().is_some_and(|row| row.error.is_none());
            let receipt = receipt(&settled.row.id, settled.row.version, IndexState::Excluded);
            return if is_gone {
                Ok(CorrectedMemory { removed: true, ..receipt })
            } else {
                Err(DeskError::StaleVersion)
            };
        }
        let (state, model) = match &vector {
            Some(vector) => (IndexState::Indexed, Some(Arc::clone(&vector.model))),
            None => (IndexState::Excluded, None),
        };
        self.core.change_index(&mut held, &announced, vec![self.index_change(&settled, vector)]).await?;
        let written = self.write(&settled, state, model.as_deref()).await;
        if written.is_err() {
            // The index is ahead of the store: the announced task puts back what was there.
            self.core.queue.wake();
        }
        written
    }

    fn index_change(&self, settled: &Settled<'_>, vector: Option<Embedding>) -> Change {
        match vector {
            None => Change::Remove(settled.row.id.clone()),
            Some(vector) => Change::Put(Document {
                memory: settled.row.id.clone(),
                owner: Owner::new(self.tenant(), &self.subject),
                scope: settled.row.scope.clone(),
                validity: settled.validity(),
                text: settled.content.statement.clone(),
                vector,
            }),
        }
    }

    async fn write(
        &self,
        settled: &Settled<'_>,
        index_state: IndexState,
        embedding_model: Option<&str>,
    ) -> Result<CorrectedMemory, DeskError> {
        let mut tx = self.core.store.begin().await?;
        self.check(&mut tx, settled).await?;
        let id = &settled.row.id;
        let revision = Revision {
            memory: id,
            subject: &self.subject,
            follows: settled.row.version,
            status: settled.row.status,
            sensitivity: settled.memory.sensitivity,
            // What the person corrects is the person's word, unless it was a stronger one already.
            authority: settled.row.authority.max(Authority::UserCorrection),
            confidence: settled.memory.confidence,
            validity: settled.validity(),
            fingerprint: settled.fingerprint,
            content: &settled.content,
            index_state,
            embedding_model,
            actor: &self.actor,
            reason: "correction",
            at: settled.now,
        };
        if !tx.revise_memory(&revision).await? {
            return Err(DeskError::StaleVersion);
        }
        tx.drop_index_tasks(id).await?;
        let version = settled.row.version + 1;
        let detail = format!("version={version} fields={}", settled.fields.join(","));
        let entry = self.entry(Event::Correct, "ok", Some(id.as_str()));
        audit::append_with(&mut tx, &self.core.ids, settled.now, &entry, Some(detail)).await?;
        tx.commit().await?;
        Ok(receipt(id, version, index_state))
    }

    /// Consent is on, and no other memory of the scope says the same for the same time.
    async fn check(&self, tx: &mut Tx, settled: &Settled<'_>) -> Result<(), DeskError> {
        consent::require(Some(((), tx.consent(self.tenant(), &self.subject).await?.granted)))?;
        let (scope, validity) = (&settled.row.scope, settled.validity());
        let besides = Some(&settled.row.id);
        let other = tx
            .memory_by_fingerprint(self.tenant(), &self.subject, scope, &settled.fingerprint, validity, besides)
            .await?;
        if other.is_some() { Err(DeskError::AlreadyExists) } else { Ok(()) }
    }
}

fn check_fields(memory: &EditableMemory) -> Result<(), DeskError> {
    let mut faults = memory.faults();
    if faults.is_empty() && canonical(&memory.statement).is_empty() {
        faults.push(FieldError::of(Fault::Empty, "statement", "must say something that can be read"));
    }
    if faults.is_empty() { Ok(()) } else { Err(DeskError::Invalid(faults)) }
}

fn check_version(row: &OwnedMemory, version: i64) -> Result<(), DeskError> {
    if row.version != version {
        Err(DeskError::StaleVersion)
    } else if is_correctable(row.status) {
        Ok(())
    } else {
        Err(DeskError::NotInForce)
    }
}

fn receipt(id: &MemoryId, version: i64, index_state: IndexState) -> CorrectedMemory {
    CorrectedMemory { memory_id: id.clone(), version, index_state, removed: false }
}
