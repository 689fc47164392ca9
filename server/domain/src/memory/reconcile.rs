//! How a candidate would go together with what is remembered already. A proposal: a reviewer, or a policy, decides.
//!
//! What the words say comes first ([`super::meaning`]); then whose word weighs more; then what is true when. Nothing takes
//! the place of a stronger word: who said it counts for more than when it was said.

use super::Content;
use super::facts::{compare, fact_in};
use super::meaning::{Reading, Relation, is_end_of, relation};
use contract::review::ReconcileAction;
use contract::{Authority, Class, Kind, NormalizedFact, Timestamp, Validity};
use std::cmp::Ordering;
use std::time::Duration;

/// A change that is told so long after it happened is no news.
const NEWS: Duration = Duration::from_hours(365 * 24);

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

/// How a newcomer goes together with the `known` ones (closest first). One that says the same is preferred to whatever is
/// closer: what is known need not be there twice.
pub fn reconcile(newcomer: &Newcomer<'_>, known: &[Known<'_>]) -> Reconciled {
    let said = Said::of(newcomer.content);
    let answers = known.iter().enumerate().filter_map(|(place, other)| {
        let found = said.relation(newcomer, other)?;
        fits_in(newcomer, other, found, said.is_news(newcomer, other), place)
    });
    let by_sameness = |answer: &Reconciled| answer.action != ReconcileAction::Merge;
    answers.min_by_key(by_sameness).unwrap_or(BESIDE)
}

/// It stands beside the others.
const BESIDE: Reconciled = Reconciled { action: ReconcileAction::Insert, target: None, valid_to: None };

/// What a content says, as it is compared.
struct Said<'a> {
    reading: Reading,
    given: Option<&'a NormalizedFact>,
    found: Option<NormalizedFact>,
}

impl<'a> Said<'a> {
    fn of(content: &'a Content) -> Self {
        let reading = Reading::of(&content.statement);
        Self { reading, given: content.normalized_fact.as_ref(), found: fact_in(&content.statement) }
    }

    fn fact(&self) -> Option<&NormalizedFact> {
        self.given.or(self.found.as_ref())
    }

    /// Whether the newcomer, who says this, tells of a change that was not long before the known one began. A memory begins
    /// when somebody speaks of it, if nobody says otherwise; a change is told when it is new ("I moved last month"). So it
    /// is the later word, though what it says began earlier.
    fn is_news(&self, newcomer: &Newcomer<'_>, known: &Known<'_>) -> bool {
        let tells_of_change = newcomer.ends || self.reading.changes && newcomer.validity.to.is_none();
        tells_of_change && known.validity.from.since(newcomer.validity.from) < NEWS
    }

    /// What the newcomer, who says this, is to a known one.
    fn relation(&self, newcomer: &Newcomer<'_>, known: &Known<'_>) -> Option<Relation> {
        let other = Said::of(known.content);
        let found = if newcomer.ends { self.relation_of_end(&other) } else { self.plain_relation(&other) }?;
        let (ours, theirs) = (newcomer.kind.class(), known.kind.class());
        match found {
            // Two things that happened do not contradict each other.
            Relation::Against if ours == Class::Episodic && theirs == Class::Episodic => None,
            // One that happened may have changed what is so.
            Relation::Against if ours == Class::Episodic && self.reading.changes => Some(found),
            // Whatever kind somebody took it for: the same words are the same memory, and the same fact is the same fact.
            _ if ours == theirs || found == Relation::Ends => Some(found),
            _ if self.reading.words == other.reading.words => Some(found),
            _ => self.fact().zip(other.fact()).map(|_| found),
        }
    }

    fn plain_relation(&self, other: &Said<'_>) -> Option<Relation> {
        let by_words = || relation(&self.reading, &other.reading);
        let (Some(ours), Some(theirs)) = (self.fact(), other.fact()) else { return by_words() };
        match compare(ours, theirs) {
            // The same fact: the rest of the words may say more.
            Some(Some(Relation::Same)) => match by_words() {
                Some(Relation::More) => Some(Relation::More),
                _ => Some(Relation::Same),
            },
            Some(found) => found,
            // Predicates of one origin are comparable, those of different origins are different words for anything.
            None if self.given.is_some() == other.given.is_some() => None,
            None => by_words(),
        }
    }

