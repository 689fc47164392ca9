//! What one statement is to another, by their words. It knows forms of words, a few words that mean the same, and what
//! denies; it does not know what a sentence means, and would rather find two statements unrelated than guess.

mod korean;
mod reading;
mod vocabulary;
mod whom;

pub use reading::Reading;
pub use whom::whom;

use std::collections::BTreeSet;

/// Two statements that share at least this share of their words speak of the same thing (Jaccard index). Half of the words
/// is where Korean sentences with one changed object still are, and sentences that merely begin alike are not.
const SAME_MATTER: f64 = 0.5;
/// Of what a statement says that something has ended, so much must be in the other, or of the other in it.
const SAME_END: f64 = 0.6;
/// A single word is the whole matter of a statement of at most so many.
const FEW_WORDS: usize = 3;

/// What a statement is to another one about the same matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// It says the same, or less.
    Same,
    /// It says the same and more.
    More,
    /// Both cannot be true at once.
    Against,
    /// It says that the other has come to its end.
    Ends,
}

/// What `newer` is to `older`; `None` if they speak of different things.
pub fn relation(newer: &Reading, older: &Reading) -> Option<Relation> {
    if newer.words.is_empty() || older.words.is_empty() || !are_of_the_same_person(newer, older) {
        return None;
    }
    let shared: Vec<&String> = newer.words.keys().filter(|word| is_clear_in_both(word, newer, older)).collect();
    let (denies, was_denied) = (newer.denies(shared.iter().copied()), older.denies(shared.iter().copied()));
    let figures_differ = figures_differ(newer, older);
    let differ = figures_differ || places_differ(newer, older);
    if denies != was_denied {
        // Not on Mondays, but on Fridays: no contradiction.
        return (!differ && is_within(newer, older)).then_some(Relation::Against);
    }
    if differ {
        let stand_side_by_side = !figures_differ && (newer.several && older.several || denies);
        return (!stand_side_by_side && is_same_matter(newer, older)).then_some(Relation::Against);
    }
    if is_part(newer, older) {
        return Some(Relation::Same);
    }
    if is_part(older, newer) {
        return Some(Relation::More);
    }
    let is_changed = newer.matters.first() == older.matters.first() && likeness(newer, older) >= SAME_MATTER;
    (is_changed && !denies && !(newer.several && older.several)).then_some(Relation::Against)
}

/// Whether `newer`, which says that something has ended, speaks of what `older` says.
pub fn is_end_of(newer: &Reading, older: &Reading) -> bool {
    let (now, before) = (matters(newer), matters(older));
    let shared = now.intersection(&before).count() as f64;
    let enough = SAME_END * now.len().min(before.len()) as f64;
    let denied = older.denies(now.intersection(&before).copied());
    let speaks_of_another = older.places.iter().any(|(place, words)| {
        !place.is_in_time() && newer.places.get(place).is_some_and(|ours| ours.is_disjoint(words))
    });
    shared > 0.0 && shared >= enough && !denied && !speaks_of_another && are_of_the_same_person(newer, older)
}

/// What is true of somebody else says nothing of the speaker; but "I have a sister" and "my sister is a vet" belong together.
fn are_of_the_same_person(one: &Reading, other: &Reading) -> bool {
    let mentions = |whom: &String, reading: &Reading| reading.words.contains_key(&vocabulary::stem(whom));
    match (&one.whom, &other.whom) {
        (None, None) => true,
        (Some(one), Some(other)) => one == other,
        (Some(whom), None) => mentions(whom, other),
        (None, Some(whom)) => mentions(whom, one),
    }
}

fn is_clear_in_both(word: &String, one: &Reading, other: &Reading) -> bool {
    let is_clear = |reading: &Reading| matches!(reading.words.get(word), Some(Some(_)));
    is_clear(one) && is_clear(other)
}

/// Whether both count the same thing, and neither has the figures of the other.
fn figures_differ(one: &Reading, other: &Reading) -> bool {
    one.figures.iter().any(|(unit, ours)| {
        other.figures.get(unit).is_some_and(|theirs| !ours.is_subset(theirs) && !theirs.is_subset(ours))
    })
}

/// Whether both fill the same place, and neither with what the other has.
fn places_differ(one: &Reading, other: &Reading) -> bool {
    one.places.iter().any(|(place, ours)| {
        other.places.get(place).is_some_and(|theirs| !ours.is_subset(theirs) && !theirs.is_subset(ours))
    })
}

/// Whether the two speak of the same matter, figures and places aside.
fn is_same_matter(one: &Reading, other: &Reading) -> bool {
    let (ours, theirs) = (matters(one), matters(other));
    let stand_alone = || one.places.keys().any(|place| place.stands_alone() && other.places.contains_key(place));
    if ours.is_empty() || theirs.is_empty() {
        return stand_alone();
    }
    is_within(one, other) || jaccard(&ours, &theirs) >= SAME_MATTER
}

/// Whether one speaks of nothing that the other does not.
fn is_within(one: &Reading, other: &Reading) -> bool {
    let (ours, theirs) = (matters(one), matters(other));
    ours.is_subset(&theirs) || theirs.is_subset(&ours)
}

/// Whether `small` says nothing that `large` does not. A single word has to be what the other one begins with: a word in
/// passing is not its matter.
fn is_part(small: &Reading, large: &Reading) -> bool {
    let is_in = small.words.keys().all(|word| large.words.contains_key(word));
    let is_its_matter = small.words.len() > 1
        || large.words.len() <= FEW_WORDS
        || large.matters.first().is_some_and(|first| small.words.contains_key(first));
    is_in && is_its_matter
}

fn likeness(one: &Reading, other: &Reading) -> f64 {
    jaccard(&one.words.keys().collect(), &other.words.keys().collect())
}

fn matters(reading: &Reading) -> BTreeSet<&String> {
    reading.matters.iter().collect()
}

fn jaccard(one: &BTreeSet<&String>, other: &BTreeSet<&String>) -> f64 {
    let (shared, all) = (one.intersection(other).count() as f64, one.union(other).count() as f64);
    if all == 0.0 { 0.0 } else { shared / all }
}
