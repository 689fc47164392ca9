//! A statement as it is compared: its words without endings, which of them it denies, its figures, and whom it is about.

use super::vocabulary::{Place, Role, allows_several, counted, is_counter, number, role, stem};
use super::whom::whom;
use crate::kernel::stems::{Run, runs};
use crate::kernel::text::canonical;
use regex::{Captures, Regex};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Phrases that say when and how, not what; that deny what is behind them; and that deny what is before them.
static PHRASES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?:no|yes|ok|okay|well|right|oh|actually|just so you know|as (?:agreed|i said))\b,?|\b(?:any ?more|from now on|these days)\b|더 이상|이제부터|(?P<ahead>\b(?:no longer|used to|stopped|quit|gave up|given up|(?:switched|changed|swapped)(?: over)? from|gone (?:\w+ )?off)\b)|(?P<behind>그만[두뒀둔]\S*|포기\S*|끊\S*)",
    )
    .expect("a regular expression")
});
/// Tells of a change from what was before to what is now.
static CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:now|instead|changed|moved|switched|swapped|postponed|rescheduled|rebooked|went (?:up|down)|became|got (?:married|divorced|promoted))\b|바[꾸꿨뀌뀐]|옮[겼기]|미[뤘뤄]|당[겼겨]|이제|올[라랐]|결혼했|이혼했|승진했|이사[ ]?[했왔갔]|입사했|퇴사했|그만[뒀두]",
    )
    .expect("a regular expression")
});
/// Deny the word behind them, as does whatever ends with "n't".
const NOT: &[&str] = &["not", "never", "no", "without", "avoid", "avoids", "avoiding", "cannot", "nor", "안", "못"];
/// Deny the word before them; by their beginnings.
const NOT_BEHIND: &[&str] = &["않", "없", "아니", "아닌", "말고"];
/// Deny a word before them that ends with "지": "먹지 못한다", "쓰지 마".
const NOT_BEHIND_JI: &[&str] = &["않", "못", "말", "마"];
/// Ends a word that is denied behind it.
const JI: &[&str] = &["지", "지는", "지도", "지를", "진"];

/// See the module.
#[derive(Debug, Default)]
pub struct Reading {
    /// Somebody other than the speaker, if it is about one.
    pub whom: Option<String>,
    /// What it says, each word with whether it is denied; `None` if it is, and is not.
    pub words: BTreeMap<String, Option<bool>>,
    /// Those of the words that are neither figures nor fill a place, in order.
    pub matters: Vec<String>,
    /// Figures, by what they count.
    pub figures: BTreeMap<String, BTreeSet<String>>,
    /// What fills places.
    pub places: BTreeMap<Place, BTreeSet<&'static str>>,
    /// Whether it may be said of several things side by side.
    pub several: bool,
    /// Whether it tells of a change.
    pub changes: bool,
}

impl Reading {
    /// Reads a statement.
    pub fn of(statement: &str) -> Self {
        let plain = canonical(&statement.replace('’', "'"));
        let said =
            PHRASES.replace_all(&plain, |found: &Captures<'_>| match (found.name("ahead"), found.name("behind")) {
                (Some(_), _) => " not ",
                (_, Some(_)) => " 않 ",
                _ => " ",
            });
        let runs: Vec<Run> = runs(&said).collect();
        let reading = Self { whom: whom(&plain), changes: CHANGE.is_match(&plain), ..Self::default() };
        let mut reader = Reader { reading, denies: false, last: None };
        for (place, run) in runs.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|before| runs.get(before));
            let next = runs.get(place + 1);
            reader.take(*run, before.map(|run| run.text), next.map(|run| run.text));
        }
        let mut reading = reader.reading;
        reading.several = allows_several(reading.words.keys().map(String::as_str));
        reading
    }

    /// Whether it denies one of these words.
    pub fn denies<'a>(&self, mut words: impl Iterator<Item = &'a String>) -> bool {
        words.any(|word| self.words.get(word) == Some(&Some(true)))
    }
}

/// Reads from the first word to the last.
struct Reader {
    reading: Reading,
    /// The next word is denied.
    denies: bool,
    /// The last word that says something.
    last: Option<String>,
}

impl Reader {
    fn take(&mut self, run: Run<'_>, before: Option<&str>, next: Option<&str>) {
        let word = run.text;
        if NOT.contains(&word) && !is_denial_behind(word, before) || word.ends_with("n't") {
            self.denies = true;
        } else if run.is_hangul && (starts_with(word, NOT_BEHIND) || is_denial_behind(word, before)) {
            self.deny_last();
        } else if let Some((number, counter)) = counted(word) {
            self.add_figure(number.to_string(), counter);
        } else if let Some(figure) = figure(word, next) {
            let unit = next.map(stem).filter(|unit| role(unit) != Some(Role::Empty));
            self.add_figure(figure, unit.unwrap_or_default());
        } else if !before.is_some_and(|before| figure(before, Some(word)).is_some() && is_counter(&stem(word))) {
            let is_denied_behind = next.is_some_and(|next| is_denial_behind(next, Some(word)));
            let cut = JI.iter().filter(|_| is_denied_behind).find_map(|ending| word.strip_suffix(ending));
            self.add_word(&stem(cut.unwrap_or(word)), run.is_hangul);
        }
    }

