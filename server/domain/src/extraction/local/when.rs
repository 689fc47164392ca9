//! Expressions of time in English and Korean.

use super::calendar::{Unit, When, Year};
use regex::{Captures, Regex};
use std::sync::LazyLock;
use time::Weekday;

/// Behind "since", "until" and their like. "May" and "March" are months with a capital letter only.
static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?x)^\s*(?:
        (?i:the\s|last\s|this\s|next\s)?(?:(?P<before>\d{1,2})(?i:st|nd|rd|th)?\s(?i:of\s)?)?
            (?P<name>(?i:january|february|april|june|july|august|september|october|november|december)|March|May)\b
            (?:\s(?i:the\s)?(?P<date>\d{1,2})(?i:st|nd|rd|th)?\b)?(?:,?\s(?P<of>(?:19|20)\d{2})\b)?
        |(?P<year>(?:19|20)\d{2})\b
        |(?P<turn>(?i:last|this|next|the\send\sof\s(?:the|this|next)))\s(?P<unit>(?i:year|month|week))\b
        |(?P<day>(?i:yesterday|today|tomorrow))\b
        |(?i:this\s|next\s|last\s)?(?P<weekday>(?i:mon|tues|wednes|thurs|fri|satur|sun))(?i:day)\b
        |(?P<count>\w+)\s(?P<ago>(?i:year|month|week|day))s?\s(?i:ago)\b
        |(?i:the\s)(?P<day_of_month>\d{1,2})(?i:st|nd|rd|th)\b
        )",
    )
});
/// Before "부터", "까지" and "에".
static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?x)(?:^|[\s,(])(?:
        (?:(?P<of>(?:19|20)\d{2})년\s?|(?P<of_turn>작년|지난해|올해|내년)\s?)?(?P<month>\d{1,2})월(?:\s?(?P<date>\d{1,2})일)?
        |(?P<year>(?:19|20)\d{2})년
        |(?P<turn>재작년|작년|지난해|올해|내년|연|(?:지난|저번|이번|다음)\s?(?P<unit>해|달|주))
        |(?P<day>어제|오늘|내일|모레)
        |(?:(?P<week>지난|이번|다음)\s?(?:주\s?)?)?(?P<weekday>[월화수목금토일])요일
        |(?P<count>\d{1,2}|[한두세네]|다섯|여섯|일곱|여덟|아홉|열)\s?(?P<ago>년|개월|달|주|일)\s전
        |(?:(?P<of_month>지난|이번|다음)\s?달\s?)?(?P<day_of_month>\d{1,2})일
        )\s?[초말]?$",
    )
});
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [(&str, &str, Weekday); 7] = [
    ("mon", "월", Weekday::Monday),
    ("tues", "화", Weekday::Tuesday),
    ("wednes", "수", Weekday::Wednesday),
    ("thurs", "목", Weekday::Thursday),
    ("fri", "금", Weekday::Friday),
    ("satur", "토", Weekday::Saturday),
    ("sun", "일", Weekday::Sunday),
];
const NUMBERS: [(&str, &str); 10] = [
    ("one", "한"),
    ("two", "두"),
    ("three", "세"),
    ("four", "네"),
    ("five", "다섯"),
    ("six", "여섯"),
    ("seven", "일곱"),
    ("eight", "여덟"),
    ("nine", "아홉"),
    ("ten", "열"),
];

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a regular expression")
}

/// The expression with which `text` begins, and what is behind it.
pub fn english(text: &str) -> Option<(When, &str)> {
    let found = ENGLISH.captures(text)?;
    let rest = &text[found[0].len()..];
    // "Last year's model", "the last week of June": something else is meant.
    let is_of_something = rest.starts_with(['\'', '’', '-']) || rest.starts_with(" of ");
    (!is_of_something).then_some((when(&found)?, rest))
}

/// The expression with which `text` ends.
pub fn korean(text: &str) -> Option<When> {
    when(&KOREAN.captures(text)?)
}

/// A number of units in figures or words.
pub fn length(count: &str, unit: &str) -> Option<(i32, Unit)> {
    let count = count.to_lowercase();
    let in_words = || NUMBERS.iter().position(|(english, korean)| *english == count || *korean == count);
    let number = match count.as_str() {
        "a" | "an" => Some(1),
        figures => figures.parse().ok().or_else(|| i32::try_from(in_words()? + 1).ok()),
    };
    // Longer than a life is no time that a person speaks of.
    number.filter(|number| (1..=100).contains(number)).map(|number| (number, self::unit(&unit.to_lowercase())))
}

fn unit(word: &str) -> Unit {
    match word {
        "day" | "일" => Unit::Day,
        "week" | "주" => Unit::Week,
        "month" | "달" | "개월" => Unit::Month,
        _ => Unit::Year,
    }
}

/// What the parts of an expression that were found come to.
fn when(found: &Captures<'_>) -> Option<When> {
    let text = |name: &str| found.name(name).map(|part| part.as_str().to_lowercase());
    let number = |name: &str| text(name).and_then(|digits| digits.parse::<u8>().ok());
    let year = |name: &str| text(name).and_then(|digits| digits.parse::<i32>().ok());
    let named = || text("name").and_then(|name| month(&name));
    if let Some(month) = number("month").or_else(named) {
        let by_turn = || text("of_turn").map(|words| Year::Turn(turn(&words)));
        let of = year("of").map(Year::Is).or_else(by_turn).unwrap_or(Year::Any);
        return Some(When::Month { of, month, day: number("before").or_else(|| number("date")) });
    }
    if let Some(words) = text("turn") {
        return Some(When::Turn(turn(&words), text("unit").map_or(Unit::Year, |unit| self::unit(&unit))));
    }
    if let Some(words) = text("day") {
        return Some(When::Turn(turn(&words), Unit::Day));
    }
    let of = |name: &str| text(name).map(|words| turn(&words));
    let of_week = || text("weekday").and_then(|name| weekday(&name)).map(|day| When::Weekday(of("week"), day));
    let ago = || length(&text("count")?, &text("ago")?).map(|(count, unit)| When::Ago(count, unit));
    let day = || number("day_of_month").map(|day| When::DayOfMonth(of("of_month"), day));
    year("year").map(When::Year).or_else(of_week).or_else(day).or_else(ago)
}

fn month(name: &str) -> Option<u8> {
    let place = MONTHS.iter().position(|month| name.starts_with(month))?;
    u8::try_from(place + 1).ok()
}

fn weekday(name: &str) -> Option<Weekday> {
    let named = WEEKDAYS.iter().find(|(english, korean, _)| *english == name || *korean == name);
    named.map(|(.., weekday)| *weekday)
}

/// How far from the present one.
fn turn(words: &str) -> i32 {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| words.starts_with(beginning));
    match words {
        "재작년" => -2,
        "모레" => 2,
        _ if begins(&["last", "yesterday", "작년", "지난", "저번", "어제"]) => -1,
        _ if begins(&["tomorrow", "내년", "다음", "내일"]) || words.ends_with("next") => 1,
        _ => 0,
    }
}
