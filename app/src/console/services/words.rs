//! The words for what becomes of turns, and for revisions.

use crate::i18n::Locale;
use contract::{Refusal, TurnState};

/// How far Gieok is with a turn.
pub fn state_key(state: TurnState) -> &'static str {
    match state {
        TurnState::Waiting => "turn_state.waiting",
        TurnState::Held => "turn_state.held",
        TurnState::Extracted => "turn_state.extracted",
        TurnState::Failed => "turn_state.failed",
        TurnState::Skipped => "turn_state.skipped",
    }
}

/// Why something that was said is not remembered.
pub fn refusal_key(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::NotUsersWords => "refusal.not_users_words",
        Refusal::InstructionInDocument => "refusal.instruction_in_document",
        Refusal::InjectedMemory => "refusal.injected_memory",
        Refusal::NotLiteral => "refusal.not_literal",
        Refusal::Unsupported => "refusal.unsupported",
        Refusal::DoNotRemember => "refusal.do_not_remember",
        Refusal::Secret => "refusal.secret",
        Refusal::Question => "refusal.question",
        Refusal::Joke => "refusal.joke",
        Refusal::Guess => "refusal.guess",
        Refusal::Momentary => "refusal.momentary",
        Refusal::AboutOther => "refusal.about_other",
        Refusal::Unreadable => "refusal.unreadable",
        Refusal::NotWorth => "refusal.not_worth",
        Refusal::DeletedByOwner => "refusal.deleted_by_owner",
    }
}

/// The text behind `key` about a revision.
pub fn of_revision(locale: Locale, key: &'static str, number: u32) -> String {
    locale.fill(key, "number", &number.to_string())
}
