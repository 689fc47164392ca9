//! Saying that another page of a list has arrived.

use super::{Announcer, focus};
use crate::i18n::use_locale;
use leptos::html;
use leptos::prelude::*;

/// Where in which list the reader is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOf {
    /// The address of the list from its beginning.
    pub list: String,
    /// Where the page begins, unless it is the first.
    pub cursor: Option<String>,
}

/// Once another page of the list has arrived: says so, and puts the focus at its top.
pub fn tell_when_turned(asked: Memo<PageOf>, has_arrived: Signal<bool>, heading: NodeRef<html::H2>) {
    let locale = use_locale();
    let announcer = Announcer::current();
    Effect::new(move |shown: Option<PageOf>| {
        let arrived = has_arrived.get();
        let now = asked.get_untracked();
        match shown {
            Some(before) if arrived && before != now => {
                let is_turned = before.list == now.list;
                let key = match (is_turned, now.cursor.is_some()) {
                    (true, true) => "memories.page_shown",
                    (true, false) => "memories.page_first",
                    (false, _) => "memories.filtered",
                };
                announcer.say(locale.t(key));
                if is_turned {
                    focus(heading);
                }
                now
            }
            // Not there yet: what was shown is still what is shown.
            Some(before) if !arrived => before,
            _ => now,
        }
    });
}
