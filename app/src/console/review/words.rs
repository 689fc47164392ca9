//! The words for candidates and decisions, as reviewers read them.

use crate::i18n::Locale;
use contract::review::{DecisionKind, QueueSort, ReconcileAction, RevealReason, TimeLeft};
use contract::{Authority, SourceRole, Statement, Timestamp};

/// The word for how soon a candidate ends.
pub fn time_left_key(left: TimeLeft) -> &'static str {
    match left {
        TimeLeft::Day => "queue.within_day",
        TimeLeft::ThreeDays => "queue.within_three_days",
        TimeLeft::Longer => "queue.longer",
    }
}

/// The word for what the queue is ordered by.
pub fn sort_key(sort: QueueSort) -> &'static str {
    match sort {
        QueueSort::TimeLeft => "queue.time_left",
        QueueSort::Confidence => "field.confidence",
        QueueSort::Kind => "memories.kind",
        QueueSort::Sensitivity => "field.sensitivity",
        QueueSort::Service => "queue.service",
        QueueSort::Person => "queue.person",
    }
}

/// The word for how a candidate is fitted in.
pub fn action_key(action: ReconcileAction) -> &'static str {
    match action {
        ReconcileAction::Insert => "candidate.insert",
        ReconcileAction::Merge => "candidate.merge",
        ReconcileAction::Update => "candidate.update",
        ReconcileAction::Replace => "candidate.replace",
        ReconcileAction::Expire => "candidate.expire",
        ReconcileAction::Conflict => "candidate.conflict",
    }
}

/// Why a reviewer looks at what is hidden.
pub fn reveal_key(reason: RevealReason) -> &'static str {
    match reason {
        RevealReason::Decide => "reveal.decide",
        RevealReason::PersonAsked => "reveal.person_asked",
        RevealReason::Investigate => "reveal.investigate",
    }
}

/// What was decided, with a place for `who`.
pub fn decided_key(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Approve => "decided.approve",
        DecisionKind::Reject => "decided.reject",
        DecisionKind::Expire => "decided.expire",
        DecisionKind::Undo => "decided.undo",
    }
}

/// Whose words a source is.
pub fn role_key(role: SourceRole) -> &'static str {
    match role {
        SourceRole::User => "candidate.words_user",
        SourceRole::Assistant => "source.assistant",
        SourceRole::Tool => "source.tool",
    }
}

/// Who said it.
pub fn authority_key(authority: Authority) -> &'static str {
    match authority {
        Authority::ExplicitUserStatement => "candidate.said_by_person",
        Authority::UserCorrection => "candidate.corrected_by_person",
        Authority::Reviewer => "authority.reviewer",
        Authority::ToolObservation => "authority.tool_observation",
        Authority::ModelInference => "authority.model_inference",
    }
}

/// How much time is left, in words; whether it is the last day.
pub fn time_left(locale: Locale, now: Timestamp, end: Timestamp) -> (String, bool) {
    const HOUR: u64 = 60 * 60;
    let seconds = end.since(now).as_secs();
    let text = |key, count: u64| locale.fill(key, "count", &count.to_string());
    let is_last_day = seconds < 24 * HOUR;
    let words = match seconds {
        0 => locale.t("queue.ending").to_owned(),
        seconds if seconds < HOUR => text("queue.minutes_left", seconds.div_ceil(60)),
        seconds if seconds < 48 * HOUR => text("queue.hours_left", seconds / HOUR),
        seconds => text("queue.days_left", seconds / (24 * HOUR)),
    };
    (words, is_last_day)
}

/// The first words of a statement, to tell it from others.
pub fn excerpt(locale: Locale, statement: &Statement) -> String {
    const LONGEST: usize = 60;
    match statement {
        Statement::Shown(text) if text.chars().count() > LONGEST => text.chars().take(LONGEST).chain(['…']).collect(),
        Statement::Shown(text) => text.clone(),
        Statement::Masked => locale.t("candidate.hidden").to_owned(),
        Statement::Unreadable => locale.t("memories.unreadable").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_told_in_the_largest_unit_that_says_enough() {
        let now: Timestamp = "2026-07-16T00:00:00Z".parse().expect("valid");
        let left = |text: &str| time_left(Locale::En, now, text.parse().expect("valid"));
        assert_eq!(left("2026-07-22T23:59:00Z"), ("6 days left".into(), false));
        assert_eq!(left("2026-07-17T00:00:00Z"), ("24 h left".into(), false));
        assert_eq!(left("2026-07-16T23:59:59Z"), ("23 h left".into(), true));
        assert_eq!(left("2026-07-16T00:00:30Z"), ("1 min left".into(), true));
        assert_eq!(left("2026-07-15T00:00:00Z"), ("Ending now".into(), true));
    }

    #[test]
    fn an_excerpt_is_short_and_tells_nothing_hidden() {
        let long = Statement::Shown("가".repeat(100));
        assert_eq!(excerpt(Locale::En, &long).chars().count(), 61);
        assert_eq!(excerpt(Locale::En, &Statement::Masked), "Hidden");
    }
}
