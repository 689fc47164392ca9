//! Reads off a piece from when until when it is true, where it says so: "since 2021", "5월까지", "used to". What it does not
//! say is not guessed. Days begin at midnight UTC: a turn does not say in which time zone a person is, and to take the
//! language for one would be wrong for whoever is not at home.

use super::calendar::{Lean, Period, When, Year, moved};
use super::when::{english, korean, length};
use crate::extraction::signs;
use contract::Timestamp;
use regex::Regex;
use std::sync::LazyLock;
use time::Date;

/// "Since" looks back, "starting" to whatever is closest. "From" stands before places and people as well.
static SINCE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\b(?:(?P<since>since)|(?P<from>from|between)|as of|(?:starting|beginning)(?: from| in| on)?)\b")
});
/// Between the first of two times and the second.
static TO: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)^\s*(?:to|until|till?|through|and|-|–)"));
static ONWARDS: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)^\s*on(?:wards?)?\b"));
/// Names of people as well: "a letter from June".
const NAMES: [u8; 4] = [4, 5, 6, 8];
static UNTIL: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)\b(?:until|till?|through)\b"));
/// "Not until March" says when it begins, if anything.
static NOT_UNTIL: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)(?:n['’]t|\bnot|\bnever)\b[^,;]*\buntil\b"));
static IN: LazyLock<Regex> = LazyLock::new(|| compiled(r"(?i)\b(?:in|during)\b"));
/// "In my last year of school" is something else.
static LAST: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)(?P<whose>\b(?:my|the|our|his|her|their|a) )?\b(?P<when>last (?:year|month|week))\b")
});
static HAPPENED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:\w{2,}ed|was|were|left|bought|found|went|met|sold|had|made|came|took|ran|won|lost|began|broke|gave|quit|saw|died|built|wrote|fell|put|did)\b|\b(?:i|we|he|she|they) got\b",
    )
});
/// A state, not an event, that is over as far as the verb goes.
static STATE_OVER: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:lived|worked)\b|\b(?:was|were) (?:a|an|the|at|with|living|working|studying|based)\b|살았|다녔|일했|근무했|지냈|이었",
    )
});
static TO_COME: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)\b(?:will|won['’]t|going to|plan to)\b|['’]ll\b|거예요|거야|겁니다|예정|계획|기로 (?:했|하)")
});
/// "For the next two weeks", "앞으로 2주 동안".
static AHEAD: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    [
        compiled(r"(?i)\bfor the next (\w+) (year|month|week|day)s?\b"),
        compiled(r"앞으로 (\d{1,2}|[한두세네]|다섯|여섯|일곱|여덟|아홉|열)\s?(년|개월|달|주|일)\s?(?:동안|간)"),
    ]
});
/// "I've lived here for three years", "3년째".
static SO_FAR: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    [
        compiled(r"(?i)\b(?:i|we)(?:['’]ve| have)\b[^,;]*\bfor (?:the (?:last|past) )?(\w+) (year|month|week)s?\b"),
        compiled(r"(?:^|\s)(\d{1,2}|[한두세네]|다섯|여섯|일곱|여덟|아홉|열)\s?(년|개월|달|주)째"),
    ]
});

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a regular expression")
}

/// From when on and until when the piece is true, as far as it says so; it was said at `at`.
pub fn validity(piece: &str, at: Timestamp) -> (Option<Timestamp>, Option<Timestamp>) {
    let reader = Reader { piece, today: at.to_utc().date() };
    let (mut from, mut to) = (reader.since(), reader.until());
    if from.is_none() && to.is_none() {
        (from, to) = reader.within();
    }
    let from = from.map(midnight);
    let to = to.map(midnight).or_else(|| signs::used_to(piece).then_some(at));
    // What ends before it begins was misread.
    let is_misread = from.zip(to).is_some_and(|(from, to)| to <= from);
    if is_misread { (None, None) } else { (from, to) }
}

fn midnight(day: Date) -> Timestamp {
    Timestamp::from(day.midnight().assume_utc())
}

struct Reader<'a> {
    piece: &'a str,
    /// The day on which it was said.
    today: Date,
}

