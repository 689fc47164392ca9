//! Follows the index while it catches up with the rows on the screen.

use super::state::ListState;
use crate::i18n::use_locale;
use crate::server_fns::memory_progress;
use crate::ui::{Announcer, sleep};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

/// Seconds between one look and the next; the last one is repeated.
const PAUSES: [u64; 4] = [1, 2, 3, 5];
/// Seconds after which nothing more is expected.
const PATIENCE: u64 = 120;

/// Asks again and again while a row is on its way, less and less often, and says once that all have arrived.
pub fn follow_index(list: ListState) {
    let locale = use_locale();
    let announcer = Announcer::current();
    // Each page that arrives ends the watch over the one before.
    let turn = StoredValue::new(0_u32);
    Effect::new(move |_| {
        list.rows.track();
        turn.update_value(|turn| *turn += 1);
        if list.unsettled().is_empty() {
            return;
        }
        let mine = turn.get_value();
        let is_wanted = move || turn.try_get_value() == Some(mine);
        spawn_local(async move {
            if watch(list, is_wanted).await {
                announcer.say(locale.t("memories.all_ready"));
            }
        });
    });
}

/// Whether all rows have arrived before patience ran out or the page was left.
async fn watch(list: ListState, is_wanted: impl Fn() -> bool) -> bool {
    let mut waited = 0;
    for look in 0.. {
        let pause = PAUSES[PAUSES.len().min(look + 1) - 1];
        sleep(Duration::from_secs(pause)).await;
        waited += pause;
        if !is_wanted() || waited > PATIENCE {
            return false;
        }
        // Nobody looks; the browser would slow us down anyway.
        if document().hidden() {
            continue;
        }
        let waiting = list.unsettled();
        let progress = memory_progress(waiting.clone()).await;
        if !is_wanted() {
            return false;
        }
        if let Ok(progress) = progress {
            list.heard(&waiting, &progress);
            if list.unsettled().is_empty() {
                return true;
            }
        }
    }
    false
}
