//! Looking again while something is under way on the server.

use crate::ui::sleep;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

/// The time between one look and the next.
const PAUSE: Duration = Duration::from_secs(3);

/// Looks again and again as long as `is_waiting` holds and the page is there.
pub fn look_again<F>(is_waiting: Memo<bool>, look: impl Fn() -> F + Copy + 'static)
where
    F: Future<Output = ()> + 'static,
{
    let is_looking = StoredValue::new(false);
    Effect::new(move |_| {
        if !is_waiting.get() || is_looking.get_value() {
            return;
        }
        is_looking.set_value(true);
        spawn_local(async move {
            while is_waiting.try_get_untracked() == Some(true) {
                sleep(PAUSE).await;
                // Nobody looks; the browser would slow us down anyway.
                if !document().hidden() {
                    look().await;
                }
            }
            is_looking.try_set_value(false);
        });
    });
}
