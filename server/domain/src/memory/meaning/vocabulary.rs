//! What single words do in a statement: nothing, the same as another, the contrary of another, or fill a place that only one
//! of its kind fills at a time. Short lists of what people say of themselves; a word that is not here stands for itself.

use super::korean;
use crate::kernel::stems::runs;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Say nothing of their own in a statement about a person.
const EMPTY: &str = "i i'm i've i'd i'll me my mine myself we we're we've our us you your the a an is are was were be been \
    being am do does did doing have has had having got will would can could should may to of for in on at by with from as \
    into and or but so because that this these those it its it's there here which who also too just really very quite now \
    currently always usually often mostly please user user's person want some all any every each still already finally \
    instead actually use plan call name know day day's 나 저 난 전 내 제 내가 제가 나의 저의 나한테 저한테 우리 저희 사용자 본인 이 그 저것 \
    것 거 걸 건 게 수 줄 때 등 및 또 도 더 좀 정말 진짜 아주 매우 너무 항상 늘 언제나 보통 주로 요즘 이제 지금 현재 앞으로 예전 하다 한 할 \
    하기 하기로 되다 됐다 있다 있어 주다 줘 주세요 부탁 원하다 참고 싶다 싶어 대한 위해 특히 그냥 같은 같다 키우다 계획하다 하루 이름";
/// Each says the same as the first of its line.
const SAME: &[&str] = &[
    "like love enjoy adore fond 좋아하다 좋다 사랑하다 즐기다",
    "answer reply respond response 답변 대답",
    "kid child children 아이 애 애들 아이들 자녀",
    "work job 일하다 근무",
    "allergy allergic 알레르기 알러지",
    "drink drank drunk",
    "eat ate eaten",
    "go went gone",
    "take took taken",
    "write wrote written",
    "speak spoke spoken",
    "drive drove driven",
    "run ran",
];
/// Each says the contrary of the first of its line.
const CONTRARY: &[&str] = &["like hate dislike detest loathe 싫어하다 싫다 질색"];
/// Places, and what fills them; what is between two strokes is the same.
const PLACES: &[(&str, &str)] = &[
    (
        "weekday",
        "monday 월요일 | tuesday 화요일 | wednesday 수요일 | thursday 목요일 | friday 금요일 | saturday 토요일 | sunday 일요일",
    ),
    ("month", "january | february | march | april | june | july | august | september | october | november | december"),
    ("part of day", "morning 아침 오전 | afternoon 오후 | evening 저녁 | night 밤"),
    ("part of week", "weekday 평일 | weekend 주말"),
    (
        "language",
        "english 영어 | korean 한국어 우리말 | japanese 일본어 | chinese 중국어 | german 독일어 | french 프랑스어 | spanish 스페인어 | \
         italian 이탈리아어 | russian 러시아어",
    ),
    (
        "length",
        "short brief concise 짧다 짧은 간결하다 간단히 | long detailed thorough 길다 긴 자세하다 자세히 상세하다",
    ),
    ("tone", "formal polite 존댓말 높임말 경어 | informal casual 반말 편하다"),
    ("brightness", "dark 다크 어둡다 어두운 | light 라이트 밝다 밝은"),
    (MARITAL, "single unmarried 미혼 싱글 | married 결혼 기혼 | divorced 이혼"),
    ("temperature", "hot 뜨겁다 뜨거운 따뜻하다 | cold iced 차갑다 차가운 아이스"),
    ("side", "왼쪽 왼손 | 오른쪽 오른손"),
    ("units", "metric celsius 미터법 섭씨 | imperial fahrenheit 화씨"),
    ("seat", "window 창가 | aisle 통로"),
];
/// What fills this place says all that there is to say.
const MARITAL: &str = "marital status";
/// Where something happens in time: other than what is in other places, it can be at several.
const TIMES: &[&str] = &["weekday", "month", "part of day", "part of week"];
/// Of what is said with one of these, there may be several side by side.
const SEVERAL: &str = "like speak learn study play own visit travel read watch collect allergy interest hobby skill afraid \
    friend pet dog cat kid language 배우다 알다 안다 관심 취미 구사하다 공부 다녀오다 가보다 자격증";
