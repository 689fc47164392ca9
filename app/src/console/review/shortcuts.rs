//! Keys. The person can switch off those that are a single character (WCAG 2.1.4); none is heard while something is typed,
//! or while a dialog is open.

use super::state::{Asked, Review, row_id};
use crate::ui::{remember, remembered, sleep};
use contract::ChosenMemory;
use contract::review::ReviewerAction;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{HtmlElement, HtmlInputElement};
use std::time::Duration;

/// Where the browser keeps whether single characters are keys.
const MEMORY: &str = "gieok-review-keys";
/// For how long the first key of an approval waits for the second.
const PATIENCE: Duration = Duration::from_secs(2);
/// What a browser says of a key that goes to an input method.
const COMPOSING: u32 = 229;

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortcut {
    /// To the next row.
    Next,
    /// To the row before.
    Previous,
    /// Opens the row, or closes it.
    Open,
    /// Chooses the row, or not any more.
    Select,
    /// To the search.
    Search,
    /// Shows the help sheet.
    Help,
    /// Approves, at the second time.
    Approve,
    /// Asks why to reject.
    Reject,
    /// Takes the last decision back.
    Undo,
}

/// What a key does, if it is one character. Where another alphabet is typed, the place of the key counts.
pub fn shortcut(key: &str, code: &str, shift: bool) -> Option<Shortcut> {
    let latin = key.chars().next().filter(|c| c.is_ascii() && key.len() == 1);
    let place = || match code {
        "Slash" if shift => Some('?'),
        "Slash" => Some('/'),
        code => code.strip_prefix("Key").and_then(|letter| letter.chars().next()),
    };
    // Names of keys such as `Enter` and `Process` are longer; those of other alphabets are not ASCII.
    let is_character = key.chars().count() == 1 || key == "Process";
    let character = latin.or_else(|| place().filter(|_| is_character))?;
    Some(match character.to_ascii_lowercase() {
        'j' => Shortcut::Next,
        'k' => Shortcut::Previous,
        'e' => Shortcut::Open,
        'x' => Shortcut::Select,
        'a' => Shortcut::Approve,
        'r' => Shortcut::Reject,
        'u' => Shortcut::Undo,
        '/' => Shortcut::Search,
        '?' => Shortcut::Help,
        _ => return None,
    })
}

/// Whether single characters are keys, as this browser remembers it. They are, unless they were switched off.
#[derive(Clone, Copy)]
pub struct KeysOn(pub RwSignal<bool>);

impl KeysOn {
    /// Switches them on or off, and remembers it.
    pub fn switch(self, on: bool) {
        self.0.set(on);
        remember(MEMORY, if on { "on" } else { "off" });
    }
}

/// Listens as long as the page is there.
pub fn listen(review: Review) -> KeysOn {
    let keys_on = KeysOn(RwSignal::new(true));
    let turn = StoredValue::new(0_u32);
    Effect::new(move |_| {
        keys_on.0.set(remembered(MEMORY).is_none_or(|text| text != "off"));
        let listener = window_event_listener(leptos::ev::keydown, move |event| {
            if is_ours(&event) && act(review, keys_on, turn, &event) {
                event.prevent_default();
            }
        });
        on_cleanup(move || listener.remove());
    });
    keys_on
}

/// Whether the key is for the page, and not for a field, a dialog, the browser or an input method.
fn is_ours(event: &KeyboardEvent) -> bool {
    let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
    let in_dialog = || document().query_selector("dialog[open]").ok().flatten().is_some();
    !event.default_prevented() && !has_modifier && !is_for_a_field(event) && !in_dialog()
}

/// Whether the key is typed into a field, or still being composed there.
pub fn is_for_a_field(event: &KeyboardEvent) -> bool {
    if event.is_composing() || event.key_code() == COMPOSING {
        return true;
    }
    let Some(element) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return false };
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !matches!(
            element.unchecked_ref::<HtmlInputElement>().type_().as_str(),
            "checkbox" | "radio" | "button" | "submit"
        ),
        _ => element.is_content_editable(),
    }
}

