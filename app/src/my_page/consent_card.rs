//! The card that shows and switches consent.

use super::consent_history::ConsentHistory;
use super::consent_off::ConsentOffForm;
use crate::i18n::use_locale;
use crate::loaded::Loaded;
use crate::server_fns::SetConsent;
use crate::ui::{
    Announcer, Badge, Dialog, Moment, PostForm, Problem, ProblemSummary, Skeleton, SubmitButton, Tone, close_dialog,
    dynamic, focus, open_dialog,
};
use contract::ConsentView;
use leptos::html;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The state, since when, what it means, and the switch.
#[component]
pub fn ConsentCard(
    /// The state as the server last said.
    state: Loaded<ConsentView>,
    /// The switch.
    set_consent: ServerAction<SetConsent>,
) -> impl IntoView {
    let locale = use_locale();
    let heading = NodeRef::<html::H2>::new();
    let dialog = NodeRef::<html::Dialog>::new();
    tell_when_switched(set_consent, heading, dialog);
    view! {
        <section class="card consent-card" aria-labelledby="consent-title">
            <h2 id="consent-title" tabindex="-1" node_ref=heading>{locale.t("consent.title")}</h2>
            {dynamic(move || {
                let error = set_consent.value().get().and_then(Result::err);
                error.map(|error| view! { <ProblemSummary error /> })
            })}
            <Transition fallback=|| view! { <Skeleton lines=6 /> }>
                {dynamic(move || {
                    state.get().map(|state| match state {
                        Ok(state) => view! { <ConsentState state set_consent dialog /> }.into_any(),
                        Err(error) => view! { <Problem error retry="/me" /> }.into_any(),
                    })
                })}
            </Transition>
            <ConsentHistory version=set_consent.version().into() />
            <Dialog node_ref=dialog title_id="consent-off-title" title=locale.t("consent.off_title")>
                <ConsentOffForm set_consent>
                    <form method="dialog">
                        <button class="button quiet" autofocus>{locale.t("consent.keep")}</button>
                    </form>
                </ConsentOffForm>
            </Dialog>
        </section>
    }
}

/// Once the switch has been thrown: says so, and puts the focus where the state stands, as the button that had it is gone.
fn tell_when_switched(
    set_consent: ServerAction<SetConsent>,
    heading: NodeRef<html::H2>,
    dialog: NodeRef<html::Dialog>,
) {
    let locale = use_locale();
    let announcer = Announcer::current();
    Effect::new(move |_| {
        let Some(answer) = set_consent.value().get() else { return };
        close_dialog(dialog);
        if let Ok(state) = answer {
            announcer.say(locale.t(if state.granted { "consent.now_on" } else { "consent.now_off" }));
            focus(heading);
        }
    });
}

#[component]
fn ConsentState(
    state: ConsentView,
    set_consent: ServerAction<SetConsent>,
    dialog: NodeRef<html::Dialog>,
) -> impl IntoView {
    let locale = use_locale();
    let (tone, word, lead) = if state.granted {
        (Tone::Good, "consent.is_on", "consent.on_lead")
    } else {
        (Tone::Quiet, "consent.is_off", "consent.off_lead")
    };
    view! {
        <p class="consent-state">
            <Badge tone text=locale.t(word) />
            {state.changed_at.map(|at| view! { <Moment at phrase="consent.since" /> })}
        </p>
        <p class="lead">{locale.t(lead)}</p>
        <Meaning open=!state.granted />
        {if state.granted {
            view! { <TurnOff dialog /> }.into_any()
        } else {
            view! { <TurnOn set_consent /> }.into_any()
        }}
    }
}

/// What switching on means, in plain words; at hand before the decision, folded after it.
#[component]
fn Meaning(open: bool) -> impl IntoView {
    let locale = use_locale();
    view! {
        <details class="meaning" open=open>
            <summary>{locale.t("consent.what_title")}</summary>
            <ul>
                <li>{locale.t("consent.what_kept")}</li>
                <li>{locale.t("consent.what_review")}</li>
                <li>{locale.t("consent.what_see")}</li>
                <li>{locale.t("consent.what_end")}</li>
            </ul>
        </details>
    }
}

#[component]
fn TurnOn(set_consent: ServerAction<SetConsent>) -> impl IntoView {
    let locale = use_locale();
    let send = Callback::new(move |_| _ = set_consent.dispatch(SetConsent { granted: true }));
    view! {
        <PostForm action=SetConsent::url() send>
            <input type="hidden" name="granted" value="true" />
            <SubmitButton
                label=locale.t("consent.turn_on")
                busy_label=locale.t("consent.working")
                pending=set_consent.pending()
            />
        </PostForm>
    }
}

/// Asks in a dialog; without script, on a page of its own.
#[component]
fn TurnOff(dialog: NodeRef<html::Dialog>) -> impl IntoView {
    let ask_here = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        open_dialog(dialog);
    };
    view! {
        <form method="get" action="/me/consent/off" on:submit=ask_here>
            <button type="submit" class="button quiet">{use_locale().t("consent.turn_off")}</button>
        </form>
    }
}
