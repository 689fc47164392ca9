//! The rule of consent: off by default, off means nothing is stored and nothing is recalled. Pure.

use contract::ConsentView;

/// The person has not switched memory on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the person has not consented to memory")]
pub struct ConsentRefused;

/// The state of someone who never decided.
pub fn default_state() -> ConsentView {
    ConsentView { granted: false, changed_at: None }
}

/// Lets a save or a recall pass only if the person is known and has consented. An unknown person and a refusal are one
/// answer, so that a caller cannot find out who exists.
///
/// # Errors
/// [`ConsentRefused`].
pub fn require<T>(known: Option<(T, bool)>) -> Result<T, ConsentRefused> {
    match known {
        Some((subject, true)) => Ok(subject),
        Some((_, false)) | None => Err(ConsentRefused),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_known_and_consenting_person_passes() {
        assert_eq!(require(Some((1, true))), Ok(1));
        assert_eq!(require(Some((1, false))), Err(ConsentRefused));
        assert_eq!(require::<()>(None), Err(ConsentRefused));
        assert!(!default_state().granted);
    }
}
