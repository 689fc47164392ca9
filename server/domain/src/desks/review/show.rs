//! Candidates as reviewers may see them.

use super::ReviewDesk;
use crate::desks::DeskError;
use crate::desks::provenance::provenance;
use crate::memory::{Content, editable, text_diff};
use crate::storage::{StoredCandidate, StoredDecision, StoredSimilar};
use contract::review::{
    CandidateDetail, CandidateRow, Claim, DecisionView, Passage, PersonView, Proposal, ReviewerAction, SimilarMemory,
};
use contract::{MemoryId, Statement, Status, Timestamp};
use std::collections::HashMap;

/// So many characters of a passage are shown on each side of the span.
const AROUND_SPAN: usize = 160;

/// What the asking reviewer may see of a candidate's content.
enum Seen {
    Content(Content),
    Masked,
    Unreadable,
}

impl ReviewDesk {
    /// The rows of these candidates, in order; sensitive ones masked. One statement more, however many there are.
    pub(super) async fn rows(
        &self,
        candidates: Vec<StoredCandidate>,
        now: Timestamp,
    ) -> Result<Vec<CandidateRow>, DeskError> {
        let ids: Vec<MemoryId> = candidates.iter().map(|candidate| candidate.memory.id.clone()).collect();
        let mut similar: HashMap<MemoryId, Vec<StoredSimilar>> = HashMap::new();
        for one in self.core.store.similar(self.tenant(), &ids).await? {
            similar.entry(one.candidate.clone()).or_default().push(one);
        }
        let mut rows = Vec::with_capacity(candidates.len());
        for candidate in &candidates {
            let similar = similar.remove(&candidate.memory.id).unwrap_or_default();
            rows.push(self.row(candidate, &similar, &self.seen(candidate, false), now));
            // Decrypting and comparing take a while; others get their turn in between.
            tokio::task::yield_now().await;
        }
        Ok(rows)
    }

    /// One candidate in full, as far as it is shown.
    pub(super) async fn detail(
        &self,
        candidate: &StoredCandidate,
        reveals: bool,
        now: Timestamp,
    ) -> Result<CandidateDetail, DeskError> {
        let (store, ids) = (&self.core.store, std::slice::from_ref(&candidate.memory.id));
        let similar = store.similar(self.tenant(), ids).await?;
        let decisions = store.decisions(self.tenant(), ids).await?;
        let seen = self.seen(candidate, reveals);
        let row = self.row(candidate, &similar, &seen, now);
        let decisions = decisions.iter().map(|decision| self.decision_view(decision)).collect();
        let Seen::Content(content) = &seen else {
            return Ok(CandidateDetail {
                row,
                memory: None,
                proposed_sensitivity: None,
                provenance: Vec::new(),
                decisions,
            });
        };
        let sources = store.sources(self.tenant(), &candidate.subject, ids).await?;
        let memory = &candidate.memory;
        Ok(CandidateDetail {
            row,
            memory: Some(editable(content, memory.sensitivity, memory.confidence, memory.validity)),
            proposed_sensitivity: memory.proposed_sensitivity,
            provenance: provenance(content, sources),
            decisions,
        })
    }

    /// What is sensitive is seen when it is revealed; what has been decided, or belongs to somebody who has withdrawn
    /// consent, is not seen any more: the person goes on correcting it, for nobody here to read.
    fn seen(&self, candidate: &StoredCandidate, reveals: bool) -> Seen {
        let waits = candidate.memory.status == Status::Candidate;
        if !waits || !candidate.consent || (candidate.memory.sensitivity.is_masked() && !reveals) {
            return Seen::Masked;
        }
        match self.core.store.open_content(&candidate.memory.sealed) {
            Ok(content) => Seen::Content(content),
            Err(error) => {
                let memory = &candidate.memory.id;
                tracing::error!(error = &error as &dyn std::error::Error, memory.id = %memory, "a memory cannot be read");
                Seen::Unreadable
            }
        }
    }

    fn row(&self, candidate: &StoredCandidate, similar: &[StoredSimilar], seen: &Seen, now: Timestamp) -> CandidateRow {
        let memory = &candidate.memory;
        let (statement, content) = match seen {
            Seen::Content(content) => (Statement::Shown(content.statement.clone()), Some(content)),
            Seen::Masked => (Statement::Masked, None),
            Seen::Unreadable => (Statement::Unreadable, None),
        };
        let characters = content.map(|content| content.statement.chars().count());
        CandidateRow {
            memory_id: memory.id.clone(),
            version: memory.version,
            characters: characters.map(|count| u32::try_from(count).unwrap_or(u32::MAX)),
            kind: memory.kind,
            scope: memory.scope.clone(),
            sensitivity: memory.sensitivity,
            confidence: memory.confidence,
            authority: memory.authority,
            person: PersonView { user_id: candidate.subject.clone(), name: candidate.person_name.clone() },
            consent: candidate.consent,
            service: candidate.service.clone(),
            passage: content.and_then(passage),
            recorded_at: memory.recorded_at,
            expires_at: candidate.expires_at,
            proposal: Proposal {
                action: candidate.action,
                target: candidate.target.as_ref().map(|(id, _)| id.clone()),
                compared: candidate.compared,
                similar: match seen {
                    Seen::Masked if candidate.memory.status != Status::Candidate || !candidate.consent => Vec::new(),
                    _ => similar.iter().map(|one| self.similar_memory(one, content)).collect(),
                },
            },
            claim: self.claim_view(candidate, now),
            allowed: allowed(candidate, matches!(seen, Seen::Unreadable), now),
            statement,
        }
    }

