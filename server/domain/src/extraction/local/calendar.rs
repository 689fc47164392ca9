//! Which days an expression of time means, counted from the day on which it was said. Weeks begin on Monday.

use time::{Date, Duration, Month, Weekday};

/// Days from the first to the one after the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The first day.
    pub start: Date,
    /// The day after the last one.
    pub end: Date,
}

/// A length of time that people count in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Days.
    Day,
    /// Weeks.
    Week,
    /// Months of the calendar.
    Month,
    /// Years of the calendar.
    Year,
}

/// An expression of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// A year.
    Year(i32),
    /// A month, or a day in one.
    Month {
        /// In which year.
        of: Year,
        /// 1 to 12.
        month: u8,
        /// The day, if it is said.
        day: Option<u8>,
    },
    /// A day of this month (0), the last (-1), the next (1), or of any.
    DayOfMonth(Option<i32>, u8),
    /// Such a day of this week (0), the last (-1), the next (1), or of any.
    Weekday(Option<i32>, Weekday),
    /// This one (0), the last one (-1), the next one (1).
    Turn(i32, Unit),
    /// So many units before; a day.
    Ago(i32, Unit),
}

/// The year of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Year {
    /// It is not said.
    Any,
    /// This one.
    Is(i32),
    /// This year (0), last year (-1), next year (1).
    Turn(i32),
}

/// Which one is meant where there are several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lean {
    /// The last one that has begun.
    Back,
    /// The first one that is not over.
    Ahead,
    /// The one that begins closest to today.
    Near,
}

impl When {
    /// The days that are meant by what was said on `today`; `None` for a date that there is not.
    pub fn period(self, today: Date, lean: Lean) -> Option<Period> {
        match self {
            Self::Year(year) => Period::of(Unit::Year, year_begins(year)?),
            Self::Month { of: Year::Is(year), month, day } => in_month(year, month, day),
            Self::Month { of: Year::Turn(turn), month, day } => in_month(today.year() + turn, month, day),
            Self::Month { of: Year::Any, month, day } => {
                let years = turns(None).map(|turn| today.year() + turn);
                chosen(years.filter_map(|year| in_month(year, month, day)), today, lean)
            }
            Self::DayOfMonth(turn, day) => {
                let months = turns(turn).filter_map(|turn| moved(today, turn, Unit::Month));
                let days = months.filter_map(|month| Date::from_calendar_date(month.year(), month.month(), day).ok());
                chosen(days.filter_map(|day| Period::of(Unit::Day, day)), today, lean)
            }
            Self::Weekday(turn, weekday) => {
                let days_in = i32::from(weekday.number_days_from_monday());
                let weeks = turns(turn).filter_map(|turn| Period::of(Unit::Week, moved(today, turn, Unit::Week)?));
                let days = weeks.filter_map(|week| moved(week.start, days_in, Unit::Day));
                chosen(days.filter_map(|day| Period::of(Unit::Day, day)), today, lean)
            }
            Self::Turn(turn, unit) => Period::of(unit, moved(today, turn, unit)?),
            Self::Ago(count, unit) => Period::of(Unit::Day, moved(today, -count, unit)?),
        }
    }
}

impl Period {
    /// The day, week, month or year in which a day is.
    fn of(unit: Unit, day: Date) -> Option<Self> {
        let start = match unit {
            Unit::Day => day,
            Unit::Week => day.checked_sub(Duration::days(day.weekday().number_days_from_monday().into()))?,
            Unit::Month => day.replace_day(1).ok()?,
            Unit::Year => year_begins(day.year())?,
        };
        Some(Self { start, end: moved(start, 1, unit)? })
    }
}

/// The one that is said, or all that may be meant.
fn turns(said: Option<i32>) -> std::ops::RangeInclusive<i32> {
    said.map_or(-1..=1, |turn| turn..=turn)
}

fn year_begins(year: i32) -> Option<Date> {
    Date::from_calendar_date(year, Month::January, 1).ok()
}

fn in_month(year: i32, month: u8, day: Option<u8>) -> Option<Period> {
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day.unwrap_or(1)).ok()?;
    Period::of(if day.is_some() { Unit::Day } else { Unit::Month }, date)
}

/// The day so many units later; in a month that is too short, its last day.
pub fn moved(day: Date, count: i32, unit: Unit) -> Option<Date> {
    let months = match unit {
        Unit::Day => return day.checked_add(Duration::days(count.into())),
        Unit::Week => return day.checked_add(Duration::weeks(count.into())),
        Unit::Month => i32::from(u8::from(day.month())) - 1 + count,
        Unit::Year => i32::from(u8::from(day.month())) - 1 + 12 * count,
    };
    let year = day.year() + months.div_euclid(12);
    let month = Month::try_from(u8::try_from(months.rem_euclid(12) + 1).ok()?).ok()?;
    Date::from_calendar_date(year, month, day.day().min(month.length(year))).ok()
}

/// The one that is meant; if there is but one, it is that.
fn chosen(periods: impl Iterator<Item = Period>, today: Date, lean: Lean) -> Option<Period> {
    let all: Vec<Period> = periods.collect();
    if let [only] = all.as_slice() {
        return Some(*only);
    }
    let mut all = all.into_iter();
    match lean {
        Lean::Back => all.rfind(|period| period.start <= today),
        Lean::Ahead => all.find(|period| period.end > today),
        Lean::Near => all.min_by_key(|period| (period.start - today).abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn expressions_mean_days() {
        let today = date!(2026 - 07 - 15);
        let month = |month, day| When::Month { of: Year::Any, month, day };
        for (when, lean, start, end) in [
            (When::Year(2021), Lean::Near, date!(2021 - 01 - 01), date!(2022 - 01 - 01)),
            (month(5, None), Lean::Near, date!(2026 - 05 - 01), date!(2026 - 06 - 01)),
            (month(5, None), Lean::Ahead, date!(2027 - 05 - 01), date!(2027 - 06 - 01)),
            (month(12, Some(24)), Lean::Back, date!(2025 - 12 - 24), date!(2025 - 12 - 25)),
            (When::DayOfMonth(None, 19), Lean::Ahead, date!(2026 - 07 - 19), date!(2026 - 07 - 20)),
            (When::Weekday(None, Weekday::Friday), Lean::Ahead, date!(2026 - 07 - 17), date!(2026 - 07 - 18)),
            (When::Weekday(None, Weekday::Wednesday), Lean::Back, date!(2026 - 07 - 15), date!(2026 - 07 - 16)),
            (When::Weekday(Some(1), Weekday::Tuesday), Lean::Near, date!(2026 - 07 - 21), date!(2026 - 07 - 22)),
            (When::DayOfMonth(Some(1), 3), Lean::Near, date!(2026 - 08 - 03), date!(2026 - 08 - 04)),
            (When::Turn(-1, Unit::Week), Lean::Near, date!(2026 - 07 - 06), date!(2026 - 07 - 13)),
            (When::Turn(1, Unit::Month), Lean::Near, date!(2026 - 08 - 01), date!(2026 - 09 - 01)),
            (When::Ago(3, Unit::Year), Lean::Near, date!(2023 - 07 - 15), date!(2023 - 07 - 16)),
        ] {
            assert_eq!(when.period(today, lean), Some(Period { start, end }), "{when:?} {lean:?}");
        }
        assert_eq!(When::Month { of: Year::Is(2026), month: 2, day: Some(30) }.period(today, Lean::Near), None);
        assert_eq!(moved(date!(2026 - 01 - 31), 1, Unit::Month), Some(date!(2026 - 02 - 28)));
    }
}
