//! Dates in the reader's language, in UTC.

use crate::i18n::Locale;
use contract::Timestamp;

/// The day of a moment, for example `16 July 2026` or `2026년 7월 16일`.
pub fn day(locale: Locale, moment: Timestamp) -> String {
    let date = moment.to_utc().date();
    let month = locale.t("date.months").split('|').nth(usize::from(u8::from(date.month())) - 1).unwrap_or_default();
    let [year, day] = [date.year(), i32::from(date.day())].map(|number| number.to_string());
    rust_i18n::replace_patterns(locale.t("date.pattern"), &["year", "month", "day"], &[year, month.to_owned(), day])
}

/// The minute of a moment, for example `16 July 2026, 04:30 UTC`.
pub fn minute(locale: Locale, moment: Timestamp) -> String {
    let time = moment.to_utc().time();
    format!("{}, {:02}:{:02} UTC", day(locale, moment), time.hour(), time.minute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_read_naturally_in_both_languages() {
        let moment: Timestamp = "2026-07-16T23:59:59Z".parse().expect("valid");
        assert_eq!(day(Locale::En, moment), "16 July 2026");
        assert_eq!(day(Locale::Ko, moment), "2026년 7월 16일");
        let last: Timestamp = "2026-12-01T00:00:00+09:00".parse().expect("valid");
        assert_eq!(day(Locale::En, last), "30 November 2026");
        assert_eq!(minute(Locale::En, last), "30 November 2026, 15:00 UTC");
    }

    #[test]
    fn every_month_has_a_name() {
        for locale in Locale::ALL {
            assert_eq!(locale.t("date.months").split('|').filter(|name| !name.is_empty()).count(), 12);
        }
    }
}
