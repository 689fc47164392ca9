//! Deleting memories for good.

use super::OwnerDesk;
use super::list::Paged;
use crate::audit::{self, Event};
use crate::desks::DeskError;
use crate::index::Change;
use crate::storage::{Burial, ListQuery, OwnedMemory};
use contract::deletion::{CONFIRMATIONS, MAX_DELETIONS, is_confirmation};
use contract::{
    ChosenMemory, Count, DeleteMemories, DeletionReport, DeletionRow, ErrorCode, IndexState, MemoryFilter, MemoryId,
    SortBy, SortOrder, Timestamp,
};
use std::collections::HashMap;

/// What a removed memory leaves behind beside its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remains {
    /// Tombstones: what it said does not come back by itself.
    Tombstones,
    /// Nothing: the person did not ask for the removal.
    Nothing,
}

impl OwnerDesk {
    /// Deletes memories from index, store and history; a tombstone without content is left. At most 200 a call.
    ///
    /// # Errors
    /// [`DeskError::Invalid`]; what could not be deleted is in the report.
    pub async fn delete(&self, request: DeleteMemories) -> Result<DeletionReport, DeskError> {
        let faults = request.faults();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        match request {
            DeleteMemories::Chosen(chosen) => {
                Ok(DeletionReport { rows: self.delete_chosen(&chosen).await?, remaining: Count::default() })
            }
            DeleteMemories::Matching { filter, unchanged_since } => {
                self.delete_matching(&filter, Some(unchanged_since)).await
            }
        }
    }

    /// Deletes everything that is remembered about the person, whatever its status. Repeat while something remains.
    ///
    /// # Errors
    /// [`DeskError::Invalid`] without the typed confirmation, [`DeskError::WrongPassword`], [`DeskError::RateLimited`].
    pub async fn delete_everything(&self, confirmation: &str, password: &str) -> Result<DeletionReport, DeskError> {
        if !is_confirmation(confirmation) {
            return Err(DeskError::field("confirmation", format!("must be `{}`", CONFIRMATIONS[0])));
        }
        if let Err(error) = self.core.reauthenticate(&self.actor, &self.subject, password).await {
            self.note_refusal(Event::Delete, &error, None).await;
            return Err(error);
        }
        // First, so that nothing comes of a turn that is being looked at.
        let mut tx = self.core.store.begin().await?;
        tx.forget_turns_of(self.tenant(), &self.subject, self.core.clock.now()).await?;
        tx.commit().await?;
        self.delete_matching(&MemoryFilter::default(), None).await
    }

    async fn delete_matching(
        &self,
        filter: &MemoryFilter,
        seen_until: Option<Timestamp>,
    ) -> Result<DeletionReport, DeskError> {
        let query = |limit: usize| ListQuery {
            filter,
            unchanged_since: seen_until,
            now: self.core.clock.now(),
            sort: SortBy::RecordedAt,
            order: SortOrder::Descending,
            after: None,
            limit: u32::try_from(limit).unwrap_or(u32::MAX),
        };
        let paged = match filter.search() {
            None => self.page(query(MAX_DELETIONS)).await?,
            Some(words) => self.search_to_the_end(query(MAX_DELETIONS), words).await?,
        };
        let choose = |row: &OwnedMemory| ChosenMemory { memory_id: row.id.clone(), version: row.version };
        let chosen: Vec<ChosenMemory> = paged.rows.iter().map(choose).collect();
        let rows = self.delete_chosen(&chosen).await?;
        let remaining = if filter.search().is_none() {
            self.core.store.count_matching(self.tenant(), &self.subject, &query(0)).await?
        } else {
            // What holds the words beyond this page is not known without reading it all.
            let kept = rows.iter().filter(|row| row.error.is_some()).count();
            Count { value: u32::try_from(kept).unwrap_or(u32::MAX), more: paged.next.is_some() }
        };
        Ok(DeletionReport { rows, remaining })
    }

