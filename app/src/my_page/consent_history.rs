//! When consent was given and withdrawn.

use crate::error::UiError;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::consent_history;
use crate::ui::{LocalTime, Problem, Skeleton, dynamic};
use contract::{ConsentEvent, ConsentSource};
use leptos::prelude::*;

/// The events, folded until someone wants to see them.
#[component]
pub fn ConsentHistory(
    /// Counts the switches made on this page: each adds to the history.
    version: Signal<usize>,
) -> impl IntoView {
    let locale = use_locale();
    let events = load(move || version.get(), |_| consent_history());
    view! {
        <details class="meaning">
            <summary>{locale.t("consent.history")}</summary>
            <Transition fallback=|| view! { <Skeleton lines=3 /> }>
                {dynamic(move || events.get().map(|events| view! { <Events events /> }))}
            </Transition>
        </details>
    }
}

#[component]
fn Events(events: Result<Vec<ConsentEvent>, UiError>) -> impl IntoView {
    let locale = use_locale();
    let events = match events {
        Ok(events) if events.is_empty() => return view! { <p>{locale.t("consent.history_empty")}</p> }.into_any(),
        Ok(events) => events,
        Err(error) => return view! { <Problem error retry="/me" /> }.into_any(),
    };
    let rows: Vec<_> = events
        .into_iter()
        .map(|event| {
            let state = locale.t(if event.granted { "consent.is_on" } else { "consent.is_off" });
            let place = locale.t(source_key(event.source));
            view! { <li><strong>{state}</strong> " · " <LocalTime at=event.at /> " · " {place}</li> }
        })
        .collect();
    view! { <ul>{rows}</ul> }.into_any()
}

fn source_key(source: ConsentSource) -> &'static str {
    match source {
        ConsentSource::MyPage => "consent.from_page",
        ConsentSource::Rest => "consent.from_rest",
        ConsentSource::Import => "consent.from_import",
        ConsentSource::Demo => "consent.from_demo",
    }
}
