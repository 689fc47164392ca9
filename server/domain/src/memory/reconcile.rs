//! How a candidate would go together with what is remembered already. A proposal: a reviewer, or a policy, decides.

use super::Content;
use crate::kernel::text::canonical;
use contract::review::ReconcileAction;
use contract::{Kind, NormalizedFact};
use std::collections::BTreeSet;

/// Two statements that share at least this share of their words speak of the same thing (Jaccard index). With less, only
/// a normalised fact with the same predicate says so. Half of the words is where Korean sentences with one changed object
/// still are, and sentences that merely begin alike are not.
const SAME_MATTER: f64 = 0.5;

/// A memory to compare with.
pub struct Known<'a> {
    /// What sort of thing it is.
    pub kind: Kind,
    /// What it says.
    pub content: &'a Content,
}

/// What to do with a candidate of `kind` that says `content`, and with which of `known` (closest first); what is of
/// another kind is no answer to it.
pub fn propose(kind: Kind, content: &Content, known: &[Known<'_>]) -> (ReconcileAction, Option<usize>) {
    let mut answers = known.iter().enumerate().filter(|(_, other)| other.kind == kind);
    let found = answers.find_map(|(place, other)| Some((action(content, other.content)?, place)));
    found.map_or((ReconcileAction::Insert, None), |(action, place)| (action, Some(place)))
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

    fn proposed(newer: &Content, older: &Content) -> ReconcileAction {
        propose(Kind::Fact, newer, &[Known { kind: Kind::Fact, content: older }]).0
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
        let known = [Known { kind: Kind::Rule, content: &rule }, Known { kind: Kind::Fact, content: &fact }];
        assert_eq!(propose(Kind::Fact, &says("보고서는 결론부터 쓴다"), &known), (ReconcileAction::Merge, Some(1)));
        assert_eq!(propose(Kind::Task, &says("보고서는 결론부터 쓴다"), &known), (ReconcileAction::Insert, None));
    }
}
