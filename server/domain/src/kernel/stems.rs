//! The words of a text, and the form that they have without endings: Korean particles stripped, English by Snowball.

use frostem::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

/// Noun particles (josa), tried longest first. A stem of at least two syllables must remain.
const PARTICLES: &[&str] = &[
    "으로부터",
    "에게서",
    "한테서",
    "께서는",
    "으로서",
    "으로써",
    "에서는",
    "에서도",
    "이라고",
    "이라는",
    "이라도",
    "까지도",
    "까지는",
    "부터는",
    "에서",
    "에게",
    "한테",
    "께서",
    "부터",
    "까지",
    "마다",
    "처럼",
    "보다",
    "밖에",
    "조차",
    "마저",
    "이나",
    "라도",
    "이랑",
    "하고",
    "이며",
    "으로",
    "로서",
    "로써",
    "라고",
    "라는",
    "에는",
    "에도",
    "에만",
    "와는",
    "과는",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "에",
    "의",
    "도",
    "만",
    "과",
    "와",
    "로",
    "나",
    "랑",
    "께",
];

/// A stretch of one script in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run<'a> {
    /// As it stands in the text.
    pub text: &'a str,
    /// Whether it is Hangul; else Latin letters, figures, or any other script.
    pub is_hangul: bool,
}

/// The words of a text in order, cut where Hangul meets anything else. The particle of a Latin word is no word: "VPN이".
pub fn runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    text.unicode_words().flat_map(|word| {
        let mut after_latin = false;
        script_runs(word).filter(move |run| {
            let is_particle = run.is_hangul && after_latin && PARTICLES.contains(&run.text);
            after_latin = !run.is_hangul;
            !is_particle
        })
    })
}

impl Run<'_> {
    /// The run, which is in lower case, without its ending.
    pub fn stem(&self) -> String {
        if self.is_hangul {
            strip_particle(self.text).to_owned()
        } else {
            Stemmer::new(Algorithm::English).stem(self.text).into_owned()
        }
    }
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

/// Cuts a word where it changes between Hangul and anything else.
fn script_runs(word: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let is_hangul_run = is_hangul(rest.chars().next()?);
        let end = rest.find(|c| is_hangul(c) != is_hangul_run).unwrap_or(rest.len());
        let (run, tail) = rest.split_at(end);
        rest = tail;
        Some(Run { text: run, is_hangul: is_hangul_run })
    })
}

/// A Hangul word without its particle, if it ends with one.
pub fn strip_particle(word: &str) -> &str {
    PARTICLES
        .iter()
        .filter_map(|particle| word.strip_suffix(particle))
        .find(|stem| stem.chars().count() >= 2)
        .unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(text: &str) -> Vec<String> {
        runs(text).map(|run| run.stem()).collect()
    }

    #[test]
    fn particles_go_and_short_stems_stay() {
        assert_eq!(stems("회의실에서는 커피를 마신다"), ["회의실", "커피", "마신다"]);
        assert_eq!(stems("나는 물이"), ["나는", "물이"], "a stem of one syllable is none");
        assert_eq!(stems("vpn이 끊긴다"), ["vpn", "끊긴다"]);
    }

    #[test]
    fn english_is_stemmed() {
        assert_eq!(stems("running meetings"), stems("runs meeting"));
    }
}