impl Reader<'_> {
    fn period(&self, when: When, lean: Lean) -> Option<Period> {
        when.period(self.today, lean)
    }

    /// Where there are several, the one that the tense speaks of.
    fn lean(&self, otherwise: Lean) -> Lean {
        if TO_COME.is_match(self.piece) {
            Lean::Ahead
        } else if STATE_OVER.is_match(self.piece) || signs::used_to(self.piece) {
            Lean::Back
        } else {
            otherwise
        }
    }

    /// The first day.
    fn since(&self) -> Option<Date> {
        let in_english = || self.since_english().map(|(first, _)| first);
        let in_korean = || {
            let begins = self.before("부터").next()?;
            Some(self.period(begins, self.lean(Lean::Near))?.start)
        };
        in_english().or_else(in_korean).or_else(|| self.counted(&SO_FAR, -1))
    }

    /// The first day, and what is behind it.
    fn since_english(&self) -> Option<(Date, &str)> {
        SINCE.captures_iter(self.piece).find_map(|found| {
            let (when, rest) = english(&self.piece[found.get(0)?.end()..])?;
            let is_bare = match when {
                When::Year(_) => true,
                When::Month { month, day: None, .. } => NAMES.contains(&month),
                _ => false,
            };
            if found.name("from").is_some() && is_bare && !ONWARDS.is_match(rest) && !TO.is_match(rest) {
                return None;
            }
            let lean = if found.name("since").is_some() { Lean::Back } else { self.lean(Lean::Near) };
            Some((self.period(when, lean)?.start, rest))
        })
    }

    /// The day after the last one.
    fn until(&self) -> Option<Date> {
        let lean = self.lean(Lean::Ahead);
        let second = || {
            let (_, rest) = self.since_english()?;
            english(&rest[TO.find(rest)?.end()..])
        };
        let until = || {
            let places = UNTIL.find_iter(self.piece).filter(|_| !NOT_UNTIL.is_match(self.piece));
            places.map(|found| &self.piece[found.end()..]).find_map(english)
        };
        let in_english = second().or_else(until).map(|(when, _)| when);
        let when = in_english.or_else(|| self.before("까지").next());
        let named = when.and_then(|when| self.period(when, lean)).map(|period| period.end);
        named.or_else(|| self.counted(&AHEAD, 1))
    }

    /// The first day of the time in which it was; and the day after its last, if it was a state.
    fn within(&self) -> (Option<Date>, Option<Date>) {
        let in_english = IN.find_iter(self.piece).map(|found| found.end());
        let last = LAST.captures_iter(self.piece).filter(|found| found.name("whose").is_none());
        let last = last.filter_map(|found| Some(found.name("when")?.start()));
        let english = in_english.chain(last).filter_map(|place| english(&self.piece[place..])).map(|(when, _)| when);
        let Some(period) = english.chain(self.before("에")).find_map(|when| self.begun(when)) else {
            return (None, None);
        };
        let is_over = STATE_OVER.is_match(self.piece) && period.end <= self.today;
        (Some(period.start), is_over.then_some(period.end))
    }

    /// The time, if it has begun. A day of the week, or of any month, says when something is done rather than since when
    /// it is so; a month of any year is one that has been only if something has happened.
    fn begun(&self, when: When) -> Option<Period> {
        let may_be_any = match when {
            When::Weekday(..) | When::DayOfMonth(..) => return None,
            When::Month { of: Year::Any, .. } => true,
            _ => false,
        };
        if may_be_any && !self.has_happened() {
            return None;
        }
        // What is yet to come is known already.
        self.period(when, self.lean(Lean::Near)).filter(|period| period.start <= self.today)
    }

    /// Whether it tells of something in the past.
    fn has_happened(&self) -> bool {
        HAPPENED.is_match(self.piece) || self.piece.chars().any(is_past_tense)
    }

    /// The Korean expressions before a particle.
    fn before(&self, particle: &str) -> impl Iterator<Item = When> {
        self.piece.match_indices(particle).filter_map(|(place, _)| korean(&self.piece[..place]))
    }

    /// The day that is so many units away.
    fn counted(&self, patterns: &[Regex; 2], direction: i32) -> Option<Date> {
        let found = patterns.iter().find_map(|pattern| pattern.captures(self.piece))?;
        let (count, unit) = length(&found[1], &found[2])?;
        moved(self.today, direction * count, unit)
    }
}