    /// The first hits, however far down the list they are.
    async fn search_to_the_end(&self, mut query: ListQuery<'_>, words: &str) -> Result<Paged, DeskError> {
        loop {
            let (paged, _) = self.search(query.clone(), words).await?;
            if !paged.rows.is_empty() || paged.next.is_none() {
                return Ok(paged);
            }
            query.after = paged.next;
        }
    }

    /// Deletes these, and answers for each in order.
    async fn delete_chosen(&self, chosen: &[ChosenMemory]) -> Result<Vec<DeletionRow>, DeskError> {
        let ids: Vec<MemoryId> = chosen.iter().map(|chosen| chosen.memory_id.clone()).collect();
        let owned = self.core.store.owned_memories(self.tenant(), &self.subject, &ids).await?;
        let mut owned: HashMap<MemoryId, OwnedMemory> = owned.into_iter().map(|row| (row.id.clone(), row)).collect();
        let (mut told, mut with_index, mut without) = (HashMap::new(), Vec::new(), Vec::new());
        for ChosenMemory { memory_id, version } in chosen {
            match owned.remove(memory_id) {
                // Named twice, or not this person's.
                None => {
                    told.entry(memory_id.clone()).or_insert_with(|| kept(memory_id, ErrorCode::NotFound));
                }
                Some(row) if row.version != *version => {
                    told.insert(memory_id.clone(), kept(memory_id, ErrorCode::StaleVersion));
                }
                Some(row) if row.index_state == IndexState::Excluded => without.push(row),
                Some(row) => with_index.push(row),
            }
        }
        let now = self.core.clock.now();
        let mut done = reported(&without, self.bury(&without, &[], Remains::Tombstones, now).await);
        done.extend(reported(&with_index, self.delete_with_index(&with_index, now).await));
        told.extend(done.into_iter().map(|row| (row.memory_id.clone(), row)));
        self.note_kept(&told.values().filter(|row| row.error.is_some()).collect::<Vec<_>>()).await;
        Ok(ids.iter().filter_map(|id| told.remove(id)).collect())
    }

