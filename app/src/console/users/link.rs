//! A new link for choosing a password, this once.

use crate::i18n::use_locale;
use crate::ui::{CopyButton, LocalTime, dynamic, focus};
use contract::WelcomeLink;
use leptos::html;
use leptos::prelude::*;

/// The link, to be passed on. Takes the focus when it appears.
#[component]
pub fn ShownLink(
    /// The link.
    link: WelcomeLink,
) -> impl IntoView {
    let locale = use_locale();
    let place = NodeRef::<html::Div>::new();
    let text = RwSignal::new(link.path);
    Effect::new(move |_| {
        place.track();
        focus(place);
    });
    Effect::new(move |_| {
        if let Ok(origin) = window().location().origin() {
            text.update(|path| path.insert_str(0, &origin));
        }
    });
    view! {
        <div class="notice secret" tabindex="-1" role="group" aria-label=locale.t("users.link") node_ref=place>
            <p><strong>{locale.t("users.link_once")}</strong></p>
            <p><code>{dynamic(move || text.get())}</code></p>
            <p>{locale.t("users.link_until")} " " <LocalTime at=link.expires_at /></p>
            <CopyButton label=locale.t("users.copy") text />
        </div>
    }
}
