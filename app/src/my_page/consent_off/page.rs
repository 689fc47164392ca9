//! The question on a page of its own, for browsers without script. It holds no script, so that nothing of it is in the
//! bundle.

use super::ConsentOffForm;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::{SetConsent, consent};
use crate::session::use_session;
use crate::ui::{Problem, ProblemSummary, Skeleton, dynamic, go_to};
use leptos::prelude::*;
use leptos_meta::Title;

/// The question, with the way back.
#[component]
pub fn ConsentOffPage() -> impl IntoView {
    if use_session().is_some() {
        view! { <Question /> }.into_any()
    } else {
        go_to("/login?next=/me/consent/off");
        ().into_any()
    }
}

#[component]
fn Question() -> impl IntoView {
    let locale = use_locale();
    let set_consent = ServerAction::<SetConsent>::new();
    let state = load(|| (), |()| consent());
    let back = move || view! { <a class="button quiet" href="/me">{locale.t("consent.back")}</a> };
    view! {
        <Title text=locale.t("consent.off_title") />
        <section class="plain-page" aria-labelledby="consent-off-title">
            <h1 id="consent-off-title">{locale.t("consent.off_title")}</h1>
            {dynamic(move || {
                let error = set_consent.value().get().and_then(Result::err);
                error.map(|error| view! { <ProblemSummary error /> })
            })}
            <Suspense fallback=|| view! { <Skeleton lines=3 /> }>
                {dynamic(move || {
                    state.get().map(|state| match state {
                        Ok(state) if state.granted => {
                            view! { <ConsentOffForm set_consent>{back()}</ConsentOffForm> }.into_any()
                        }
                        Ok(_) => view! { <p>{locale.t("consent.already_off")}</p> <p>{back()}</p> }.into_any(),
                        Err(error) => view! { <Problem error retry="/me/consent/off" /> }.into_any(),
                    })
                })}
            </Suspense>
        </section>
    }
}
