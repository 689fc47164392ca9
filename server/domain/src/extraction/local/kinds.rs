//! What sort of thing a piece is, where that follows from what it says and needs no guess.

use crate::extraction::personal_data;
use contract::{Kind, NormalizedFact, Sensitivity};

/// The kind that a piece has by its fact, or by how a person is identified or reached in it; `None` if it may be any.
pub fn kind_of(piece: &str, fact: Option<&NormalizedFact>) -> Option<Kind> {
    match fact.map(|fact| fact.predicate.as_str()) {
        Some("is called") => Some(Kind::Rule),
        Some("name" | "lives in" | "works at" | "works as") => Some(Kind::Profile),
        _ => (personal_data::sensitivity_of(piece) == Sensitivity::Pii).then_some(Kind::Profile),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::fact_in;

    #[test]
    fn facts_and_personal_data_say_what_a_piece_is() {
        for (piece, expected) in [
            ("My new number is +44 7700 900418", Some(Kind::Profile)),
            ("저는 부산에 살아요", Some(Kind::Profile)),
            ("Call me Jo, please.", Some(Kind::Rule)),
            ("My manager is Dana", None),
            ("I like green tea", None),
        ] {
            assert_eq!(kind_of(piece, fact_in(piece).as_ref()), expected, "{piece}");
        }
    }
}
