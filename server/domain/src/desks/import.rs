//! Import: memories that were decided elsewhere. Encryption, sensitivity, fingerprint and index apply; extraction, merge
//! and review do not.
//!
//! A person in the file whom this install does not know is made an account that cannot sign in, with the subject as
//! external id, and the operator vouches for that person's consent (the event says so). A person who is known and has
//! consent off is refused: one's own choice outweighs a file.

use super::{AdminDesk, DeskError};
use crate::audit::{self, Entry, Event};
use crate::intake::raise_sensitivity;
use crate::memory::{Content, asks_for_more_care};
use crate::storage::{NewAccount, NewMemory, Tx};
use contract::text::{self, EXTERNAL_ID_MAX_BYTES, STATEMENT_MAX_BYTES};
use contract::{
    Authority, ConsentSource, FieldError, Kind, MemoryId, Role, Scope, Sensitivity, SourceRef, SourceRole, Status,
    Timestamp, UserId, Validity,
};
use std::collections::HashMap;

/// One memory of a file.
#[derive(Debug, Clone)]
pub struct ImportMemory {
    /// Whom it is about: an account id or an external id.
    pub subject: String,
    /// What it says.
    pub statement: String,
    /// What sort of thing it is.
    pub kind: Kind,
    /// As for a save: anything unknown is `unknown`.
    pub sensitivity: Option<String>,
    /// When it was known; now if absent. Also the start of its validity.
    pub recorded_at: Option<Timestamp>,
    /// The events that it comes from.
    pub sources: Vec<String>,
}

/// Why one memory was not imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportRefusal {
    /// Its fields are at fault.
    Invalid(Vec<FieldError>),
    /// The person is known and has not consented.
    ConsentRequired,
    /// The person has deleted this statement.
    DeletedByOwner,
}

/// What became of one memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportOutcome {
    /// It is new.
    Stored(MemoryId),
    /// The person has it already.
    Duplicate(MemoryId),
    /// It was not taken.
    Refused(ImportRefusal),
}

impl AdminDesk {
    /// Imports a batch in one transaction, and answers for each memory in order. Doing it again adds nothing.
    ///
    /// # Errors
    /// [`DeskError::Store`], [`DeskError::NotFound`] for an unknown tenant; then nothing of the batch was stored.
    pub async fn import(&self, batch: Vec<ImportMemory>) -> Result<Vec<ImportOutcome>, DeskError> {
        self.require_tenant().await?;
        let mut tx = self.core.store.begin().await?;
        // Inside the transaction nobody else writes: what is read here, consent too, still holds when it is used.
        let mut subjects = HashMap::new();
        for memory in batch.iter().filter(|memory| faults(memory).is_empty()) {
            if !subjects.contains_key(&memory.subject) {
                let known = self.core.store.subject(&self.actor.tenant, None, &memory.subject).await?;
                subjects.insert(memory.subject.clone(), known);
            }
        }
        let mut outcomes = Vec::with_capacity(batch.len());
        for memory in &batch {
            outcomes.push(self.import_one(&mut tx, &mut subjects, memory).await?);
        }
        tx.commit().await?;
        self.core.queue.wake();
        Ok(outcomes)
    }

    /// How many memories still have to go into the index.
    ///
    /// # Errors
    /// [`DeskError::Store`].
    pub async fn index_backlog(&self) -> Result<u64, DeskError> {
        Ok(self.core.store.waiting_index_tasks().await?)
    }

    async fn import_one(
        &self,
        tx: &mut Tx,
        subjects: &mut HashMap<String, Option<(UserId, bool)>>,
        memory: &ImportMemory,
    ) -> Result<ImportOutcome, DeskError> {
        let faults = faults(memory);
        if !faults.is_empty() {
            return Ok(ImportOutcome::Refused(ImportRefusal::Invalid(faults)));
        }
        let subject = match subjects.get(&memory.subject) {
            Some(Some((subject, true))) => subject.clone(),
            Some(Some((_, false))) => return Ok(ImportOutcome::Refused(ImportRefusal::ConsentRequired)),
            _ => {
                let subject = self.add_subject(tx, &memory.subject).await?;
                subjects.insert(memory.subject.clone(), Some((subject.clone(), true)));
                subject
            }
        };
        self.insert(tx, &subject, memory).await
    }