    fn relation_of_end(&self, other: &Said<'_>) -> Option<Relation> {
        if let (Some(ours), Some(theirs)) = (self.fact(), other.fact()) {
            match compare(ours, theirs) {
                Some(Some(Relation::Against)) => return self.names(theirs).then_some(Relation::Against),
                Some(Some(_)) if self.given.is_some() => return Some(Relation::Ends),
                _ => {}
            }
        }
        if is_end_of(&self.reading, &other.reading) {
            return Some(Relation::Ends);
        }
        self.plain_relation(other).filter(|found| *found == Relation::Same)
    }

    /// Whether what is no longer so ("I don't live in Leeds any more, I moved to Hull") is this; or whether it can only be
    /// this, for what is read off a statement is what is so now.
    fn names(&self, ended: &NormalizedFact) -> bool {
        let object = Reading::of(&ended.object);
        self.given.is_none() || object.words.keys().all(|word| self.reading.words.contains_key(word))
    }
}

/// What becomes of the newcomer, given what it is to a known one; `None` if that one does not matter to it.
fn fits_in(
    newcomer: &Newcomer<'_>,
    known: &Known<'_>,
    found: Relation,
    is_news: bool,
    place: usize,
) -> Option<Reconciled> {
    let (ours, theirs) = (newcomer.validity, known.validity);
    if !overlap(ours, theirs) {
        return None;
    }
    let weight = newcomer.authority.cmp(&known.authority);
    let with = |action| Some(Reconciled { action, target: Some(place), valid_to: None });
    match found {
        // It says when it ends, which is more.
        Relation::Same if !outlasts(theirs, ours) => with(ReconcileAction::Merge),
        // A weaker word that says more contradicts nobody: it stands beside the stronger one.
        Relation::Same | Relation::More => (weight != Ordering::Less).then(|| with(ReconcileAction::Update))?,
        Relation::Against | Relation::Ends if ours.from < theirs.from && !is_news => match weight {
            _ if outlasts(ours, theirs) => None,
            // That a weaker word begins later does not show that the stronger one has ended.
            Ordering::Greater => with(ReconcileAction::Conflict),
            _ => Some(Reconciled { valid_to: Some(theirs.from), ..BESIDE }),
        },
        // What is so for a while ends by itself, and what it interrupts goes on.
        Relation::Against if outlasts(theirs, ours) => None,
        Relation::Against if weight == Ordering::Equal && ours.from == theirs.from => with(ReconcileAction::Conflict),
        _ if weight == Ordering::Less => with(ReconcileAction::Conflict),
        Relation::Against => with(ReconcileAction::Replace),
        Relation::Ends => with(ReconcileAction::Expire),
    }
}

/// Whether both are true at some moment.
fn overlap(one: Validity, other: Validity) -> bool {
    let begins_before_end_of = |one: Validity, other: Validity| other.to.is_none_or(|end| one.from < end);
    begins_before_end_of(one, other) && begins_before_end_of(other, one)
}