/// Does what the key says; `false` if it says nothing to us.
fn act(review: Review, keys_on: KeysOn, turn: StoredValue<u32>, event: &KeyboardEvent) -> bool {
    if let Some(done) = named_key(review, event) {
        return done;
    }
    if !keys_on.0.get_untracked() {
        return false;
    }
    let Some(shortcut) = shortcut(&event.key(), &event.code(), event.shift_key()) else { return false };
    if shortcut != Shortcut::Approve {
        review.armed.set(None);
    }
    match shortcut {
        Shortcut::Next => review.step(true),
        Shortcut::Previous => review.step(false),
        Shortcut::Search => _ = crate::ui::focus_id("q"),
        Shortcut::Help => review.asked.set(Some(Asked::Help)),
        Shortcut::Undo => review.undo_last(),
        Shortcut::Approve if !event.repeat() => approve(review, turn),
        Shortcut::Approve => {}
        Shortcut::Open | Shortcut::Select | Shortcut::Reject => about_row(review, shortcut),
    }
    true
}

/// Keys that are no characters: they are about the row that has the focus.
fn named_key(review: Review, event: &KeyboardEvent) -> Option<bool> {
    let on_row = || {
        let id = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()).map(|element| element.id());
        review.current.with_untracked(|current| current.as_ref().is_some_and(|now| id == Some(row_id(now))))
    };
    match event.key().as_str() {
        "ArrowDown" if on_row() => review.step(true),
        "ArrowUp" if on_row() => review.step(false),
        "Enter" if on_row() => about_row(review, Shortcut::Open),
        "Escape" if review.opened.with_untracked(Option::is_some) => {
            let id = review.opened.get_untracked();
            review.close();
            if let Some(id) = id {
                review.move_to(&id);
            }
        }
        "ArrowDown" | "ArrowUp" | "Enter" | "Escape" => return Some(false),
        _ => return None,
    }
    Some(true)
}

fn about_row(review: Review, shortcut: Shortcut) {
    let Some(row) = review.current_row() else { return };
    match shortcut {
        Shortcut::Open => {
            review.toggle(&row);
            review.move_to(&row.id);
        }
        Shortcut::Select => {
            let is_chosen = untrack(|| review.selection.holds(&row.id));
            let one = ChosenMemory { memory_id: row.id.clone(), version: row.version() };
            review.selection.choose(one, !is_chosen);
        }
        Shortcut::Reject if row.may(ReviewerAction::Reject) => review.asked.set(Some(Asked::Reject(row))),
        _ => review.announcer.say(review.locale.t("shortcut.not_now")),
    }
}

/// The first time, says that one more does it; the second time, does it.
fn approve(review: Review, turn: StoredValue<u32>) {
    let Some(row) = review.current_row() else { return };
    if !row.may(ReviewerAction::Approve) {
        review.announcer.say(review.locale.t("shortcut.not_now"));
        return;
    }
    turn.update_value(|turn| *turn += 1);
    if review.armed.get_untracked().as_ref() == Some(&row.id) {
        review.approve(&row);
        return;
    }
    review.armed.set(Some(row.id));
    review.announcer.say(review.locale.t("shortcut.armed"));
    let mine = turn.get_value();
    spawn_local(async move {
        sleep(PATIENCE).await;
        if turn.try_get_value() == Some(mine) {
            review.armed.try_set(None);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_by_their_character_and_elsewhere_by_their_place() {
        assert_eq!(shortcut("j", "KeyJ", false), Some(Shortcut::Next));
        assert_eq!(shortcut("J", "KeyJ", true), Some(Shortcut::Next));
        assert_eq!(shortcut("ㅓ", "KeyJ", false), Some(Shortcut::Next));
        assert_eq!(shortcut("ㅁ", "KeyA", false), Some(Shortcut::Approve));
        assert_eq!(shortcut("/", "Slash", false), Some(Shortcut::Search));
        assert_eq!(shortcut("?", "Slash", true), Some(Shortcut::Help));
        assert_eq!(shortcut("?", "Minus", true), Some(Shortcut::Help), "on a German keyboard");
        assert_eq!(shortcut("o", "KeyR", false), None, "on a keyboard that has other letters there");
    }

    #[test]
    fn names_of_keys_are_no_characters() {
        for (key, code) in
            [("Enter", "Enter"), ("Escape", "Escape"), ("F1", "F1"), ("Unidentified", "KeyA"), ("", "KeyA")]
        {
            assert_eq!(shortcut(key, code, false), None, "{key}");
        }
    }
}