    async fn add_subject(&self, tx: &mut Tx, external_id: &str) -> Result<UserId, DeskError> {
        let (id, now) = (self.core.ids.next::<UserId>(), self.core.clock.now());
        let account = NewAccount {
            id: &id,
            tenant: &self.actor.tenant,
            email: None,
            password_hash: None,
            role: Role::User,
            at: now,
        };
        tx.insert_account(&account).await?;
        tx.link_external_id(&self.actor.tenant, external_id, &id).await.map_err(DeskError::unique)?;
        tx.append_consent(&self.actor, &id, true, ConsentSource::Import, now).await?;
        for (event, outcome) in [(Event::UserAdd, "ok"), (Event::Consent, "on")] {
            let entry = Entry { actor: &self.actor, event, outcome, subject: Some(&id), object: None };
            audit::append(tx, &self.core.ids, now, &entry).await?;
        }
        Ok(id)
    }

    async fn insert(&self, tx: &mut Tx, subject: &UserId, memory: &ImportMemory) -> Result<ImportOutcome, DeskError> {
        let (tenant, scope, now) = (&self.actor.tenant, Scope::Personal, self.core.clock.now());
        let fingerprint = self.core.store.statement_fingerprint(tenant, subject, &scope, &memory.statement);
        let (id, known_at) = (self.core.ids.next::<MemoryId>(), memory.recorded_at.unwrap_or(now));
        let validity = Validity { from: known_at, to: None };
        let sensitivity = Sensitivity::normalise(memory.sensitivity.as_deref());
        let existing = tx.memory_by_fingerprint(tenant, subject, &scope, &fingerprint, validity, None).await?;
        if let Some(existing) = existing {
            if asks_for_more_care(existing.sensitivity, sensitivity) {
                raise_sensitivity((tx, &self.core.store), &self.actor, subject, &existing.id, sensitivity, now).await?;
                self.note(tx, subject, &existing.id, "duplicate_sensitivity_raised", now).await?;
            }
            return Ok(ImportOutcome::Duplicate(existing.id));
        }
        let said = self.core.store.tombstone_fingerprint(tenant, subject, &memory.statement);
        if tx.is_buried(tenant, subject, &said).await? {
            return Ok(ImportOutcome::Refused(ImportRefusal::DeletedByOwner));
        }
        let source = |event_id: &String| SourceRef::of(event_id.clone(), SourceRole::User);
        let content = Content::of(memory.statement.clone(), memory.sources.iter().map(source).collect());
        tx.insert_memory(&NewMemory {
            id: &id,
            subject,
            scope: &scope,
            kind: memory.kind,
            status: Status::Active,
            sensitivity,
            authority: Authority::ModelInference,
            confidence: 1.0,
            validity,
            recorded_at: known_at,
            written_at: now,
            fingerprint,
            content: &content,
            service: None,
            expires_at: None,
            actor: &self.actor,
            reason: "import",
        })
        .await?;
        self.note(tx, subject, &id, "ok", now).await?;
        Ok(ImportOutcome::Stored(id))
    }

    async fn note(
        &self,
        tx: &mut Tx,
        subject: &UserId,
        memory: &MemoryId,
        outcome: &str,
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let object = Some(memory.as_str());
        let entry = Entry { actor: &self.actor, event: Event::Import, outcome, subject: Some(subject), object };
        Ok(audit::append(tx, &self.core.ids, now, &entry).await?)
    }
}

fn faults(memory: &ImportMemory) -> Vec<FieldError> {
    let checks =
        [("subject", &memory.subject, EXTERNAL_ID_MAX_BYTES), ("statement", &memory.statement, STATEMENT_MAX_BYTES)];
    let fault = |(field, value, max): (&str, &String, usize)| {
        text::check(value, max).err().map(|fault| FieldError::new(field, fault))
    };
    checks.into_iter().filter_map(fault).collect()
}
