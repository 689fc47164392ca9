//! The steps of a recall, in order.

use super::check::reason_to_leave_out;
use super::{RANKER_VERSION, context, rank};
use crate::audit::{self, Entry, Event};
use crate::index::{Hits, Index, Owner, Question};
use crate::kernel::{Actor, Clock, Embedder, Embedding, Ids, TextRole};
use crate::storage::{Checkable, RecallLogRow, Store, StoreError};
use contract::{
    Arm, LeftOut, MemoryId, RecallAnswer, RecallDefaults, RecallDegraded, RecallId, RecalledMemory, ScopeSet, Score,
    Timestamp, UserId,
};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Each arm proposes so many times `top_k`, so that the re-check and equal statements leave enough.
const POOL_FACTOR: usize = 4;
/// Each arm proposes at least so many.
const POOL_MIN: usize = 64;

/// How long a question waits for the model; then words alone answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A question whose asker, subject and consent are settled.
pub struct Asked<'a> {
    /// Who asks.
    pub actor: &'a Actor,
    /// Whose memory.
    pub subject: &'a UserId,
    /// The question.
    pub query: &'a str,
    /// In which scopes.
    pub scopes: &'a ScopeSet,
    /// How: at most how many memories, by which weights, in what text.
    pub manner: &'a RecallDefaults,
}

/// How long the stages took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timings {
    /// Embedding the question.
    pub embed: Duration,
    /// Both arms in the index.
    pub search: Duration,
    /// The canonical re-check, with decryption.
    pub recheck: Duration,
    /// All of it, without writing the log.
    pub total: Duration,
}

/// An answer and how long it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What the caller gets.
    pub answer: RecallAnswer,
    /// What was proposed and left out, best first.
    pub left_out: Vec<(MemoryId, Score, LeftOut)>,
    /// For `eval`, benches and the log.
    pub timings: Timings,
}

/// Asks memories.
#[derive(Clone)]
pub struct Recaller {
    /// The truth.
    pub store: Store,
    /// The proposals; absent if the index could not be opened.
    pub index: Option<Index>,
    /// The model; absent if none was loaded.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Ids of recalls.
    pub ids: Ids,
}

/// What came out of searching, before the store was asked.
struct Found {
    hits: Hits,
    arms: Vec<Arm>,
    degraded: Option<RecallDegraded>,
}

/// What the store let pass, and why the rest stays.
#[derive(Default)]
struct Selection {
    memories: Vec<RecalledMemory>,
    left_out: Vec<(MemoryId, Score, LeftOut)>,
}

