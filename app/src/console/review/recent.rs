//! The last decisions, each with a way to take it back.

use super::exact::Exact;
use super::state::Review;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::server_fns::undo_decision;
use crate::ui::dynamic;
use contract::review::DecisionKind;
use contract::{DecisionId, ErrorCode, MemoryId, Timestamp};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// How many are kept in sight.
const SHOWN: usize = 5;

/// A decision that can still be taken back: on one candidate, or on many at once.
#[derive(Clone, PartialEq)]
pub struct Recent {
    kind: DecisionKind,
    /// What it was about.
    text: String,
    /// The decisions, each with its candidate.
    decisions: Vec<(MemoryId, DecisionId)>,
    until: Option<Timestamp>,
    is_busy: bool,
    problem: Option<UiError>,
}

impl Recent {
    /// A decision on one candidate.
    pub fn one(
        kind: DecisionKind,
        text: String,
        memory: MemoryId,
        decision: DecisionId,
        until: Option<Timestamp>,
    ) -> Self {
        Self::many(kind, text, vec![(memory, decision)], until)
    }

    /// A decision on many.
    pub fn many(
        kind: DecisionKind,
        text: String,
        decisions: Vec<(MemoryId, DecisionId)>,
        until: Option<Timestamp>,
    ) -> Self {
        Self { kind, text, decisions, until, is_busy: false, problem: None }
    }

    fn is_over(&self, now: Option<Timestamp>) -> bool {
        matches!((self.until, now), (Some(until), Some(now)) if until <= now)
    }

    /// The first decision: no other entry has it.
    fn id(&self) -> Option<&DecisionId> {
        self.decisions.first().map(|(_, decision)| decision)
    }
}

impl Review {
    /// Keeps a decision in sight.
    pub fn remember(self, decision: Recent) {
        self.recent.update(|recent| {
            recent.insert(0, decision);
            recent.truncate(SHOWN);
        });
    }

    /// Takes the latest decision back.
    pub fn undo_last(self) {
        let now = self.now.get_untracked();
        let last = self.recent.with_untracked(|recent| recent.iter().find(|one| !one.is_over(now)).cloned());
        match last {
            Some(last) => self.undo(last),
            None => self.announcer.say(self.locale.t("recent.none")),
        }
    }

    /// Takes a decision back, once.
    fn undo(self, decision: Recent) {
        let Some(id) = decision.id().cloned() else { return };
        if decision.is_busy {
            return;
        }
        self.change(&id, |entry| {
            entry.is_busy = true;
            entry.problem = None;
        });
        spawn_local(async move {
            let (mut first, mut problem, mut left) = (None, None, Vec::new());
            for (memory, decision) in decision.decisions {
                if problem.as_ref().is_some_and(ends_all) {
                    left.push((memory, decision));
                    continue;
                }
                match undo_decision(decision.clone()).await {
                    Ok(_) => first = first.or(Some(memory)),
                    Err(error) => {
                        if ends_all(&error) {
                            left.push((memory, decision));
                        }
                        problem = Some(error);
                    }
                }
            }
            if first.is_some() {
                self.announcer.say(self.locale.t("recent.undone"));
                self.reload_to(first);
            }
            self.recent.update(|recent| {
                recent.retain_mut(|entry| {
                    if entry.id() != Some(&id) {
                        return true;
                    }
                    entry.is_busy = false;
                    entry.problem.clone_from(&problem);
                    entry.decisions.clone_from(&left);
                    entry.problem.is_some()
                });
            });
        });
    }

    fn change(self, id: &DecisionId, change: impl Fn(&mut Recent)) {
        self.recent.update(|recent| recent.iter_mut().filter(|entry| entry.id() == Some(id)).for_each(change));
    }
}

/// Whether the next one would fare no better, and this one can be tried again.
fn ends_all(error: &UiError) -> bool {
    matches!(
        error.code,
        ErrorCode::Busy
            | ErrorCode::Internal
            | ErrorCode::RateLimited
            | ErrorCode::IndexUnavailable
            | ErrorCode::Unauthenticated
    )
}

/// The strip with the last decisions; nothing while there is none.
#[component]
pub fn RecentDecisions(
    /// What the rows share.
    review: Review,
) -> impl IntoView {
    let locale = use_locale();
    let shown = move || {
        let now = review.now.get();
        review.recent.with(|recent| recent.iter().filter(|entry| !entry.is_over(now)).cloned().collect::<Vec<_>>())
    };
    dynamic(move || {
        let entries: Vec<_> = shown().into_iter().map(|entry| view! { <Entry entry review /> }).collect();
        (!entries.is_empty()).then(|| {
            view! {
                <section class="recent" aria-label=locale.t("recent.title")>
                    <ul>{entries}</ul>
                </section>
            }
        })
    })
}

#[component]
fn Entry(entry: Recent, review: Review) -> impl IntoView {
    let locale = use_locale();
    let word = match entry.kind {
        DecisionKind::Approve => "recent.approved",
        _ => "recent.rejected",
    };
    let problem = entry.problem.as_ref().map(|error| error.text(locale));
    let can_undo = entry.id().is_some();
    let busy = entry.is_busy.then_some("true");
    let text = entry.text.clone();
    let undo = move |_| review.undo(entry.clone());
    view! {
        <li>
            <span class="recent-text"><strong>{locale.t(word)}</strong> " " <Exact text /></span>
            {problem.map(|text| view! { <span class="fault" role="alert">{text}</span> })}
            {can_undo.then(|| view! {
                <button type="button" class="button quiet" aria-disabled=busy on:click=undo>
                    {locale.t("recent.undo")}
                </button>
            })}
        </li>
    }
}
