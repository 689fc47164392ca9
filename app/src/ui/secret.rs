//! The secret of a new key, this once.

use super::{Announcer, CopyButton, focus};
use crate::i18n::use_locale;
use leptos::html;
use leptos::prelude::*;

/// The secret, to be copied. Takes the focus when it appears.
#[component]
pub fn Secret(
    /// The secret.
    secret: String,
) -> impl IntoView {
    let locale = use_locale();
    let place = NodeRef::<html::Div>::new();
    let announcer = Announcer::current();
    Effect::new(move |_| {
        place.track();
        announcer.say(locale.t("keys.created"));
        focus(place);
    });
    let text = Signal::stored(secret.clone());
    view! {
        <div class="notice secret" tabindex="-1" role="group" aria-label=locale.t("keys.secret") node_ref=place>
            <p><strong>{locale.t("keys.secret_once")}</strong></p>
            <p><code>{secret}</code></p>
            <CopyButton label=locale.t("copy.key") text />
        </div>
    }
}