    fn similar_memory(&self, similar: &StoredSimilar, candidate: Option<&Content>) -> SimilarMemory {
        let is_shown = !similar.sensitivity.is_masked();
        let content = is_shown.then(|| self.core.store.open_content(&similar.sealed));
        let (statement, diff) = match (content, candidate) {
            (None, _) => (Statement::Masked, Vec::new()),
            (Some(Err(_)), _) => (Statement::Unreadable, Vec::new()),
            (Some(Ok(content)), None) => (Statement::Shown(content.statement.clone()), Vec::new()),
            (Some(Ok(content)), Some(candidate)) => {
                (Statement::Shown(content.statement.clone()), text_diff(&content.statement, &candidate.statement))
            }
        };
        SimilarMemory {
            memory_id: similar.id.clone(),
            version: similar.version,
            kind: similar.kind,
            status: similar.status,
            statement,
            closeness: similar.closeness,
            diff,
        }
    }

    fn claim_view(&self, candidate: &StoredCandidate, now: Timestamp) -> Option<Claim> {
        let claim = candidate.claim.as_ref().filter(|claim| claim.until > now)?;
        Some(Claim { by: claim.name.clone(), is_you: claim.by == self.reviewer, until: claim.until })
    }

    /// A decision, with its note.
    pub(super) fn decision_view(&self, decision: &StoredDecision) -> DecisionView {
        DecisionView {
            decision_id: decision.id.clone(),
            kind: decision.kind,
            by: decision.reviewer_name.clone(),
            is_you: decision.reviewer.as_ref() == Some(&self.reviewer),
            at: decision.at,
            version: decision.version,
            action: decision.action,
            reason: decision.reason,
            note: decision.note.as_ref().and_then(|note| self.core.store.open_note(note).ok()),
            undoes: decision.undoes.clone(),
        }
    }
}

/// What the reviewer may do with it now. What has been decided, or whose time is over, is for looking at.
fn allowed(candidate: &StoredCandidate, is_unreadable: bool, now: Timestamp) -> Vec<ReviewerAction> {
    if candidate.memory.status != Status::Candidate || candidate.expires_at <= now {
        return Vec::new();
    }
    let is_masked = candidate.memory.sensitivity.is_masked();
    let may_approve = candidate.consent && !is_unreadable && (!is_masked || candidate.revealed);
    let when = |condition: bool, action| condition.then_some(action);
    [
        when(is_masked && !is_unreadable && candidate.consent, ReviewerAction::Reveal),
        when(may_approve, ReviewerAction::Approve),
        when(may_approve, ReviewerAction::Edit),
        Some(ReviewerAction::Reject),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The first span that the memory was drawn from, with the words around it as far as they are known.
fn passage(content: &Content) -> Option<Passage> {
    let span = content.sources.iter().find_map(|source| source.span.clone())?;
    let around = content.raw_content.as_deref().and_then(|text| text.split_once(span.as_str()));
    let (before, after) = around.unwrap_or_default();
    let start = before.char_indices().rev().nth(AROUND_SPAN - 1).map_or(0, |(place, _)| place);
    let end = after.char_indices().nth(AROUND_SPAN).map_or(after.len(), |(place, _)| place);
    Some(Passage { before: before[start..].to_owned(), after: after[..end].to_owned(), span })
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{SourceRef, SourceRole};

    fn drawn(span: &str, raw: Option<&str>) -> Content {
        let source = SourceRef { span: Some(span.to_owned()), ..SourceRef::of("e-1".into(), SourceRole::User) };
        let mut content = Content::of("x".into(), vec![source]);
        content.raw_content = raw.map(str::to_owned);
        content
    }

    #[test]
    fn a_span_is_shown_among_the_words_around_it() {
        let passage_of = |content: &Content| passage(content).map(|p| (p.before, p.span, p.after));
        let own = |texts: (&str, &str, &str)| Some((texts.0.to_owned(), texts.1.to_owned(), texts.2.to_owned()));
        assert_eq!(passage_of(&drawn("차를", Some("나는 차를 마신다"))), own(("나는 ", "차를", " 마신다")));
        assert_eq!(passage_of(&drawn("차를", Some("다른 말"))), own(("", "차를", "")));
        assert_eq!(passage_of(&drawn("차를", None)), own(("", "차를", "")));
        assert_eq!(passage_of(&Content::of("x".into(), Vec::new())), None);
    }

    #[test]
    fn long_passages_are_cut_between_characters() {
        let raw = format!("{}차{}", "가".repeat(500), "나".repeat(500));
        let shown = passage(&drawn("차", Some(&raw))).expect("is there");
        assert_eq!((shown.before.chars().count(), shown.after.chars().count()), (AROUND_SPAN, AROUND_SPAN));
    }
}
