//! A revision beside the deployed one, as the page's address asks for it.

use super::address;
use super::changes::Changes;
use super::deploy::beside;
use super::state::OpenService;
use super::words::of_revision;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::loaded::{Loaded, load};
use crate::server_fns::service_revision;
use crate::ui::{Problem, Skeleton, dynamic, focus};
use contract::{RevisionView, ServiceId};
use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

/// The comparison that the address asks for, if it asks for one.
pub type LoadedComparison = Loaded<Option<RevisionView>>;

/// Loads it, and again whenever another revision has been deployed.
pub fn load_comparison(id: Option<ServiceId>, deploys: RwSignal<u32>) -> LoadedComparison {
    let query = use_query_map();
    let number = Memo::new(move |_| address::compared(&query.read()));
    load(move || (id.clone(), number.get(), deploys.get()), |(id, number, _)| look_beside(id, number))
}

async fn look_beside(id: Option<ServiceId>, number: Option<u32>) -> Result<Option<RevisionView>, UiError> {
    match id.zip(number) {
        Some((id, number)) => service_revision(id, number).await.map(Some),
        None => Ok(None),
    }
}

/// The comparison; nothing if none is asked for.
#[component]
pub fn Comparison(
    /// The service.
    open: OpenService,
    /// The comparison.
    comparison: LoadedComparison,
) -> impl IntoView {
    let end = address::of_service(&open.id());
    view! {
        <Transition fallback=|| view! { <Skeleton lines=3 /> }>
            {dynamic(move || {
                let end = end.clone();
                comparison.get().map(|loaded| match loaded {
                    Ok(None) => ().into_any(),
                    Ok(Some(view)) => view! { <Compared view end /> }.into_any(),
                    Err(error) => view! { <Problem title="revision.compare_failed" error retry=end /> }.into_any(),
                })
            })}
        </Transition>
    }
}

/// What differs. Takes the focus when it appears.
#[component]
pub fn Compared(
    /// The revision beside the deployed one.
    view: RevisionView,
    /// The address without it.
    end: String,
) -> impl IntoView {
    let locale = use_locale();
    let RevisionView { number, against, changes, .. } = view;
    let title = match against {
        Some(against) => beside(locale, "revision.compared", number, against),
        None => of_revision(locale, "revision.compared_alone", number),
    };
    let heading = NodeRef::<html::H4>::new();
    Effect::new(move |_| {
        heading.track();
        focus(heading);
    });
    view! {
        <section class="compared" aria-labelledby="compared">
            <h4 id="compared" tabindex="-1" node_ref=heading>{title}</h4>
            <Changes changes none="service.nothing_differs" />
            <a class="button quiet" href=end>{locale.t("revision.close")}</a>
        </section>
    }
}