/// But not with one of these.
const ONE: &str = "favourite favorite best prefer 가장 제일 최애 선호하다";
/// Numbers in words, from one on.
const NUMBERS: &[&str] = &[
    "one once first 하나 한",
    "two twice second 둘 두",
    "three third 셋 세",
    "four fourth 넷 네",
    "five fifth 다섯",
    "six sixth 여섯",
    "seven seventh 일곱",
    "eight eighth 여덟",
    "nine ninth 아홉",
    "ten tenth 열",
    "eleven eleventh 열하나 열한",
    "twelve twelfth 열둘 열두",
];
/// What is counted with in Korean. Before these, "한", "두", "세" and "네" are numbers; behind a number, they say no more.
const COUNTERS: &str =
    "개월 마리 시간 사람 가지 개비 그릇 군데 명 살 개 잔 번 시 달 병 권 대 분 곳 끼 해 층 년 월 일 원 킬로";

/// What a word does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing.
    Empty,
    /// It says the same as this word.
    Same(&'static str),
    /// It says the contrary of this word.
    Contrary(&'static str),
    /// It fills a place, with this word.
    Fills(Place, &'static str),
}

/// A place that only one of its kind fills at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(&'static str);

impl Place {
    /// Whether it is one in time, where something may happen at several.
    pub fn is_in_time(self) -> bool {
        TIMES.contains(&self.0)
    }

    /// Whether what fills it is a statement by itself.
    pub fn stands_alone(self) -> bool {
        self.0 == MARITAL
    }
}

static ROLES: LazyLock<HashMap<String, Role>> = LazyLock::new(|| {
    let mut roles = HashMap::new();
    let mut add = |words: &str, role: Role| {
        for word in words.split_whitespace() {
            roles.entry(stem(word)).or_insert(role);
        }
    };
    for (place, fillings) in PLACES {
        for words in fillings.split('|').map(str::trim) {
            add(words, Role::Fills(Place(place), first(words)));
        }
    }
    for words in CONTRARY {
        add(words.trim_start_matches(first(words)), Role::Contrary(first(words)));
    }
    for words in SAME {
        add(words, Role::Same(first(words)));
    }
    add(EMPTY, Role::Empty);
    roles
});
static SEVERAL_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| stems(SEVERAL));
static ONE_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| stems(ONE));

fn first(words: &'static str) -> &'static str {
    words.split(' ').next().unwrap_or(words)
}

fn stems(words: &str) -> HashSet<String> {
    let said = |word| match role(&stem(word)) {
        Some(Role::Same(same)) => same.to_owned(),
        _ => stem(word),
    };
    words.split_whitespace().map(said).collect()
}

/// A word, in lower case, without its endings.
pub fn stem(word: &str) -> String {
    let mut parts = runs(word);
    match (parts.next(), parts.next()) {
        (Some(run), None) if run.is_hangul => korean::stem(run.text),
        // "I'm" and "don't" are looked up as they are; "cat's" is "cat".
        (Some(_), None) if word.strip_suffix("'s").is_some_and(|owner| !owner.is_empty()) => {
            stem(word.trim_end_matches("'s"))
        }
        (Some(run), None) if !word.contains('\'') => run.stem(),
        _ => word.to_owned(),
    }
}

/// What the word of that stem does; `None` if it stands for itself.
pub fn role(stem: &str) -> Option<Role> {
    ROLES.get(stem).copied()
}

/// Whether what is said with these words may be so of several things side by side.
pub fn allows_several<'a>(mut words: impl Iterator<Item = &'a str> + Clone) -> bool {
    words.clone().any(|word| SEVERAL_STEMS.contains(word)) && !words.any(|word| ONE_STEMS.contains(word))
}

/// The number that a word is; `next` is the word behind it, by which Korean numbers are told from other words.
pub fn number(word: &str, next: Option<&str>) -> Option<usize> {
    let place = NUMBERS.iter().position(|forms| forms.split(' ').any(|form| form == word))?;
    let is_plain = word.is_ascii() || word.chars().count() == 2 || matches!(word, "둘" | "셋" | "넷");
    (is_plain || next.is_some_and(|next| is_counter(&stem(next)))).then_some(place + 1)
}

/// A Korean number and what is counted with it, where they are written as one word: "두마리".
pub fn counted(word: &str) -> Option<(usize, String)> {
    let numbers = NUMBERS.iter().enumerate().flat_map(|(place, forms)| forms.split(' ').map(move |form| (place, form)));
    numbers.filter(|(_, form)| !form.is_ascii()).find_map(|(place, form)| {
        let counter = stem(word.strip_prefix(form)?);
        is_counter(&counter).then_some((place + 1, counter))
    })
}

/// Whether Korean counts with this stem.
pub fn is_counter(stem: &str) -> bool {
    COUNTERS.split(' ').any(|counter| counter == stem)
}
