//! Whether the page's script has taken over: what only works with it shows from then on.

use leptos::prelude::*;

/// `false` in what the server renders and at first in the browser, so that both are the same; then `true`.
pub fn use_ready() -> Signal<bool> {
    let ready = RwSignal::new(false);
    Effect::new(move |_| ready.set(true));
    ready.into()
}
