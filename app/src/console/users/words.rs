//! The words for what an account is.

use crate::i18n::Locale;
use crate::ui::Tone;
use contract::{AccountState, UserRow};

/// Word and look of a state.
pub fn state_words(state: AccountState) -> (&'static str, Tone) {
    match state {
        AccountState::Active => ("users.active", Tone::Good),
        AccountState::Invited => ("users.invited", Tone::Notable),
        AccountState::Disabled => ("users.disabled", Tone::Quiet),
    }
}

/// What to call an account: its address, else what services call the person.
pub fn name(locale: Locale, row: &UserRow) -> String {
    let of_services = || row.external_ids.first().cloned();
    row.email.clone().or_else(of_services).unwrap_or_else(|| locale.t("users.nameless").to_owned())
}

/// In how many browsers somebody is signed in.
pub fn sessions_text(locale: Locale, count: u32) -> String {
    match count {
        0 => locale.t("users.no_session").to_owned(),
        1 => locale.t("users.one_session").to_owned(),
        _ => locale.fill("users.sessions", "count", &count.to_string()),
    }
}
