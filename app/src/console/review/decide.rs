//! Deciding on one candidate: sending it once, and what the server may answer.

use super::recent::Recent;
use super::row_state::Row;
use super::state::Review;
use super::words::excerpt;
use crate::error::UiError;
use crate::server_fns::{approve_candidate, reject_candidate, review_candidate};
use contract::review::{DecisionKind, DecisionView, Placement, RejectReason};
use contract::{DecisionId, ErrorCode, Timestamp};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::web_sys::js_sys::{Date, Math};
use std::time::Duration;

/// For how long a decision can be taken back, as far as the page has to guess.
const UNDO_FOR: Duration = Duration::from_mins(10);

/// What a reviewer decides.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// It is remembered.
    Approve {
        /// How it is fitted in.
        placement: Option<Placement>,
        /// The memory as it shall be, as JSON; as proposed if absent.
        json: Option<String>,
        /// A word to the person.
        note: Option<String>,
    },
    /// It is not.
    Reject {
        /// Why.
        reason: RejectReason,
        /// More about why.
        note: Option<String>,
    },
}

impl Decision {
    /// What sort of decision it is.
    pub fn kind(&self) -> DecisionKind {
        match self {
            Self::Approve { .. } => DecisionKind::Approve,
            Self::Reject { .. } => DecisionKind::Reject,
        }
    }
}

/// A note that says something.
pub fn some_note(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A text that no other request has. It need not be secret.
pub fn fresh_key() -> String {
    format!("page-{}-{}", Date::now(), Math::random())
}

impl Review {
    /// Approves a row as it stands.
    pub fn approve(self, row: &Row) {
        let decision = row.state.with_untracked(|state| Decision::Approve {
            placement: state.chosen_placement(),
            json: None,
            note: some_note(&state.note),
        });
        self.decide(row.clone(), decision);
    }

    /// Sends a decision and goes on.
    pub fn decide(self, row: Row, decision: Decision) {
        spawn_local(async move {
            self.send(row, decision).await;
        });
    }

    /// Sends a decision, once: until the answer is there, nothing more is sent. Whether it was made.
    pub async fn send(self, row: Row, decision: Decision) -> bool {
        self.armed.set(None);
        let Some(key) = row.begin(&decision, fresh_key) else { return false };
        let (id, version, key) = (row.id.clone(), row.version(), Some(key));
        let answer = match decision.clone() {
            Decision::Approve { placement, json, note } => {
                approve_candidate(id, version, placement, json, note, key).await
            }
            Decision::Reject { reason, note } => reject_candidate(id, version, reason, note, key).await,
        };
        match answer {
            Ok(receipt) => {
                self.landed(&row, decision.kind(), receipt.decision_id, receipt.undo_until);
                true
            }
            Err(error) if error.code == ErrorCode::StaleVersion => self.catch_up(&row, &decision, error).await,
            Err(error) => {
                row.refused(error);
                false
            }
        }
    }

    /// Looks at what the candidate has become. A decision of one's own that did come through after all is one.
    async fn catch_up(self, row: &Row, decision: &Decision, error: UiError) -> bool {
        match review_candidate(row.id.clone()).await {
            Ok(detail) => {
                if let Some(own) = detail.decisions.first().filter(|view| is_same(view, decision)) {
                    self.landed(row, own.kind, own.decision_id.clone(), Some(own.at.plus(UNDO_FOR)));
                    return true;
                }
                row.hear(detail);
                row.refused(error);
            }
            Err(error) => row.refused(error),
        }
        false
    }

    /// A decision was made: the row leaves, and can be brought back.
    fn landed(self, row: &Row, kind: DecisionKind, decision: DecisionId, until: Option<Timestamp>) {
        row.settled();
        let statement = row.state.with_untracked(|state| excerpt(self.locale, &state.row.statement));
        self.remember(Recent::one(kind, statement, row.id.clone(), decision, until));
        let said = match kind {
            DecisionKind::Approve => "recent.approved",
            _ => "recent.rejected",
        };
        self.announcer.say(self.locale.t(said));
        self.leave(std::slice::from_ref(&row.id));
    }
}

/// Whether the reviewer has made the same decision before.
fn is_same(view: &DecisionView, decision: &Decision) -> bool {
    let same_reason = match decision {
        Decision::Approve { .. } => true,
        Decision::Reject { reason, .. } => view.reason == Some(*reason),
    };
    view.is_you && view.kind == decision.kind() && same_reason
}