impl Recaller {
    /// Answers a question. Whatever breaks on the way, there is an answer: empty or partial, and marked.
    pub async fn recall(&self, asked: &Asked<'_>) -> Outcome {
        let started = Instant::now();
        let now = self.clock.now();
        let vector = self.embed(asked.query).await;
        let embed = started.elapsed();
        let mut found = self.search(asked, vector, now).await;
        let search = started.elapsed().saturating_sub(embed);
        let ranked = rank::rank(&found.hits, asked.manner);
        let selection = self.select(asked, &ranked, now).await.unwrap_or_else(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "recall could not be checked against the store");
            found.degraded = Some(RecallDegraded::StoreUnavailable);
            Selection::default()
        });
        let recheck = started.elapsed().saturating_sub(embed + search);
        let mut outcome = Outcome {
            answer: self.answer(found, selection.memories, (asked.manner, now)),
            left_out: selection.left_out,
            timings: Timings { embed, search, recheck, total: started.elapsed() },
        };
        if let Err(error) = self.log(asked, &ranked, &outcome, now).await {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "recall could not be logged, so nothing is returned"
            );
            outcome.answer = unlogged(outcome.answer);
            outcome.left_out.clear();
        }
        outcome
    }

    /// The answer when the store did not even say who is asked about: empty and marked.
    pub fn without_store(&self, error: &StoreError) -> Outcome {
        tracing::error!(error = error as &dyn std::error::Error, "recall without the store");
        let nothing =
            Found { hits: Hits::default(), arms: Vec::new(), degraded: Some(RecallDegraded::StoreUnavailable) };
        let manner = RecallDefaults::default();
        let answer = self.answer(nothing, Vec::new(), (&manner, self.clock.now()));
        Outcome { answer, left_out: Vec::new(), timings: Timings::default() }
    }

    async fn embed(&self, query: &str) -> Option<Embedding> {
        let embedder = self.embedder.as_ref()?;
        let answer = tokio::time::timeout(PATIENCE, embedder.embed(TextRole::Query, vec![query.to_owned()])).await;
        match answer {
            Ok(Ok(mut vectors)) => vectors.pop(),
            Ok(Err(error)) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "the question was not embedded");
                None
            }
            Err(_) => {
                tracing::warn!("the question was not embedded in time");
                None
            }
        }
    }

    async fn search(&self, asked: &Asked<'_>, vector: Option<Embedding>, at: Timestamp) -> Found {
        let Some(index) = self.index.clone() else {
            return Found { hits: Hits::default(), arms: Vec::new(), degraded: Some(RecallDegraded::IndexUnavailable) };
        };
        let owner = Owner::new(&asked.actor.tenant, asked.subject);
        let (scopes, text) = (asked.scopes.clone(), asked.query.to_owned());
        let limit = (asked.manner.top_k as usize * POOL_FACTOR).max(POOL_MIN);
        let has_vector = vector.is_some();
        let searched = tokio::task::spawn_blocking(move || {
            index.search(&Question { owner, scopes: &scopes, at, text: &text, vector: vector.as_ref(), limit })
        })
        .await;
        match searched {
            Ok(Ok(hits)) if has_vector => Found { hits, arms: vec![Arm::Keyword, Arm::Semantic], degraded: None },
            Ok(Ok(hits)) => Found { hits, arms: vec![Arm::Keyword], degraded: Some(RecallDegraded::ModelUnavailable) },
            Ok(Err(error)) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the index did not answer");
                Found { hits: Hits::default(), arms: Vec::new(), degraded: Some(RecallDegraded::IndexUnavailable) }
            }
            Err(_) => {
                tracing::error!("the index search panicked");
                Found { hits: Hits::default(), arms: Vec::new(), degraded: Some(RecallDegraded::IndexUnavailable) }
            }
        }
    }

    async fn select(
        &self,
        asked: &Asked<'_>,
        ranked: &[(MemoryId, Score)],
        now: Timestamp,
    ) -> Result<Selection, StoreError> {
        let ids: Vec<MemoryId> = ranked.iter().map(|(id, _)| id.clone()).collect();
        let rows = self.store.checkable(&asked.actor.tenant, asked.subject, &ids).await?;
        let mut rows: HashMap<MemoryId, Checkable> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        let mut selection = Selection::default();
        for (id, score) in ranked {
            let full = selection.memories.len() == asked.manner.top_k as usize;
            let verdict = match rows.remove(id) {
                None => Err(LeftOut::Missing),
                Some(row) => match reason_to_leave_out(&row, asked.scopes, now) {
                    Some(reason) => Err(reason),
                    None if score.total < asked.manner.threshold => Err(LeftOut::BelowThreshold),
                    None if full => Err(LeftOut::OverTopK),
                    None => self.open(&row, *score),
                },
            };
            match verdict {
                Ok(memory) => selection.memories.push(memory),
                Err(reason) => selection.left_out.push((id.clone(), *score, reason)),
            }
        }
        Ok(selection)
    }

    fn open(&self, row: &Checkable, score: Score) -> Result<RecalledMemory, LeftOut> {
        let content = self.store.open_content(&row.sealed).map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, memory.id = %row.id, "a memory cannot be read");
            LeftOut::Unreadable
        })?;
        Ok(RecalledMemory {
            memory_id: row.id.clone(),
            statement: content.statement.clone(),
            kind: row.kind,
            class: row.kind.class(),
            scope: row.scope.clone(),
            validity: row.validity,
            recorded_at: row.recorded_at,
            score,
        })
    }

    fn answer(
        &self,
        found: Found,
        memories: Vec<RecalledMemory>,
        (manner, now): (&RecallDefaults, Timestamp),
    ) -> RecallAnswer {
        let count_tokens = |text: &str| self.embedder.as_ref().map_or(0, |embedder| embedder.count_tokens(text));
        RecallAnswer {
            recall_id: self.ids.next::<RecallId>(),
            context: context::build(&memories, manner, now, count_tokens),
            injection: manner.injection,
            memories,
            arms: found.arms,
            degraded: found.degraded.is_some(),
            degraded_reason: found.degraded,
        }
    }

    async fn log(
        &self,
        asked: &Asked<'_>,
        ranked: &[(MemoryId, Score)],
        outcome: &Outcome,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let json = |value: Result<String, serde_json::Error>| value.unwrap_or_else(|_| "null".to_owned());
        let answer = &outcome.answer;
        let left_out: BTreeMap<&MemoryId, LeftOut> =
            outcome.left_out.iter().map(|(id, _, reason)| (id, *reason)).collect();
        let row = RecallLogRow {
            id: &answer.recall_id,
            actor: asked.actor,
            subject: asked.subject,
            at,
            candidates: json(serde_json::to_string(&ranked.iter().map(|(id, _)| id).collect::<Vec<_>>())),
            selected: json(serde_json::to_string(&answer.memories.iter().map(|m| &m.memory_id).collect::<Vec<_>>())),
            filtered: json(serde_json::to_string(&left_out)),
            degraded: answer.degraded_reason.map(degraded_word),
            ranker: RANKER_VERSION,
            embed: outcome.timings.embed,
            search: outcome.timings.search,
            recheck: outcome.timings.recheck,
        };
        let entry = Entry {
            actor: asked.actor,
            event: Event::Recall,
            outcome: answer.degraded_reason.map_or("ok", degraded_word),
            subject: Some(asked.subject),
            object: Some(answer.recall_id.as_str()),
        };
        let mut tx = self.store.begin().await?;
        tx.insert_recall_log(&row).await?;
        audit::append(&mut tx, &self.ids, at, &entry).await?;
        tx.commit().await
    }
}

/// What is left of an answer that could not be logged.
fn unlogged(answer: RecallAnswer) -> RecallAnswer {
    RecallAnswer {
        memories: Vec::new(),
        context: String::new(),
        degraded: true,
        degraded_reason: Some(RecallDegraded::StoreUnavailable),
        ..answer
    }
}

fn degraded_word(reason: RecallDegraded) -> &'static str {
    match reason {
        RecallDegraded::ModelUnavailable => "model_unavailable",
        RecallDegraded::IndexUnavailable => "index_unavailable",
        RecallDegraded::StoreUnavailable => "store_unavailable",
    }
}
