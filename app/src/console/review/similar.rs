//! How a candidate goes together with what is remembered already.

use super::exact::{Exact, exact_piece};
use super::row::share;
use super::words::action_key;
use crate::i18n::use_locale;
use crate::my_page::words::{kind_key, status_key};
use crate::ui::{Badge, Diff, Tone};
use contract::review::{CandidateRow, ReconcileAction, SimilarMemory};
use contract::{DiffPart, MemoryId, Statement};
use leptos::prelude::*;

/// The proposed action, and the memory that it is about.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn Proposed(
    /// The candidate.
    row: CandidateRow,
) -> impl IntoView {
    let locale = use_locale();
    let proposal = &row.proposal;
    let target = proposal.target.as_ref();
    let shown = proposal.similar.iter().find(|one| Some(&one.memory_id) == target).or(proposal.similar.first());
    let note = match (proposal.compared, proposal.similar.is_empty()) {
        (false, _) => Some("candidate.not_compared"),
        (true, true) => Some("candidate.nothing_similar"),
        (true, false) => None,
    };
    view! {
        <section class="proposal">
            <p class="proposal-action">
                <span class="note">{locale.t("candidate.proposed")}</span>
                " "
                <strong>{locale.t(action_key(proposal.action))}</strong>
                {note.map(|key| view! { " " <span class="note">{locale.t(key)}</span> })}
            </p>
            {shown.cloned().map(|similar| {
                let action = is_target(&similar, target).then_some(proposal.action);
                view! { <Similar similar action /> }
            })}
        </section>
    }
}

/// All that are similar but the one that the proposal shows.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn OtherSimilar(
    /// The candidate.
    row: CandidateRow,
) -> impl IntoView {
    let target = row.proposal.target.as_ref();
    let first = row.proposal.similar.iter().position(|one| is_target(one, target)).unwrap_or_default();
    let others = row.proposal.similar.iter().enumerate().filter(|(place, _)| *place != first);
    let others: Vec<_> = others.map(|(_, similar)| view! { <Similar similar=similar.clone() action=None /> }).collect();
    (!others.is_empty()).then(|| {
        view! {
            <section class="detail-part">
                <h3>{use_locale().t("candidate.other_similar")}</h3>
                {others}
            </section>
        }
    })
}

fn is_target(similar: &SimilarMemory, target: Option<&MemoryId>) -> bool {
    Some(&similar.memory_id) == target
}

/// What the memory is to the candidate, and whether the candidate would take its place.
fn relation(action: Option<ReconcileAction>) -> (&'static str, bool) {
    match action {
        Some(ReconcileAction::Merge | ReconcileAction::Update | ReconcileAction::Replace) => {
            ("candidate.takes_place_of", true)
        }
        Some(ReconcileAction::Expire) => ("candidate.ended_by", false),
        Some(ReconcileAction::Conflict) => ("candidate.contradicts", false),
        Some(ReconcileAction::Insert) | None => ("candidate.similar", false),
    }
}

/// A memory as it stands, and what would change if the candidate took its place. `action` is what is proposed about it.
#[component]
fn Similar(similar: SimilarMemory, action: Option<ReconcileAction>) -> impl IntoView {
    let locale = use_locale();
    let (caption, is_replaced) = relation(action);
    let diff = readable(similar.diff);
    // What is not replaced is not crossed out, unless most of it is in the candidate too.
    let shows_statement = diff.is_empty() || (!is_replaced && !has_much_in_common(&diff));
    let closeness = locale.fill("candidate.closeness", "number", &share(similar.closeness));
    let text = if shows_statement {
        match similar.statement {
            Statement::Shown(text) => view! { <Exact text /> }.into_any(),
            Statement::Masked => {
                view! { <Badge tone=Tone::Quiet text=locale.t("candidate.hidden") /> " " {locale.t("candidate.no_diff")} }
                    .into_any()
            }
            Statement::Unreadable => view! { <Badge tone=Tone::Notable text=locale.t("memories.unreadable") /> }.into_any(),
        }
    } else {
        view! { <Diff parts=diff show=exact_piece /> }.into_any()
    };
    view! {
        <div class="similar">
            <p class="note">
                {locale.t(caption)} " · " {locale.t(kind_key(similar.kind))}
                {status_key(similar.status).map(|key| view! { " · " {locale.t(key)} })} " · "
                <span class="figures">{closeness}</span>
            </p>
            <p>{text}</p>
        </div>
    }
}

/// The pieces of a comparison; where two texts share little, the older one and the newer one as wholes.
fn readable(parts: Vec<DiffPart>) -> Vec<DiffPart> {
    if parts.is_empty() || has_much_in_common(&parts) {
        return parts;
    }
    let (mut older, mut newer) = (String::new(), String::new());
    for part in parts {
        match part {
            DiffPart::Same(text) => {
                older.push_str(&text);
                newer.push_str(&text);
            }
            DiffPart::Removed(text) => older.push_str(&text),
            DiffPart::Added(text) => newer.push_str(&text),
        }
    }
    vec![DiffPart::Removed(older), DiffPart::Added(newer)]
}

/// Whether at least two fifths of all that is written stand in both.
fn has_much_in_common(parts: &[DiffPart]) -> bool {
    let (mut same, mut all) = (0, 0);
    for part in parts {
        let (DiffPart::Same(text) | DiffPart::Removed(text) | DiffPart::Added(text)) = part;
        all += text.len();
        same += if matches!(part, DiffPart::Same(_)) { text.len() } else { 0 };
    }
    same * 5 >= all * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_share_little_are_not_woven_together() {
        let same = |text: &str| DiffPart::Same(text.into());
        let (removed, added) = (DiffPart::Removed("coffee".into()), DiffPart::Added("tea".into()));
        let close = vec![same("likes to drink "), removed.clone(), added.clone()];
        assert_eq!(readable(close.clone()), close);
        let far = vec![DiffPart::Removed("drinks".into()), same(" "), removed, added];
        assert_eq!(readable(far), [DiffPart::Removed("drinks coffee".into()), DiffPart::Added(" tea".into())]);
        assert!(readable(Vec::new()).is_empty());
    }
}