/// Korean verbs in the past have a syllable that ends in "ㅆ", as have "있" and "겠".
fn is_past_tense(syllable: char) -> bool {
    const FIRST: u32 = 0xac00;
    const FINALS: u32 = 28;
    const DOUBLE_S: u32 = 20;
    let place = u32::from(syllable).wrapping_sub(FIRST);
    ('가'..='힣').contains(&syllable) && place % FINALS == DOUBLE_S && !matches!(syllable, '있' | '겠')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read off a piece that was said in the middle of July 2026, as "from..to" by days.
    fn read(piece: &str) -> String {
        let at = "2026-07-15T09:30:00Z".parse().expect("a time");
        let (from, to) = validity(piece, at);
        let day = |moment: Option<Timestamp>| match moment {
            Some(moment) if moment == at => "now".to_owned(),
            Some(moment) => moment.to_string().trim_end_matches("T00:00:00Z").to_owned(),
            None => String::new(),
        };
        format!("{}..{}", day(from), day(to))
    }

    #[test]
    fn english_times_are_read() {
        for (piece, expected) in [
            ("I've lived in Leeds since 2021.", "2021-01-01.."),
            ("I've been off sugar since March", "2026-03-01.."),
            ("I've had a cat since last November 3rd", "2025-11-03.."),
            ("I work at Globex from March 2024 on", "2024-03-01.."),
            ("Starting Monday I work from home", "2026-07-13.."),
            ("Starting next month I work from home", "2026-08-01.."),
            ("From 2019 to 2023 I lived in Leeds", "2019-01-01..2024-01-01"),
            ("I lived in Osaka between 2010 and 2012", "2010-01-01..2013-01-01"),
            ("I'm in Busan until May 2027", "..2027-06-01"),
            ("I'm in Busan until May", "..2027-06-01"),
            ("I worked at the port until May", "..2026-06-01"),
            ("My laptop is at the shop until the 19th", "..2026-07-20"),
            ("I'm on a hiring freeze through the end of the month", "..2026-08-01"),
            ("I'm away until Friday", "..2026-07-18"),
            ("I'm fasting for the next three weeks", "..2026-08-05"),
            ("I moved to Bristol last month.", "2026-06-01.."),
            ("Last year I lived in Jeju", "2025-01-01..2026-01-01"),
            ("I ran the marathon in 2023", "2023-01-01.."),
            ("I've lived here for three years", "2023-07-15.."),
            ("I bought a bike in May", "2026-05-01.."),
            ("I used to smoke", "..now"),
            ("I used to live in Leeds until 2020", "..2021-01-01"),
        ] {
            assert_eq!(read(piece), expected, "{piece}");
        }
    }

    #[test]
    fn korean_times_are_read() {
        for (piece, expected) in [
            ("2021년부터 부산에 살아요", "2021-01-01.."),
            ("작년부터 채식을 해요", "2025-01-01.."),
            ("작년 3월부터 다녀요", "2025-03-01.."),
            ("3월 2일부터 다녀요", "2026-03-02.."),
            ("9월부터 새 회사에 다닐 예정이에요", "2026-09-01.."),
            ("지난달부터 수영을 배워요", "2026-06-01.."),
            ("월요일부터 새롬소프트에서 일해요", "2026-07-13.."),
            ("3년 전부터 달리기를 해요", "2023-07-15.."),
            ("5년째 대전에 살아요", "2021-07-15.."),
            ("5월까지 울산에 있어요", "..2027-06-01"),
            ("5월까지 울산에 살았어요", "..2026-06-01"),
            ("다음 달까지 재택이에요", "..2026-09-01"),
            ("이번 달 말까지 병원에 다녀요", "..2026-08-01"),
            ("연말까지 금주 중이에요", "..2027-01-01"),
            ("다음 주 화요일부터 휴가예요", "2026-07-21.."),
            ("다음 달 3일까지 휴가예요", "..2026-08-04"),
            ("20일까지 휴가예요", "..2026-07-21"),
            ("앞으로 2주 동안 처가에서 지내요", "..2026-07-29"),
            ("2019년부터 2023년까지는 대구에 살았어요", "2019-01-01..2024-01-01"),
            ("작년에 제주에 살았어요", "2025-01-01..2026-01-01"),
            ("2019년에 결혼했어요", "2019-01-01.."),
            ("예전에는 부산에 살았었어요", "..now"),
        ] {
            assert_eq!(read(piece), expected, "{piece}");
        }
    }

    #[test]
    fn what_only_looks_like_a_time_is_none() {
        for piece in [
            "I'm tired since I was up all night",
            "I got a letter from June last night",
            "I ship from 2000 units a day",
            "I may go until I drop",
            "I march from home to work",
            "I use last year's laptop",
            "I start at Globex not until March",
            "I don't start until March",
            "I'll move to Hull in 2031",
            "I'm used to noise",
            "I drink tea these days",
            "I run in 20 minutes",
            "I live from hand to mouth",
            "I'm in my last year of school",
            "I booked it for the last week of June",
            "My car is a diesel from 2014.",
            "I've got a conference in Porto in April",
            "It's the paperwork that I used to make fun of",
            "My dad used to build boats",
            "가게는 월요일에 쉬어요",
            "다음 달 14일에 잔치를 해요",
            "처음부터 끝까지 읽어요",
            "아침부터 저녁까지 일해요",
            "지금까지 서울에 살아요",
            "9시부터 6시까지 일해요",
            "서울까지 3시간 걸려요",
            "3층까지 걸어요",
            "요즘 수영을 배워요",
            "2030년에 은퇴할 거예요",
            "13월부터 그래요",
            "8월 5일에 출발해요",
            "작년 모델을 써요",
        ] {
            assert_eq!(read(piece), "..", "{piece}");
        }
    }
}