    fn add_word(&mut self, stem: &str, is_hangul: bool) {
        match role(stem) {
            // "안 해요": what is not done stands before it.
            Some(Role::Empty) if is_hangul && self.denies => {
                self.denies = false;
                self.deny_last();
            }
            Some(Role::Empty) => {}
            Some(Role::Same(word)) => self.add_matter(word, false),
            Some(Role::Contrary(word)) => self.add_matter(word, true),
            Some(Role::Fills(place, word)) => {
                self.reading.places.entry(place).or_default().insert(word);
                self.add(word, false);
            }
            None => self.add_matter(stem, false),
        }
    }

    fn add_figure(&mut self, figure: String, unit: String) {
        self.add(&figure, false);
        self.reading.figures.entry(unit).or_default().insert(figure);
    }

    fn add_matter(&mut self, word: &str, is_contrary: bool) {
        self.add(word, is_contrary);
        if !self.reading.matters.iter().any(|known| known == word) {
            self.reading.matters.push(word.to_owned());
        }
    }

    fn add(&mut self, word: &str, is_contrary: bool) {
        let is_denied = std::mem::take(&mut self.denies) != is_contrary;
        self.say(word, is_denied);
        self.last = Some(word.to_owned());
    }

    fn say(&mut self, word: &str, is_denied: bool) {
        let said = self.reading.words.entry(word.to_owned()).or_insert(Some(is_denied));
        if *said != Some(is_denied) {
            *said = None;
        }
    }

    fn deny_last(&mut self) {
        if let Some(said) = self.last.as_ref().and_then(|last| self.reading.words.get_mut(last)) {
            *said = said.map(|is_denied| !is_denied);
        }
    }
}

fn starts_with(word: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| word.starts_with(beginning))
}

/// Whether the word denies the one before it, which ends with "지".
fn is_denial_behind(word: &str, before: Option<&str>) -> bool {
    starts_with(word, NOT_BEHIND_JI) && before.is_some_and(|before| JI.iter().any(|ending| before.ends_with(ending)))
}

/// A number as it is compared: "05" and "five" are 5, "40,000" is 40000.
fn figure(word: &str, next: Option<&str>) -> Option<String> {
    if let Some(number) = number(word, next) {
        return Some(number.to_string());
    }
    let digits: String = word.chars().filter(|c| *c != ',').take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let plain = digits.trim_start_matches('0');
    (!digits.is_empty()).then(|| if plain.is_empty() { "0".to_owned() } else { plain.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(statement: &str) -> Vec<String> {
        let reading = Reading::of(statement);
        let mark = |(word, is_denied): (&String, &Option<bool>)| match is_denied {
            Some(false) => word.clone(),
            Some(true) => format!("-{word}"),
            None => format!("±{word}"),
        };
        reading.words.iter().map(mark).collect()
    }

    #[test]
    fn what_is_said_and_what_is_denied() {
        for (statement, expected) in [
            ("I don't like coffee.", "coffe -like"),
            ("The user hates coffee", "coffe -like"),
            ("I drink no alcohol", "-alcohol drink"),
            ("I love coffee but hate tea", "coffe ±like tea"),
            ("I quit smoking", "-smoke"),
            ("담배 끊었어요", "-담배"),
            ("커피를 안 좋아해요", "-like 커피"),
            ("나는 커피가 싫어", "-like 커피"),
            ("저는 커피를 마시지 않아요", "-마시 커피"),
            ("커피 안 마셔", "-마시 커피"),
            ("버스로 출근 안 해요", "버스 -출근"),
            ("알레르기가 없다", "-allergy"),
            ("채식주의자가 아니에요", "-채식주의자"),
            ("길게 쓰지 마세요", "long -쓰"),
        ] {
            assert_eq!(words(statement).join(" "), expected, "{statement}");
        }
    }

    #[test]
    fn figures_and_places_are_told_apart() {
        let reading = Reading::of("두 마리, 3명, 40,000 words on Monday");
        let figures: Vec<_> = reading.figures.iter().map(|(unit, figures)| format!("{unit} {figures:?}")).collect();
        assert_eq!(figures, ["word {\"40000\"}", "마리 {\"2\"}", "명 {\"3\"}"]);
        assert_eq!(reading.matters, ["word"]);
        assert_eq!(reading.places.len(), 1);
        assert_eq!(Reading::of("6시에 한 잔").figures.len(), 2);
        assert!(Reading::of("좋아 한 사람").figures.len() == 1 && Reading::of("네, 좋아요").figures.is_empty());
    }
}
