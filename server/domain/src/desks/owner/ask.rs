//! Asking one's own memory.

use super::OwnerDesk;
use crate::audit::Event;
use crate::consent;
use crate::desks::DeskError;
use crate::recall::Asked;
use contract::{AskAnswer, AskMemory, LeftOut, LeftOutMemory, MemoryId, RecallDefaults, Scope, ScopeSet, Score};
use std::collections::HashMap;

/// So many memories that were left out are told; the rest scored lower.
const MOST_LEFT_OUT: usize = 20;

impl OwnerDesk {
    /// What an assistant would recall for a question, and why not the rest. A recall like any other: logged and audited.
    ///
    /// # Errors
    /// [`DeskError::Invalid`], [`DeskError::ConsentRequired`], [`DeskError::NotFound`] for a service that has no memories
    /// about the person.
    pub async fn ask(&self, request: AskMemory) -> Result<AskAnswer, DeskError> {
        let answer = self.try_ask(&request).await;
        if let Err(error) = &answer {
            self.note_refusal(Event::Recall, error, None).await;
        }
        answer
    }

    async fn try_ask(&self, request: &AskMemory) -> Result<AskAnswer, DeskError> {
        let faults = request.faults();
        if !faults.is_empty() {
            return Err(DeskError::Invalid(faults));
        }
        consent::require(Some(((), self.consent().await?.granted)))?;
        let scopes = self.scopes(request).await?;
        let manner = self.manner(request).await?;
        let (actor, subject, query) = (&self.actor, &self.subject, &request.query);
        let asked = Asked { actor, subject, query, scopes: &scopes, manner: &manner };
        let outcome = self.core.recaller.recall(&asked).await;
        let now = self.core.clock.now();
        Ok(AskAnswer {
            left_out: self.left_out(outcome.left_out).await?,
            never_searched: self.core.store.never_searched(self.tenant(), &self.subject, &scopes, now).await?,
            recall: outcome.answer,
        })
    }

    async fn scopes(&self, request: &AskMemory) -> Result<ScopeSet, DeskError> {
        let personal = ScopeSet::of(Scope::Personal);
        let Some(service) = &request.service else { return Ok(personal) };
        let is_known = self.services().await?.iter().any(|choice| choice.service == *service);
        if is_known { Ok(personal.with(Scope::Service(service.clone()))) } else { Err(DeskError::NotFound) }
    }

    /// How the service asks, if one is named; else as by default.
    async fn manner(&self, request: &AskMemory) -> Result<RecallDefaults, DeskError> {
        let Some(service) = &request.service else { return Ok(RecallDefaults::default()) };
        let deployed = self.core.store.deployed_settings(self.tenant(), service).await?;
        Ok(deployed.unwrap_or_default().recall)
    }

    async fn left_out(&self, left_out: Vec<(MemoryId, Score, LeftOut)>) -> Result<Vec<LeftOutMemory>, DeskError> {
        let told = &left_out[..left_out.len().min(MOST_LEFT_OUT)];
        let ids: Vec<MemoryId> = told.iter().map(|(id, _, _)| id.clone()).collect();
        let rows = self.core.store.owned_memories(self.tenant(), &self.subject, &ids).await?;
        let rows: HashMap<&MemoryId, _> = rows.iter().map(|row| (&row.id, row)).collect();
        let now = self.core.clock.now();
        let tell = |(id, score, reason): &(MemoryId, Score, LeftOut)| {
            let row = self.shown(rows.get(id)?, now);
            Some(LeftOutMemory { row, reason: *reason, score: *score })
        };
        Ok(told.iter().filter_map(tell).collect())
    }
}
