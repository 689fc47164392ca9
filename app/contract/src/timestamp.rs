//! A moment in UTC with microsecond precision: RFC 3339 on the wire, epoch microseconds in the store.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Microseconds since 1970-01-01T00:00:00Z. Always within the years 0 to 9999, so that RFC 3339 can write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Timestamp(i64);

/// Why a text or number is not a timestamp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidTimestamp;

impl fmt::Display for InvalidTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a time such as 2026-07-16T04:30:00Z (RFC 3339, years 0 to 9999)")
    }
}

impl std::error::Error for InvalidTimestamp {}

/// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59.999999Z in epoch microseconds.
const RANGE: std::ops::RangeInclusive<i64> = -62_167_219_200_000_000..=253_402_300_799_999_999;

impl Timestamp {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(0);

    /// From epoch microseconds.
    ///
    /// # Errors
    /// [`InvalidTimestamp`] outside of the years 0 to 9999.
    pub fn from_micros(micros: i64) -> Result<Self, InvalidTimestamp> {
        RANGE.contains(&micros).then_some(Self(micros)).ok_or(InvalidTimestamp)
    }

    /// Epoch microseconds.
    pub fn micros(self) -> i64 {
        self.0
    }

    /// This moment and `duration` more; stops at the end of year 9999.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(micros).min(*RANGE.end()))
    }

    /// This moment less `duration`; stops at the start of year 0.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_sub(micros).max(*RANGE.start()))
    }

    /// How long after `earlier` this is; zero if it is not.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// The calendar view of this moment, in UTC.
    pub fn to_utc(self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000).unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }
}

impl From<OffsetDateTime> for Timestamp {
    fn from(moment: OffsetDateTime) -> Self {
        let micros = i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000)).unwrap_or(0);
        Self(micros.clamp(*RANGE.start(), *RANGE.end()))
    }
}

impl std::str::FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        OffsetDateTime::parse(text, &Rfc3339).map(Self::from).map_err(|_| InvalidTimestamp)
    }
}

impl TryFrom<String> for Timestamp {
    type Error = InvalidTimestamp;

    fn try_from(text: String) -> Result<Self, InvalidTimestamp> {
        text.parse()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.to_utc().format(&Rfc3339).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

impl From<Timestamp> for String {
    fn from(moment: Timestamp) -> String {
        moment.to_string()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Timestamp {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        crate::openapi::moment("A moment in UTC, to the microsecond (RFC 3339, years 0 to 9999).")
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Timestamp {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back_keep_microseconds() {
        let moment: Timestamp = "2026-07-16T04:30:00.123456Z".parse().expect("valid");
        assert_eq!(moment.to_string(), "2026-07-16T04:30:00.123456Z");
        assert_eq!("2026-07-16T13:30:00.123456+09:00".parse(), Ok(moment));
    }

    #[test]
    fn arithmetic_stops_at_the_edges() {
        let end = Timestamp::from_micros(*RANGE.end()).expect("in range");
        assert_eq!(end.plus(Duration::from_secs(1)), end);
        assert_eq!(end.to_string(), "9999-12-31T23:59:59.999999Z");
        assert!(Timestamp::from_micros(i64::MAX).is_err());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "yesterday", "2026-02-30T00:00:00Z", "2026-07-16", "2026-07-16T04:30:00"] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
    }
}
