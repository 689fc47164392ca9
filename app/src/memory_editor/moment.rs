//! A time being typed, in the reader's time zone, for a field of the browser's kind `datetime-local`.

use crate::ui::minutes_ahead;
use contract::Timestamp;
use contract::timestamp::InvalidTimestamp;

/// The text in the field, and the exact moment that it began with: the field knows minutes only.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MomentDraft {
    pub text: String,
    exact: Option<Timestamp>,
}

impl MomentDraft {
    /// The field for a moment, or an empty one.
    pub fn of(moment: Option<Timestamp>) -> Self {
        Self { text: moment.map(to_field).unwrap_or_default(), exact: moment }
    }

    /// The moment in the field; as exact as it was if nobody has touched it. `None` if the field is empty.
    ///
    /// # Errors
    /// [`InvalidTimestamp`] if it holds no time.
    pub fn moment(&self) -> Result<Option<Timestamp>, InvalidTimestamp> {
        match self.exact {
            _ if self.text.trim().is_empty() => Ok(None),
            Some(exact) if to_field(exact) == self.text => Ok(Some(exact)),
            _ => from_field(self.text.trim()).map(Some),
        }
    }
}

fn shifted(moment: Timestamp, minutes: i64) -> Timestamp {
    Timestamp::from_micros(moment.micros() + minutes * 60_000_000).unwrap_or(moment)
}

/// `2026-07-16T13:30`, in the reader's time zone.
fn to_field(moment: Timestamp) -> String {
    let mut text = shifted(moment, minutes_ahead(moment)).to_string();
    text.truncate("2026-07-16T13:30".len());
    text
}

fn from_field(text: &str) -> Result<Timestamp, InvalidTimestamp> {
    let seconds = if text.len() == "2026-07-16T13:30".len() { ":00Z" } else { "Z" };
    let as_if_utc: Timestamp = format!("{text}{seconds}").parse()?;
    // The offset of the place is that of the moment itself, which is known only once the offset is: so twice.
    let near = shifted(as_if_utc, -minutes_ahead(as_if_utc));
    Ok(shifted(as_if_utc, -minutes_ahead(near)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("valid")
    }

    #[test]
    fn an_untouched_field_keeps_its_moment_and_a_touched_one_gives_minutes() {
        let exact = at("2026-07-16T13:30:12.345678Z");
        let mut draft = MomentDraft::of(Some(exact));
        assert_eq!(draft.moment(), Ok(Some(exact)));
        draft.text = "2026-07-16T13:31".into();
        assert_eq!(draft.moment(), Ok(Some(at("2026-07-16T13:31:00Z"))));
        draft.text = String::new();
        assert_eq!(draft.moment(), Ok(None));
        draft.text = "soon".into();
        assert!(draft.moment().is_err());
    }
}
