//! Where a memory comes from.

use crate::i18n::use_locale;
use crate::my_page::words::role_key;
use crate::ui::LocalTime;
use contract::Provenance;
use leptos::prelude::*;

/// Each event that the memory rests on: whose words, which, where and when.
#[component]
pub fn ProvenanceList(
    /// The events.
    provenance: Vec<Provenance>,
) -> impl IntoView {
    let locale = use_locale();
    let events: Vec<_> = provenance.into_iter().map(|event| view! { <Event event /> }).collect();
    view! {
        <section class="detail-part">
            <h3>{locale.t("provenance.title")}</h3>
            {if events.is_empty() {
                view! { <p class="note">{locale.t("provenance.none")}</p> }.into_any()
            } else {
                view! { <ol class="events">{events}</ol> }.into_any()
            }}
        </section>
    }
}

#[component]
fn Event(event: Provenance) -> impl IntoView {
    let locale = use_locale();
    let service = event.service_name.unwrap_or_else(|| locale.t("provenance.import").to_owned());
    let conversation = event.conversation_id.map(|id| {
        view! { <span>{locale.t("field.conversation_id")} ": " <code><bdi>{id}</bdi></code></span> }
    });
    view! {
        <li>
            {event.span.map(|span| view! { <blockquote><bdi>{span}</bdi></blockquote> })}
            <p class="note event-facts">
                <span>{locale.t(role_key(event.role))}</span>
                <span><bdi>{service}</bdi></span>
                {conversation}
                <span>{locale.t("field.event_id")} ": " <code><bdi>{event.event_id}</bdi></code></span>
                <LocalTime at=event.occurred_at.unwrap_or(event.recorded_at) />
            </p>
        </li>
    }
}