    /// Deletes memories that the index may hold. If the index fails, all of them stay.
    async fn delete_with_index(&self, rows: &[OwnedMemory], now: Timestamp) -> Result<Vec<DeletionRow>, DeskError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let mut held = self.core.hold_index().await?;
        // Read again: nobody changes the index's side of it from here on.
        let ids: Vec<MemoryId> = rows.iter().map(|row| row.id.clone()).collect();
        let now_there = self.core.store.owned_memories(self.tenant(), &self.subject, &ids).await?;
        let is_unchanged = |now: &OwnedMemory| rows.iter().any(|row| row.id == now.id && row.version == now.version);
        let (rows, changed): (Vec<_>, Vec<_>) = now_there.into_iter().partition(is_unchanged);
        let is_there = |id: &&MemoryId| rows.iter().chain(&changed).any(|row| row.id == **id);
        let gone: Vec<DeletionRow> =
            ids.iter().filter(|id| !is_there(id)).map(|id| kept(id, ErrorCode::NotFound)).collect();
        let announced = self.core.announce(self.tenant(), &self.subject, &rows, now).await?;
        let lost = self.core.lost(&held, &announced).await?;
        let removals = rows.iter().map(|row| Change::Remove(row.id.clone())).collect();
        self.core.change_index(&mut held, &announced, removals).await?;
        let buried = self.bury(&rows, &lost, Remains::Tombstones, now).await;
        // Removed documents leave the disk soon; what could not be buried is put back.
        self.core.queue.wake();
        let mut done = buried?;
        done.extend(changed.iter().map(|row| kept(&row.id, ErrorCode::StaleVersion)));
        done.extend(gone);
        Ok(done)
    }

    /// Removes memories from the store. `lost` are those that the index should have held and did not.
    pub(super) async fn bury(
        &self,
        rows: &[OwnedMemory],
        lost: &[MemoryId],
        remains: Remains,
        now: Timestamp,
    ) -> Result<Vec<DeletionRow>, DeskError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let mut said = match remains {
            Remains::Tombstones => self.said(rows).await?,
            Remains::Nothing => HashMap::new(),
        };
        let mut tx = self.core.store.begin().await?;
        let mut done = Vec::with_capacity(rows.len());
        for row in rows {
            let burial = Burial {
                tenant: self.tenant(),
                subject: &self.subject,
                memory: &row.id,
                version: row.version,
                said: &said.remove(&row.id).unwrap_or_default(),
                at: now,
            };
            if !tx.bury_memory(&burial).await? {
                done.push(kept(&row.id, ErrorCode::StaleVersion));
                continue;
            }
            tx.drop_index_tasks(&row.id).await?;
            let was_missing_in_index = lost.contains(&row.id);
            let outcome = if was_missing_in_index { "missing_in_index" } else { "ok" };
            let entry = self.entry(Event::Delete, outcome, Some(row.id.as_str()));
            audit::append(&mut tx, &self.core.ids, now, &entry).await?;
            done.push(DeletionRow { memory_id: row.id.clone(), error: None, was_missing_in_index });
        }
        tx.commit().await?;
        if let Err(error) = self.core.store.forget_log().await {
            tracing::warn!(error = &error as &dyn std::error::Error, "the write-ahead log was not emptied");
        }
        Ok(done)
    }

    /// What each of the memories says or ever said, as keyed hashes. What cannot be read cannot be kept from coming back.
    async fn said(&self, rows: &[OwnedMemory]) -> Result<HashMap<MemoryId, Vec<[u8; 32]>>, DeskError> {
        let ids: Vec<MemoryId> = rows.iter().map(|row| row.id.clone()).collect();
        let mut said: HashMap<MemoryId, Vec<[u8; 32]>> = HashMap::new();
        for version in self.core.store.versions(self.tenant(), &self.subject, &ids).await? {
            if let Ok(content) = self.core.store.open_content(&version.sealed) {
                let hash = self.core.store.tombstone_fingerprint(self.tenant(), &self.subject, &content.statement);
                said.entry(version.memory).or_default().push(hash);
            }
        }
        Ok(said)
    }

    /// Audits what was not deleted. The report is what the caller hears, whether this can be noted or not.
    async fn note_kept(&self, rows: &[&DeletionRow]) {
        if let Err(error) = self.try_note_kept(rows).await {
            tracing::error!(error = &error as &dyn std::error::Error, "refused deletions were not audited");
        }
    }

    async fn try_note_kept(&self, rows: &[&DeletionRow]) -> Result<(), DeskError> {
        if rows.is_empty() {
            return Ok(());
        }
        let mut tx = self.core.store.begin().await?;
        for row in rows {
            let outcome = row.error.map_or("ok", ErrorCode::as_str);
            let entry = self.entry(Event::Delete, outcome, Some(row.memory_id.as_str()));
            audit::append(&mut tx, &self.core.ids, self.core.clock.now(), &entry).await?;
        }
        Ok(tx.commit().await?)
    }
}

fn kept(memory: &MemoryId, error: ErrorCode) -> DeletionRow {
    DeletionRow { memory_id: memory.clone(), error: Some(error), was_missing_in_index: false }
}

/// The outcome of each row, also where all of them failed together.
fn reported(rows: &[OwnedMemory], outcome: Result<Vec<DeletionRow>, DeskError>) -> Vec<DeletionRow> {
    outcome.unwrap_or_else(|error| {
        let code = ErrorCode::from(&error);
        if code == ErrorCode::Internal {
            tracing::error!(error = &error as &dyn std::error::Error, "a deletion failed");
        }
        rows.iter().map(|row| kept(&row.id, code)).collect()
    })
}
