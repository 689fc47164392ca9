//! Looks at the turns that wait: extractor → gate → how it fits in → kept, each turn exactly once.
//!
//! A turn is claimed for a while, looked at without any transaction, and finished in one: what is kept, what was refused,
//! what it took, and that it is done. A process that dies in between leaves a turn that waits; whoever takes it up again
//! finds nothing of the first attempt. Turns of one person are looked at one after the other, those of several side by side.

use super::IndexQueue;
use super::worker::{Looks, Rhythm, Round};
use crate::audit::{self, Entry, Event};
use crate::extraction::{
    Admitted, Effort, ExtractFailure, Extracted, Extractors, GATE_VERSION, Message, Turn, Verdict, gate,
};
use crate::intake::{FitsIn, Incoming, Intake, Kept, Statement};
use crate::kernel::{Actor, Clock, Ids, Principal};
use crate::memory::Content;
use crate::storage::{ClaimedTurn, NewVerdict, Store, StoreError, StoredSettings, TurnCost, Tx};
use contract::review::ReconcileAction;
use contract::{
    CostBearer, MemoryId, Refusal, RevisionSettings, SourceRef, Timestamp, TurnId, TurnMessage, TurnState, UserId,
    Validity,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::{JoinHandle, JoinSet};

/// How often it looks without being woken: turns of other processes, and those that were put off.
const LOOK: Duration = Duration::from_secs(1);
/// Turns that are looked at side by side.
const BATCH: u32 = 16;
/// Nobody else takes up a turn before that, unless whoever has it says that it is still being looked at: what a process that
/// died had in hand is taken up again soon.
const CLAIM: Duration = Duration::from_secs(30);
/// How often that is said.
const RENEW: Duration = Duration::from_secs(10);
/// The longest that an extractor may take, with all of its attempts.
const LONGEST: Duration = Duration::from_mins(5);
/// After so many attempts, a turn is left to the night.
const ATTEMPTS: i64 = 5;
/// The pause after the first attempt; doubled with each.
const FIRST_PAUSE: Duration = Duration::from_secs(5);

/// The worker.
#[derive(Clone)]
pub struct Turns {
    intake: Intake,
    queue: IndexQueue,
    extractors: Extractors,
    clock: Arc<dyn Clock>,
    ids: Ids,
    settings: watch::Receiver<StoredSettings>,
}

/// Why a turn could not be looked at.
#[derive(Debug, thiserror::Error)]
enum LookError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Extractor(#[from] ExtractFailure),
    #[error("no extractor of that name is configured")]
    NoExtractor,
    #[error("the extractor took too long")]
    Slow,
    #[error("whoever looked at it before did not come to an end")]
    Worn,
}

/// What was found in a turn, and how it would fit in.
struct Findings {
    extractor: String,
    verdicts: Vec<Finding>,
    effort: Effort,
}

/// What became of a proposal, with how it would fit in if it was admitted.
struct Finding {
    /// What the extractor said of it.
    message: usize,
    kind: contract::Kind,
    confidence: f64,
    verdict: Result<(Admitted, Prepared), Refusal>,
}

/// An admitted proposal as a memory to be.
struct Prepared {
    id: MemoryId,
    content: Content,
    validity: Validity,
    fits: FitsIn,
}

impl Round for Turns {
    async fn round(&mut self) -> Result<bool, StoreError> {
        self.batch().await
    }
}

impl Turns {
    /// Starts the worker, which `wake` wakes. It stops when `stop` turns true, after the batch at hand.
    pub fn start(
        (intake, queue): (Intake, IndexQueue),
        extractors: Extractors,
        (clock, ids): (Arc<dyn Clock>, Ids),
        settings: watch::Receiver<StoredSettings>,
        (wake, stop): (Arc<Notify>, watch::Receiver<bool>),
    ) -> (JoinHandle<()>, Looks) {
        let (rhythm, looks) = Rhythm::woken_by("looking at turns", LOOK, wake);
        let mut worker = Self { intake, queue, extractors, clock, ids, settings };
        (tokio::spawn(async move { rhythm.keep(stop, &mut worker).await }), looks)
    }

    fn store(&self) -> &Store {
        &self.intake.store
    }

    /// Looks at turns that wait; says whether there may be more.
    async fn batch(&self) -> Result<bool, StoreError> {
        let now = self.clock.now();
        if !self.store().has_due_turns(now).await? {
            return Ok(false);
        }
        let mut tx = self.store().begin().await?;
        let turns = tx.claim_turns(now, now.plus(CLAIM), BATCH).await?;
        tx.commit().await?;
        let ids: Vec<TurnId> = turns.iter().map(|turn| turn.id.clone()).collect();
        let mut of_each: BTreeMap<UserId, Vec<ClaimedTurn>> = BTreeMap::new();
        for turn in turns {
            of_each.entry(turn.subject.clone()).or_default().push(turn);
        }
        let mut people = JoinSet::new();
        for turns in of_each.into_values() {
            let worker = self.clone();
            people.spawn(async move {
                for turn in turns {
                    worker.look_at(turn).await;
                }
            });
        }
        loop {
            match tokio::time::timeout(RENEW, people.join_next()).await {
                Err(_) => {
                    // What is at hand goes on: the next time may do, and a claim that runs out costs an attempt only.
                    if let Err(error) = self.renew(&ids).await {
                        tracing::warn!(error = &error as &dyn std::error::Error, "claims were not renewed");
                    }
                }
                Ok(None) => break,
                Ok(Some(Ok(()))) => {}
                Ok(Some(Err(_))) => tracing::error!("looking at a turn panicked; it is taken up again later"),
            }
        }
        self.queue.wake();
        Ok(true)
    }

    async fn renew(&self, turns: &[TurnId]) -> Result<(), StoreError> {
        let mut tx = self.store().begin().await?;
        tx.renew_claims(turns, self.clock.now().plus(CLAIM)).await?;
        tx.commit().await
    }

    async fn look_at(&self, mut turn: ClaimedTurn) {
        if let Err(error) = self.try_look_at(&mut turn).await
            && let Err(error) = self.put_off(&turn, &error).await
        {
            tracing::error!(error = &error as &dyn std::error::Error, turn.id = %turn.id, "a turn was not put off");
        }
    }

    async fn try_look_at(&self, turn: &mut ClaimedTurn) -> Result<(), LookError> {
        if turn.attempts > ATTEMPTS {
            return Err(LookError::Worn);
        }
        let settings = self.store().deployed_settings(&turn.tenant, &turn.service).await?;
        let Some(settings) = settings.filter(|settings| settings.memory) else {
            return self.skip(turn, "memory_off").await;
        };
        if !self.store().consent(&turn.tenant, &turn.subject).await?.granted {
            return self.skip(turn, "consent_required").await;
        }
        let Some(messages) = turn.messages.take() else { return self.skip(turn, "unreadable").await };
        let findings = self.find(turn, messages, &settings).await?;
        self.finish(turn, &settings, &findings).await
    }

    /// What the extractor proposes, the gate admits, and how that fits in.
    async fn find(
        &self,
        turn: &ClaimedTurn,
        messages: Vec<TurnMessage>,
        settings: &RevisionSettings,
    ) -> Result<Findings, LookError> {
        let extractor = self.extractors.get(&settings.extractor).ok_or(LookError::NoExtractor)?;
        let messages = messages.into_iter().map(|TurnMessage { role, text }| Message { role, text }).collect();
        let said = Turn { messages, occurred_at: turn.occurred_at };
        let extracting = tokio::time::timeout(LONGEST, extractor.extract(&said));
        let Extracted { proposals, mut effort } = extracting.await.map_err(|_| LookError::Slow)??;
        let told: Vec<_> = proposals.iter().map(|p| (p.message, p.kind, p.confidence)).collect();
        let mut verdicts = Vec::with_capacity(told.len());
        for ((message, kind, confidence), verdict) in told.into_iter().zip(gate::decide(&said.messages, proposals)) {
            let verdict = self.prepared(turn, verdict).await?;
            effort.embedded_tokens += verdict.as_ref().map_or(0, |(_, prepared)| self.compared_tokens(prepared));
            verdicts.push(Finding { message, kind, confidence, verdict });
        }
        Ok(Findings { extractor: extractor.id(), verdicts, effort })
    }

    /// What the embedding model read to compare a memory to be with what is remembered.
    fn compared_tokens(&self, prepared: &Prepared) -> u64 {
        let embedder = self.intake.recaller.embedder.as_ref().filter(|_| prepared.fits.compared);
        embedder.map_or(0, |embedder| embedder.count_tokens(&prepared.content.statement) as u64)
    }

    async fn prepared(
        &self,
        turn: &ClaimedTurn,
        verdict: Verdict,
    ) -> Result<Result<(Admitted, Prepared), Refusal>, StoreError> {
        let admitted = match verdict {
            Ok(admitted) => admitted,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let proposal = &admitted.proposal;
        let said = proposal.validity(turn.occurred_at);
        let validity = Validity { to: said.to.filter(|to| *to > said.from), ..said };
        let content = content(turn, &admitted);
        let statement = Statement {
            tenant: &turn.tenant,
            subject: &turn.subject,
            scope: &turn.scope,
            kind: proposal.kind,
            content: &content,
            authority: admitted.authority,
            validity,
            ends: proposal.ends,
            at: self.clock.now(),
        };
        let fits = self.intake.fits_in(&statement).await?;
        Ok(Ok((admitted, Prepared { id: self.ids.next(), content, validity, fits })))
    }

    /// Writes all that became of the turn, unless somebody else has been faster or consent was withdrawn meanwhile.
    async fn finish(
        &self,
        turn: &ClaimedTurn,
        settings: &RevisionSettings,
        findings: &Findings,
    ) -> Result<(), LookError> {
        let now = self.clock.now();
        let keeps_text = self.settings.borrow().settings.turn_days > 0;
        let mut tx = self.store().begin().await?;
        if !tx.finish_turn(turn, TurnState::Extracted, keeps_text, now).await? {
            return Ok(());
        }
        if !tx.consent(&turn.tenant, &turn.subject).await?.granted {
            drop(tx);
            return self.skip(turn, "consent_required").await;
        }
        let actor = Actor { tenant: turn.tenant.clone(), principal: Principal::System };
        let mut told = Vec::with_capacity(findings.verdicts.len());
        for finding in &findings.verdicts {
            told.push(self.keep(&mut tx, (&actor, turn, settings), finding, now).await?);
        }
        let verdicts: Vec<_> =
            findings.verdicts.iter().zip(&told).map(|(finding, told)| verdict(findings, finding, told)).collect();
        tx.insert_verdicts(turn, &verdicts, now).await?;
        let Effort { calls, prompt_tokens, completion_tokens, embedded_tokens } = findings.effort;
        let borne_by = (settings.cost == CostBearer::User).then_some(&turn.subject);
        let cost = TurnCost { borne_by, calls, prompt_tokens, completion_tokens, embedded_tokens };
        tx.insert_turn_cost(turn, &cost, now).await?;
        let kept = told.iter().filter(|told| told.memory.is_some()).count();
        let detail = Some(format!("kept={kept} refused={}", told.len() - kept));
        audit::append_with(&mut tx, &self.ids, now, &entry(&actor, turn, "ok"), detail).await?;
        Ok(tx.commit().await?)
    }

    async fn keep(
        &self,
        tx: &mut Tx,
        (actor, turn, settings): (&Actor, &ClaimedTurn, &RevisionSettings),
        finding: &Finding,
        now: Timestamp,
    ) -> Result<Told, StoreError> {
        let (admitted, prepared) = match &finding.verdict {
            Ok(found) => found,
            Err(refusal) => return Ok(Told::refused(*refusal)),
        };
        let incoming = Incoming {
            id: &prepared.id,
            actor,
            subject: &turn.subject,
            service: &turn.service,
            scope: &turn.scope,
            kind: admitted.proposal.kind,
            sensitivity: admitted.proposal.sensitivity,
            authority: admitted.authority,
            confidence: admitted.proposal.confidence,
            validity: prepared.validity,
            content: &prepared.content,
            fits: &prepared.fits,
            requested_by_user: false,
            adds_evidence: true,
            approval: settings.approval,
            reason: "extracted",
            now,
        };
        Ok(match self.intake.keep(tx, &incoming).await? {
            Kept::New { action, .. } => Told::kept(action, prepared.id.clone()),
            Kept::Known { existing, .. } => Told::kept(ReconcileAction::Merge, existing.id),
            Kept::Joined(memory) => Told::kept(ReconcileAction::Merge, memory),
            Kept::Buried => Told::refused(Refusal::DeletedByOwner),
        })
    }

    /// Nobody will look at it: its text goes.
    async fn skip(&self, turn: &ClaimedTurn, why: &str) -> Result<(), LookError> {
        let now = self.clock.now();
        let actor = Actor { tenant: turn.tenant.clone(), principal: Principal::System };
        let mut tx = self.store().begin().await?;
        if tx.finish_turn(turn, TurnState::Skipped, false, now).await? {
            audit::append(&mut tx, &self.ids, now, &entry(&actor, turn, why)).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Tries again a little later; after some attempts, at night.
    async fn put_off(&self, turn: &ClaimedTurn, error: &LookError) -> Result<(), StoreError> {
        tracing::warn!(error = error as &dyn std::error::Error, turn.id = %turn.id, "a turn could not be looked at");
        let now = self.clock.now();
        let mut tx = self.store().begin().await?;
        if turn.attempts < ATTEMPTS {
            let pause = FIRST_PAUSE * 2_u32.saturating_pow(u32::try_from(turn.attempts - 1).unwrap_or(0));
            tx.put_turn_off(turn, TurnState::Waiting, now.plus(pause)).await?;
        } else {
            tx.put_turn_off(turn, TurnState::Failed, now).await?;
            let actor = Actor { tenant: turn.tenant.clone(), principal: Principal::System };
            audit::append(&mut tx, &self.ids, now, &entry(&actor, turn, "failed")).await?;
        }
        tx.commit().await
    }
}

/// What the verdict says of a proposal in the end.
struct Told {
    refusal: Option<Refusal>,
    action: Option<ReconcileAction>,
    memory: Option<MemoryId>,
}

impl Told {
    fn refused(refusal: Refusal) -> Self {
        Self { refusal: Some(refusal), action: None, memory: None }
    }

    fn kept(action: ReconcileAction, memory: MemoryId) -> Self {
        Self { refusal: None, action: Some(action), memory: Some(memory) }
    }
}

fn entry<'a>(actor: &'a Actor, turn: &'a ClaimedTurn, outcome: &'a str) -> Entry<'a> {
    Entry { actor, event: Event::Extract, outcome, subject: Some(&turn.subject), object: Some(turn.id.as_str()) }
}

fn verdict<'a>(findings: &'a Findings, finding: &Finding, told: &'a Told) -> NewVerdict<'a> {
    let admitted = finding.verdict.as_ref().ok().map(|(admitted, _)| admitted);
    NewVerdict {
        extractor: &findings.extractor,
        gate: GATE_VERSION,
        message: finding.message,
        kind: finding.kind,
        confidence: finding.confidence,
        refusal: told.refusal,
        at: admitted.map(|admitted| admitted.at.clone()),
        scores: admitted.map(|admitted| {
            let scores = &admitted.scores;
            [scores.usefulness, scores.stability, scores.verifiability, scores.permission]
        }),
        action: told.action,
        memory: told.memory.as_ref(),
    }
}

/// The memory to be: what was proposed, and where it comes from.
fn content(turn: &ClaimedTurn, admitted: &Admitted) -> Content {
    let proposal = &admitted.proposal;
    let role = match admitted.authority {
        contract::Authority::ToolObservation => contract::SourceRole::Tool,
        _ => contract::SourceRole::User,
    };
    let source = SourceRef {
        event_id: turn.turn.clone(),
        conversation_id: Some(turn.conversation.clone()),
        span: Some(proposal.span.clone()),
        role,
        occurred_at: Some(turn.occurred_at),
    };
    let mut content = Content::of(proposal.statement.clone(), vec![source]);
    content.normalized_fact.clone_from(&proposal.fact);
    content.entities.clone_from(&proposal.entities);
    content
}
