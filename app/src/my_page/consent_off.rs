//! The question before consent is withdrawn, in a dialog or on a page of its own.

use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::{SetConsent, consent};
use crate::session::use_session;
use crate::ui::{PostForm, Problem, ProblemSummary, Skeleton, SubmitButton, dynamic, go_to, load_page};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_meta::Title;

/// What withdrawing means, the way back, and the button that does it.
#[component]
pub fn ConsentOffForm(
    /// The switch.
    set_consent: ServerAction<SetConsent>,
    /// The way back, which stands first.
    children: Children,
) -> impl IntoView {
    let locale = use_locale();
    let send = Callback::new(move |_| _ = set_consent.dispatch(SetConsent { granted: false }));
    view! {
        <p>{locale.t("consent.off_text")}</p>
        <p>{locale.t("consent.off_keeps")}</p>
        <div class="choices">
            {children()}
            <PostForm action=SetConsent::url() send>
                <input type="hidden" name="granted" value="false" />
                <SubmitButton
                    class="button danger"
                    label=locale.t("consent.turn_off")
                    busy_label=locale.t("consent.working")
                    pending=set_consent.pending()
                />
            </PostForm>
        </div>
    }
}

/// The question on a page of its own, for browsers without script.
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
    Effect::new(move |_| {
        if let Some(Ok(_)) = set_consent.value().get() {
            load_page("/me");
        }
    });
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
