//! Korean words without what is put behind them: particles of nouns, endings of verbs and adjectives, the copula. Not a
//! dictionary: what matters is that the forms of one word come to the same, not that the result is a word.

use crate::kernel::stems::strip_particle;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// Particles that also leave a stem of one syllable: no noun of two syllables is known by them.
const SHORT_PARTICLES: &[&str] = &["을", "를", "은", "는", "에"];
/// Forms of the copula, longest first where one is the end of another.
const COPULAS: &str = "이었습니다 였습니다 입니다 이에요 이예요 예요 에요 이라서 이니까 인데 이다 이야 야 이고 이었 였";
/// Endings likewise. A lone consonant is the one at the foot of the syllable.
const ENDINGS: &str = "습니다 ㅂ니다 으니까 니까 거든요 거든 지만 는데 은데 ㄴ데 으려고 려고 도록 면서 으면 으세요 세요 네요 지요 는다 \
    ㄴ다 다 고 며 면 죠 던 음 았 었 겠 ㅆ";
/// Names of languages and other nouns that end as verbs do.
const NOUNS: &[&str] = &["국어", "영어", "일어", "본어", "스어", "인어", "남어", "언어", "단어", "용어"];
/// Vowels as they stand where a verb's stem and the "아" or "어" behind it have become one syllable, and those of the stem.
const CONTRACTED: &[(char, char)] = &[('ᅧ', 'ᅵ'), ('ᅪ', 'ᅩ'), ('ᅯ', 'ᅮ'), ('ᅫ', 'ᅬ')];
const RIEUL: char = 'ᆯ';

/// Both as they are compared, letter by letter.
static COPULA_LETTERS: LazyLock<Vec<String>> = LazyLock::new(|| COPULAS.split(' ').map(letters).collect());
static ENDING_LETTERS: LazyLock<Vec<String>> = LazyLock::new(|| ENDINGS.split(' ').map(letters).collect());

/// The word, one run of Hangul, without particles and endings.
pub fn stem(word: &str) -> String {
    let mut rest = word.to_owned();
    let mut is_verb = false;
    loop {
        if let Some(noun) = without_particle(&rest).or_else(|| without(&COPULA_LETTERS, &rest)) {
            rest = noun;
        } else if let Some(verb) = without_ending(&rest) {
            rest = verb;
            is_verb = true;
        } else {
            break;
        }
    }
    uncontracted(&rest, is_verb)
}

fn syllables(text: &str) -> usize {
    text.chars().count()
}

/// Decomposed; a consonant that stands alone is one at the foot of a syllable.
fn letters(text: &str) -> String {
    let at_the_foot = |c: char| match c {
        'ㄴ' => 'ᆫ',
        'ㅂ' => 'ᆸ',
        'ㅆ' => 'ᆻ',
        other => other,
    };
    text.chars().map(at_the_foot).nfd().collect()
}

fn without_particle(word: &str) -> Option<String> {
    let shorter = strip_particle(word);
    if shorter != word {
        return Some(shorter.to_owned());
    }
    let short = (syllables(word) == 2).then(|| SHORT_PARTICLES.iter().find_map(|particle| word.strip_suffix(particle)));
    short.flatten().map(str::to_owned)
}

fn without_ending(word: &str) -> Option<String> {
    if NOUNS.iter().any(|noun| word.ends_with(noun)) {
        return None;
    }
    without(&ENDING_LETTERS, word).or_else(|| by_what_is_before(word))
}

/// The word without the first of these that it ends with, if whole syllables are left.
fn without(endings: &[String], word: &str) -> Option<String> {
    let decomposed = letters(word);
    let whole = |rest: &str| rest.nfc().collect::<String>();
    let is_left = |rest: &String| !rest.is_empty() && rest.chars().all(|c| matches!(c, '가'..='힣'));
    endings.iter().filter_map(|ending| decomposed.strip_suffix(ending.as_str())).map(whole).find(is_left)
}

/// Endings that are one only behind certain syllables.
fn by_what_is_before(word: &str) -> Option<String> {
    let (last, before) = (word.chars().last()?, word.chars().rev().nth(1)?);
    let rest = &word[..word.len() - last.len_utf8()];
    let parts: Vec<char> = letters(&before.to_string()).chars().collect();
    let (vowel, is_closed) = (*parts.get(1)?, parts.len() == 3);
    let is_ending = match last {
        '요' => !is_closed,
        '아' => is_closed && matches!(vowel, 'ᅡ' | 'ᅩ'),
        '어' => is_closed && !matches!(vowel, 'ᅡ' | 'ᅩ') || before == '었' || before == '았',
        '서' => !is_closed && matches!(vowel, 'ᅡ' | 'ᅥ' | 'ᅢ' | 'ᅧ' | 'ᅪ' | 'ᅯ'),
        '게' => is_closed || before == '하',
        '기' => syllables(rest) >= 2,
        _ => false,
    };
    is_ending.then(|| rest.to_owned())
}

/// The last syllable as it is in the verb's stem, and a noun that is done ("운동하") without the doing.
fn uncontracted(word: &str, is_verb: bool) -> String {
    let mut parts: Vec<char> = letters(word).chars().collect();
    match parts.as_mut_slice() {
        // 해, 함, 한: forms of 하.
        [.., 'ᄒ', vowel @ 'ᅢ'] => *vowel = 'ᅡ',
        [.., 'ᄒ', 'ᅡ', 'ᆷ' | 'ᆫ'] => drop(parts.pop()),
        [.., vowel] if CONTRACTED.iter().any(|(contracted, _)| contracted == vowel) => {
            *vowel = CONTRACTED.iter().find(|(contracted, _)| contracted == vowel).map_or(*vowel, |(_, plain)| *plain);
        }
        [.., initial, vowel @ 'ᅥ'] if *initial != 'ᄋ' => *vowel = 'ᅳ',
        [.., RIEUL] if is_verb => drop(parts.pop()),
        _ => {}
    }
    let whole: String = parts.into_iter().nfc().collect();
    match whole.strip_suffix('하') {
        Some(noun) if syllables(noun) >= 2 => noun.to_owned(),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_come_to_the_same() {
        for forms in [
            &["좋아한다", "좋아해요", "좋아합니다", "좋아하는", "좋아했었어요", "좋아함", "좋아해"][..],
            &["마신다", "마셔요", "마십니다", "마셨어요", "마시고", "마시는"],
            &["산다", "살아요", "살고", "삽니다", "사는", "살았어요", "살았었거든요"],
            &["먹어요", "먹는다", "먹습니다", "먹고", "먹었는데"],
            &["써", "쓰고", "쓴다", "썼어요"],
            &["배워요", "배운다", "배웠습니다", "배우고"],
            &["간호사예요", "간호사입니다", "간호사다", "간호사이다", "간호사가", "간호사로"],
            &["금요일이다", "금요일에", "금요일"],
            &["운동해요", "운동한다", "운동을", "운동하기로"],
            &["하준이랑", "하준이와", "하준이는"],
            &["차를", "차는", "차"],
            &["한국어로", "한국어를", "한국어"],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{forms:?}: {stems:?}");
        }
    }

    #[test]
    fn different_words_stay_different() {
        for (one, other) in
            [("한국어", "한국"), ("마셔요", "먹어요"), ("회의", "회사"), ("짧게", "길게"), ("필요", "필")]
        {
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
    }
}
