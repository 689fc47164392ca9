//! How a candidate would go together with what is remembered already. A proposal: a reviewer, or a policy, decides.

use super::Content;
use crate::kernel::text::canonical;
use contract::review::ReconcileAction;
use contract::{Authority, Kind, NormalizedFact, Timestamp, Validity};
use std::collections::BTreeSet;

/// Two statements that share at least this share of their words speak of the same thing (Jaccard index). With less, only
/// a normalised fact with the same predicate says so. Half of the words is where Korean sentences with one changed object
/// still are, and sentences that merely begin alike are not.
const SAME_MATTER: f64 = 0.5;

/// A statement that is about to be remembered.
pub struct Newcomer<'a> {
    /// What sort of thing it is.
    pub kind: Kind,
    /// What it says.
    pub content: &'a Content,
    /// Who said it.
    pub authority: Authority,
    /// When it is true.
    pub validity: Validity,
    /// Whether it says that something has come to its end.
    pub ends: bool,
}

/// A memory to compare with.
pub struct Known<'a> {
    /// What sort of thing it is.
    pub kind: Kind,
    /// What it says.
    pub content: &'a Content,
    /// Who said it.
    pub authority: Authority,
    /// When it is true.
    pub validity: Validity,
}

/// How a newcomer goes together with what is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reconciled {
    /// What to do with it.
    pub action: ReconcileAction,
    /// With which of the known ones, by place.
    pub target: Option<usize>,
    /// When it ended, if a known one shows that: it is about the past, and takes nobody's place.
    pub valid_to: Option<Timestamp>,
}

/// How a newcomer goes together with the `known` ones (closest first); what is of another kind is no answer to it.
pub fn reconcile(newcomer: &Newcomer<'_>, known: &[Known<'_>]) -> Reconciled {
    let mut answers = known.iter().enumerate().filter(|(_, other)| other.kind == newcomer.kind);
    let found = answers.find_map(|(place, other)| Some((action(newcomer.content, other.content)?, place)));
    let (action, target) = found.map_or((ReconcileAction::Insert, None), |(action, place)| (action, Some(place)));
    Reconciled { action, target, valid_to: None }
}

/// What the newer one is to the older one; `None` if they speak of different things.
fn action(newer: &Content, older: &Content) -> Option<ReconcileAction> {
    if let (Some(now), Some(before)) = (&newer.normalized_fact, &older.normalized_fact) {
        return by_fact(now, before);
    }
    let (now, before) = (words(&newer.statement), words(&older.statement));
    if now.is_empty() || before.is_empty() {
        return None;
    }
    if now.is_subset(&before) {
        return Some(ReconcileAction::Merge);
    }
    if before.is_subset(&now) {
        return Some(ReconcileAction::Update);
    }
    let (shared, all) = (now.intersection(&before).count() as f64, now.union(&before).count() as f64);
    (shared / all >= SAME_MATTER).then_some(ReconcileAction::Replace)
}

/// Facts with the same predicate speak of the same thing, others do not.
fn by_fact(now: &NormalizedFact, before: &NormalizedFact) -> Option<ReconcileAction> {
    if canonical(&now.predicate) != canonical(&before.predicate) {
        return None;
    }
    let (now, before) = (words(&now.object), words(&before.object));
    Some(if now.is_subset(&before) {
        ReconcileAction::Merge
    } else if before.is_subset(&now) {
        ReconcileAction::Update
    } else {
        ReconcileAction::Replace
    })
}

fn words(text: &str) -> BTreeSet<String> {
    let plain = canonical(text);
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(statement: &str) -> Content {
        Content::of(statement.to_owned(), Vec::new())
    }

    fn fact(predicate: &str, object: &str) -> Content {
        let mut content = says("한 문장");
        content.normalized_fact = Some(NormalizedFact { predicate: predicate.into(), object: object.into() });
        content
    }

    fn newcomer(kind: Kind, content: &Content) -> Newcomer<'_> {
        let validity = Validity { from: Timestamp::EPOCH, to: None };
        Newcomer { kind, content, authority: Authority::ExplicitUserStatement, validity, ends: false }
    }

    fn known(kind: Kind, content: &Content) -> Known<'_> {
        let validity = Validity { from: Timestamp::EPOCH, to: None };
        Known { kind, content, authority: Authority::ExplicitUserStatement, validity }
    }

    fn proposed(newer: &Content, older: &Content) -> ReconcileAction {
        reconcile(&newcomer(Kind::Fact, newer), &[known(Kind::Fact, older)]).action
    }

    #[test]
    fn statements_are_compared_by_their_words() {
        let old = says("회의는 월요일 오전에 한다");
        for (new, expected) in [
            ("회의는 월요일 오전에 한다.", ReconcileAction::Merge),
            ("회의는 월요일 오전에", ReconcileAction::Merge),
            ("회의는 월요일 오전에 본사에서 한다", ReconcileAction::Update),
            ("회의는 화요일 오전에 한다", ReconcileAction::Replace),
            ("점심은 국수를 먹는다", ReconcileAction::Insert),
        ] {
            assert_eq!(proposed(&says(new), &old), expected, "{new}");
        }
    }

    #[test]
    fn normalised_facts_decide_where_both_have_one() {
        let old = fact("lives in", "Seoul");
        assert_eq!(proposed(&fact("Lives in", "seoul"), &old), ReconcileAction::Merge);
        assert_eq!(proposed(&fact("lives in", "Mapo, Seoul"), &old), ReconcileAction::Update);
        assert_eq!(proposed(&fact("lives in", "Busan"), &old), ReconcileAction::Replace);
        assert_eq!(
            proposed(&fact("works in", "Seoul"), &old),
            ReconcileAction::Insert,
            "though the statement is the same"
        );
    }

    #[test]
    fn the_closest_one_that_answers_is_the_target_and_other_kinds_do_not() {
        let (rule, fact) = (says("보고서는 결론부터 쓴다"), says("보고서는 결론부터 짧게 쓴다"));
        let all = [known(Kind::Rule, &rule), known(Kind::Fact, &fact)];
        let said = says("보고서는 결론부터 쓴다");
        let place = |kind| reconcile(&newcomer(kind, &said), &all);
        assert_eq!((place(Kind::Fact).action, place(Kind::Fact).target), (ReconcileAction::Merge, Some(1)));
        assert_eq!((place(Kind::Task).action, place(Kind::Task).target), (ReconcileAction::Insert, None));
    }
}
