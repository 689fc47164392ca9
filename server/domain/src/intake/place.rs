//! Taking the place of another memory.

use crate::kernel::Actor;
use crate::memory::{Content, index_state_at_rest};
use crate::storage::{OwnedMemory, Revision, StoreError, Tx};
use contract::review::ReconcileAction;
use contract::{IndexState, Status, Timestamp, UserId, Validity};

/// How a memory takes the place of another.
pub struct Taking<'a> {
    /// Who brings it about.
    pub actor: &'a Actor,
    /// Whose memories.
    pub subject: &'a UserId,
    /// In which way.
    pub action: ReconcileAction,
    /// When what comes begins to be true.
    pub from: Timestamp,
    /// When.
    pub now: Timestamp,
}

/// The memory whose place is taken becomes history; but one that will be contradicted holds until then. `false`, and nothing
/// is changed, if it is not at the version of `target` any more.
///
/// # Errors
/// [`StoreError`].
pub async fn take_place(
    tx: &mut Tx,
    (target, content): (&OwnedMemory, &Content),
    taking: &Taking<'_>,
) -> Result<bool, StoreError> {
    let is_contradicted = matches!(taking.action, ReconcileAction::Replace | ReconcileAction::Expire);
    let holds_until_then = taking.from > taking.now;
    let status = match taking.action {
        _ if holds_until_then => Status::Active,
        ReconcileAction::Expire => Status::Expired,
        _ => Status::Superseded,
    };
    let index_state = match (index_state_at_rest(status, target.sensitivity), target.index_state) {
        (IndexState::Excluded, IndexState::Excluded) => IndexState::Excluded,
        (IndexState::Excluded, _) => IndexState::DeletePending,
        (at_rest, _) => at_rest,
    };
    let revision = Revision {
        status,
        validity: ended(target.validity, holds_until_then || is_contradicted, taking.from),
        index_state,
        ..Revision::of(target, taking.subject, content, taking.actor, "superseded", taking.now)
    };
    if !tx.revise_memory(&revision).await? {
        return Ok(false);
    }
    if index_state != IndexState::Excluded {
        tx.enqueue_index(&taking.actor.tenant, taking.subject, &target.id, taking.now).await?;
    }
    Ok(true)
}

/// When a memory was true, now that another takes its place: until that one began, if it is contradicted.
fn ended(validity: Validity, is_contradicted: bool, next_from: Timestamp) -> Validity {
    if !is_contradicted || next_from <= validity.from {
        return validity;
    }
    Validity { to: Some(validity.to.map_or(next_from, |to| to.min(next_from))), ..validity }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_contradicted_ends_and_never_before_it_began() {
        let at = |micros| Timestamp::from_micros(micros).expect("in range");
        let (open, closed) = (Validity { from: at(10), to: None }, Validity { from: at(10), to: Some(at(20)) });
        assert_eq!(ended(open, true, at(15)).to, Some(at(15)));
        assert_eq!(ended(closed, true, at(30)).to, Some(at(20)));
        assert_eq!(ended(open, true, at(10)).to, None);
        assert_eq!(ended(open, false, at(15)).to, None);
    }
}
