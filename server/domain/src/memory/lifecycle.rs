//! Which memories belong in the search index.

use contract::{IndexState, Sensitivity, Status};

/// Whether the search index may hold a memory: only what is in force and not sensitive.
pub fn is_searchable(status: Status, sensitivity: Sensitivity) -> bool {
    status == Status::Active && !sensitivity.is_masked()
}

/// The index state of a memory that has just been written: on its way in, or kept out.
pub fn index_state_at_rest(status: Status, sensitivity: Sensitivity) -> IndexState {
    if is_searchable(status, sensitivity) { IndexState::Pending } else { IndexState::Excluded }
}

/// Whether a memory can be corrected: history stays as it was.
pub fn is_correctable(status: Status) -> bool {
    matches!(status, Status::Active | Status::Candidate)
}

/// Whether a memory of sensitivity `now` has to be treated as `asked` from here on: saying something again as sensitive
/// hides it; saying it again as harmless reveals nothing.
pub fn asks_for_more_care(now: Sensitivity, asked: Sensitivity) -> bool {
    asked.is_masked() && asked > now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_active_and_harmless_memories_are_searchable() {
        for &status in Status::ALL {
            for &sensitivity in Sensitivity::ALL {
                let expected =
                    status == Status::Active && matches!(sensitivity, Sensitivity::Normal | Sensitivity::Unknown);
                assert_eq!(is_searchable(status, sensitivity), expected, "{status} {sensitivity}");
            }
        }
    }
}