/// Whether the first is still true when the other no longer is.
fn outlasts(one: Validity, other: Validity) -> bool {
    other.to.is_some_and(|end| one.to.is_none_or(|ours| ours > end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn says(statement: &str) -> Content {
        Content::of(statement.to_owned(), Vec::new())
    }

    fn fact(predicate: &str, object: &str) -> Content {
        let mut content = says("한 문장");
        content.normalized_fact = Some(NormalizedFact { predicate: predicate.into(), object: object.into() });
        content
    }

    /// A month of some year, by its number from 1970 on.
    fn month(number: i64) -> Timestamp {
        Timestamp::from_micros(number * 2_629_746_000_000).expect("in range")
    }

    fn since(from: i64) -> Validity {
        Validity { from: month(from), to: None }
    }

    fn between(from: i64, to: i64) -> Validity {
        Validity { from: month(from), to: Some(month(to)) }
    }

    const SAID: Authority = Authority::ExplicitUserStatement;
    const GUESSED: Authority = Authority::ModelInference;

    fn newcomer(content: &Content) -> Newcomer<'_> {
        Newcomer { kind: Kind::Fact, content, authority: SAID, validity: since(2), ends: false }
    }

    fn known(content: &Content) -> Known<'_> {
        Known { kind: Kind::Fact, content, authority: SAID, validity: since(1) }
    }

    fn proposed(newer: &Content, older: &Content) -> ReconcileAction {
        reconcile(&newcomer(newer), &[known(older)]).action
    }

    fn ended(newer: &Content, older: &Content) -> ReconcileAction {
        reconcile(&Newcomer { ends: true, ..newcomer(newer) }, &[known(older)]).action
    }

    #[test]
    fn statements_are_compared_by_their_words() {
        for (older, newer, expected) in [
            ("회의는 월요일 오전에 한다", "회의는 월요일 오전에 한다.", ReconcileAction::Merge),
            ("회의는 월요일 오전에 한다", "회의는 월요일 오전에", ReconcileAction::Merge),
            ("회의는 월요일 오전에 한다", "회의는 월요일 오전에 본사에서 한다", ReconcileAction::Update),
            ("회의는 월요일 오전에 한다", "회의는 화요일 오전에 한다", ReconcileAction::Replace),
            ("회의는 월요일 오전에 한다", "점심은 국수를 먹는다", ReconcileAction::Insert),
            ("커피를 좋아한다", "저는 커피를 안 좋아해요", ReconcileAction::Replace),
            ("커피를 좋아한다", "나는 커피가 싫어", ReconcileAction::Replace),
            ("커피를 좋아하지 않는다", "저는 커피를 안 좋아해요", ReconcileAction::Merge),
            ("I like coffee", "I don't like coffee", ReconcileAction::Replace),
            ("I like coffee", "I like coffee and tea", ReconcileAction::Update),
            ("I like tea", "I like coffee", ReconcileAction::Insert),
            ("I drink no alcohol", "I don't drink alcohol", ReconcileAction::Merge),
            ("I have two kids", "I have three kids", ReconcileAction::Replace),
            ("My brother lives in Oslo", "I live in Oslo", ReconcileAction::Insert),
            ("I don't work on Mondays", "I don't work on Fridays", ReconcileAction::Insert),
            ("I have a sister", "My sister is a vet in Bergen", ReconcileAction::Update),
        ] {
            assert_eq!(proposed(&says(newer), &says(older)), expected, "{older} / {newer}");
        }
    }

    #[test]
    fn normalised_facts_decide_where_both_have_one() {
        let old = fact("lives in", "Seoul");
        assert_eq!(proposed(&fact("Lives_in", "seoul"), &old), ReconcileAction::Merge);
        assert_eq!(proposed(&fact("lives in", "Mapo, Seoul"), &old), ReconcileAction::Update);
        assert_eq!(proposed(&fact("lives in", "Busan"), &old), ReconcileAction::Replace);
        assert_eq!(proposed(&says("저 지난달에 부산으로 이사했어요"), &says("서울에 산다")), ReconcileAction::Replace);
        assert_eq!(
            proposed(&fact("works in", "Seoul"), &old),
            ReconcileAction::Insert,
            "though the statement is the same"
        );
    }

    #[test]
    fn an_end_is_put_to_what_has_ended() {
        for (older, newer, expected) in [
            ("I smoke ten cigarettes a day", "I quit smoking", ReconcileAction::Expire),
            ("버스로 출근한다", "이제 버스로 출근 안 해요", ReconcileAction::Expire),
            ("I don't drink coffee", "I no longer drink coffee", ReconcileAction::Merge),
            ("I'm learning German", "I stopped learning French", ReconcileAction::Insert),
            ("I live in Leeds", "I don't live in Leeds any more, I moved to Hull", ReconcileAction::Replace),
            ("I eat breakfast at 7", "I stopped eating meat", ReconcileAction::Insert),
        ] {
            assert_eq!(ended(&says(newer), &says(older)), expected, "{older} / {newer}");
        }
        assert_eq!(ended(&fact("lives in", "Leeds"), &fact("lives in", "Leeds")), ReconcileAction::Expire);
        assert_eq!(ended(&fact("lives in", "Leeds"), &fact("lives in", "Hull")), ReconcileAction::Insert);
    }

    #[test]
    fn one_that_says_the_same_is_preferred_then_the_closest() {
        let (rule, other) = (says("보고서는 결론부터 쓴다"), says("보고서는 결론부터 짧게 쓴다"));
        let all = [known(&other), known(&rule)];
        let place = |statement| reconcile(&newcomer(&says(statement)), &all);
        assert_eq!(
            (place("보고서는 결론부터 쓴다").action, place("보고서는 결론부터 쓴다").target),
            (ReconcileAction::Merge, Some(0))
        );
        let longer = place("보고서는 결론부터 짧게 표로 쓴다");
        assert_eq!((longer.action, longer.target), (ReconcileAction::Update, Some(0)));
    }

    #[test]
    fn kinds_of_other_classes_meet_in_the_same_words_and_facts_only() {
        let as_of = |kind, newer: &str, older: &str| {
            reconcile(&Newcomer { kind, ..newcomer(&says(newer)) }, &[known(&says(older))]).action
        };
        assert_eq!(as_of(Kind::Episode, "회의는 월요일에 한다", "월요일에 회의를 한다"), ReconcileAction::Merge);
        assert_eq!(as_of(Kind::Episode, "회의는 화요일에 한다", "월요일에 회의를 한다"), ReconcileAction::Insert);
        assert_eq!(as_of(Kind::Episode, "회의는 화요일로 바뀌었다", "월요일에 회의를 한다"), ReconcileAction::Replace);
        assert_eq!(as_of(Kind::Episode, "I moved to Hull", "I live in Leeds"), ReconcileAction::Replace);
        assert_eq!(as_of(Kind::Preference, "I don't like tea", "I like tea"), ReconcileAction::Replace);
        let (first, second) = (says("I ran the marathon in 2023"), says("I ran the marathon in 2025"));
        let happened = [Known { kind: Kind::Episode, ..known(&first) }];
        let again = reconcile(&Newcomer { kind: Kind::Episode, ..newcomer(&second) }, &happened);
        assert_eq!(again.action, ReconcileAction::Insert);
    }

    #[test]
    fn authority_decides_then_time() {
        let (seoul, busan) = (fact("lives in", "Seoul"), fact("lives in", "Busan"));
        let put = |authority, validity, known_authority, known_validity| {
            let newer = Newcomer { authority, validity, ..newcomer(&busan) };
            let older = Known { authority: known_authority, validity: known_validity, ..known(&seoul) };
            let Reconciled { action, target, valid_to } = reconcile(&newer, &[older]);
            assert_eq!(target.is_some(), action != ReconcileAction::Insert);
            (action, valid_to)
        };
        let (beside, conflict) = ((ReconcileAction::Insert, None), (ReconcileAction::Conflict, None));
        let replaces = (ReconcileAction::Replace, None);
        for (ours, theirs, expected) in [
            ((SAID, since(5)), (SAID, since(3)), replaces),
            ((SAID, since(5)), (GUESSED, since(3)), replaces),
            ((SAID, since(3)), (GUESSED, since(3)), replaces),
            ((SAID, since(3)), (SAID, since(3)), conflict),
            ((GUESSED, since(5)), (SAID, since(3)), conflict),
            // Learned late.
            ((SAID, since(1)), (SAID, since(3)), (ReconcileAction::Insert, Some(month(3)))),
            ((SAID, between(1, 5)), (SAID, since(3)), (ReconcileAction::Insert, Some(month(3)))),
            ((SAID, between(1, 2)), (SAID, since(3)), beside),
            ((SAID, since(1)), (GUESSED, since(3)), conflict),
            // For a while.
            ((SAID, between(5, 6)), (SAID, since(3)), beside),
            ((SAID, since(1)), (SAID, between(3, 5)), beside),
            ((SAID, since(4)), (SAID, between(3, 5)), replaces),
            ((SAID, since(6)), (SAID, between(3, 5)), beside),
        ] {
            assert_eq!(put(ours.0, ours.1, theirs.0, theirs.1), expected, "{ours:?} {theirs:?}");
        }
    }

    #[test]
    fn a_change_is_told_when_it_is_new() {
        let (leeds, hull) = (says("I live in Leeds"), says("I moved to Hull"));
        let put = |from, known_from| {
            let newer = Newcomer { validity: since(from), ..newcomer(&hull) };
            reconcile(&newer, &[Known { validity: since(known_from), ..known(&leeds) }]).action
        };
        assert_eq!(put(20, 21), ReconcileAction::Replace);
        assert_eq!(put(20, 60), ReconcileAction::Insert);
    }

    #[test]
    fn a_weaker_word_merges_and_changes_nothing() {
        let (short, long) = (says("I work as a nurse"), says("I work as a nurse at night"));
        let put = |newer, older, ends| {
            reconcile(&Newcomer { authority: GUESSED, ends, ..newcomer(newer) }, &[known(older)]).action
        };
        assert_eq!(put(&short, &long, false), ReconcileAction::Merge);
        assert_eq!(put(&long, &short, false), ReconcileAction::Insert);
        assert_eq!(put(&short, &short, true), ReconcileAction::Conflict);
    }

    #[test]
    fn what_says_when_it_ends_says_more() {
        let content = says("I work at the port");
        let put =
            |validity, ends| reconcile(&Newcomer { validity, ends, ..newcomer(&content) }, &[known(&content)]).action;
        assert_eq!(put(between(2, 9), false), ReconcileAction::Update);
        assert_eq!(put(between(2, 9), true), ReconcileAction::Expire);
    }

    const WORDS: &[&str] = &[
        "I",
        "don't",
        "like",
        "hate",
        "tea",
        "live in",
        "Seoul",
        "Busan",
        "two",
        "3",
        "커피를",
        "안",
        "마셔요",
        "월요일에",
    ];

    /// Statements that meet in every way.
    fn statement() -> impl Strategy<Value = Content> {
        let statement = prop::collection::vec(prop::sample::select(WORDS), 0..6).prop_map(|words| words.join(" "));
        let fact = prop::option::weighted(0.3, ("(lives in|likes)", "(Seoul|Busan)"));
        (statement, fact).prop_map(|(statement, fact)| {
            let mut content = says(&statement);
            content.normalized_fact = fact.map(|(predicate, object)| NormalizedFact { predicate, object });
            content
        })
    }

    fn validity() -> impl Strategy<Value = Validity> {
        (0_i64..4, prop::option::of(1_i64..4))
            .prop_map(|(from, to)| Validity { from: month(from), to: to.map(|length| month(from + length)) })
    }

    fn memory() -> impl Strategy<Value = (Content, Kind, Authority, Validity)> {
        (statement(), prop::sample::select(Kind::ALL), prop::sample::select(Authority::ALL), validity())
    }

    proptest! {
        #[test]
        fn nothing_takes_the_place_of_a_stronger_word(
            (content, kind, authority, validity) in memory(),
            ends: bool,
            memories in prop::collection::vec(memory(), 0..4),
        ) {
            let newer = Newcomer { kind, content: &content, authority, validity, ends };
            let all: Vec<Known<'_>> = memories
                .iter()
                .map(|(content, kind, authority, validity)| Known { kind: *kind, content, authority: *authority, validity: *validity })
                .collect();
            let found = reconcile(&newer, &all);
            prop_assert_eq!(found, reconcile(&newer, &all), "the same every time");
            prop_assert_eq!(found.target.is_none(), found.action == ReconcileAction::Insert);
            prop_assert!(found.valid_to.is_none() || found.action == ReconcileAction::Insert);
            prop_assert!(found.valid_to.is_none_or(|end| validity.from < end && validity.to.is_none_or(|own| end < own)));
            if all.is_empty() {
                prop_assert_eq!(found, BESIDE);
            }
            if let Some(place) = found.target {
                let target = all.get(place).expect("in range");
                let takes = matches!(found.action, ReconcileAction::Update | ReconcileAction::Replace | ReconcileAction::Expire);
                prop_assert!(!takes || target.authority <= authority);
            }
        }
    }
}
