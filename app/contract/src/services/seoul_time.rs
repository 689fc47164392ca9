//! A time of the day in Seoul, where nights are counted.

use crate::timestamp::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const MICROS_PER_MINUTE: i64 = 60_000_000;
const MICROS_PER_DAY: i64 = 24 * 60 * MICROS_PER_MINUTE;
const SEOUL_OFFSET: i64 = 9 * 60 * MICROS_PER_MINUTE;

/// An hour and minute of the day in Seoul (UTC+9, no daylight saving), as `hh:mm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeoulTime {
    minutes: u16,
}

impl SeoulTime {
    /// The last moment of that time of the day that is not after `now`.
    pub fn last_before(self, now: Timestamp) -> Timestamp {
        let of_day = i64::from(self.minutes) * MICROS_PER_MINUTE - SEOUL_OFFSET;
        let days = (now.micros() - of_day).div_euclid(MICROS_PER_DAY);
        // At most a day earlier than a moment in range; the year 0 has no night before its first.
        Timestamp::from_micros(days * MICROS_PER_DAY + of_day).unwrap_or(now)
    }
}

impl FromStr for SeoulTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let two = |part: &str, limit: u16| {
            let is_plain = part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
            part.parse().ok().filter(|number: &u16| is_plain && *number < limit)
        };
        let parts = text.split_once(':').and_then(|(hours, minutes)| Some((two(hours, 24)?, two(minutes, 60)?)));
        let (hours, minutes) = parts.ok_or_else(|| "expected a time of the day as hh:mm".to_owned())?;
        Ok(Self { minutes: hours * 60 + minutes })
    }
}

impl fmt::Display for SeoulTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.minutes / 60, self.minutes % 60)
    }
}

impl TryFrom<String> for SeoulTime {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<SeoulTime> for String {
    fn from(time: SeoulTime) -> String {
        time.to_string()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for SeoulTime {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let doc = "An hour and minute of the day in Seoul (UTC+9), as `hh:mm`.";
        crate::openapi::shaped(&[doc], "^([01][0-9]|2[0-3]):[0-5][0-9]$", "03:30".to_owned())
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for SeoulTime {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_night_in_seoul_is_nine_hours_ahead() {
        let at = |text: &str| text.parse::<Timestamp>().expect(text);
        let time: SeoulTime = "03:30".parse().expect("reads");
        assert_eq!(time.last_before(at("2026-07-16T18:30:00Z")), at("2026-07-16T18:30:00Z"));
        assert_eq!(time.last_before(at("2026-07-16T18:29:59Z")), at("2026-07-15T18:30:00Z"));
        assert_eq!(time.last_before(at("2026-07-17T04:00:00Z")), at("2026-07-16T18:30:00Z"));
        let noon: SeoulTime = "12:00".parse().expect("reads");
        assert_eq!(noon.last_before(at("2026-07-16T03:00:00Z")), at("2026-07-16T03:00:00Z"));
        for text in ["3:30", "24:00", "12:60", "+1:00", "1200", ""] {
            assert!(text.parse::<SeoulTime>().is_err(), "{text}");
        }
        assert_eq!(time.to_string(), "03:30");
    }
}
