//! Signing in.

use super::demo::DemoBox;
use super::{load_when_signed_in, refusal};
use crate::i18n::use_locale;
use crate::loaded::load_first;
use crate::local_path::{after_sign_in, local};
use crate::server_fns::{SignIn, access_state};
use crate::session::use_session;
use crate::ui::{Field, Filled, PostForm, ProblemSummary, SubmitButton, dynamic, go_to};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// The form; a new install goes to its set-up first, and the signed-in go on.
#[component]
pub fn LoginPage() -> impl IntoView {
    let locale = use_locale();
    let next = use_query_map().read_untracked().get("next").filter(|path| local(path).is_some());
    if use_session().is_some() {
        go_to(after_sign_in(next.as_deref()));
    }
    view! {
        <Title text=locale.t("auth.sign_in_title") />
        <div class="gate">
            <section class="card gate-card" aria-labelledby="sign-in-title">
                <h1 id="sign-in-title">{locale.t("auth.sign_in_title")}</h1>
                <p class="lead">{locale.t("auth.sign_in_lead")}</p>
                <SignInForm next />
            </section>
            <InstallState />
        </div>
    }
}

#[component]
fn SignInForm(next: Option<String>) -> impl IntoView {
    let locale = use_locale();
    let sign_in = ServerAction::<SignIn>::new();
    let error = refusal(move || sign_in.value().get());
    load_when_signed_in(move || sign_in.value().get());
    let send = Callback::new(move |filled: Filled| {
        let (email, password) = (filled.text("email"), filled.text("password"));
        sign_in.dispatch(SignIn { email, password, next: filled.given("next") });
    });
    view! {
        {dynamic(move || error.get().map(|error| view! { <ProblemSummary error /> }))}
        <PostForm action=SignIn::url() send>
            {next.map(|next| view! { <input type="hidden" name="next" value=next /> })}
            <Field name="email" label=locale.t("auth.email") kind="email" autocomplete="username" error />
            <Field name="password" label=locale.t("auth.password") kind="password" autocomplete="current-password" error />
            <SubmitButton
                label=locale.t("auth.sign_in")
                busy_label=locale.t("auth.signing_in")
                pending=sign_in.pending()
            />
        </PostForm>
    }
}

/// The demo's accounts, or the way to the set-up. That it cannot be said is no reason not to offer the form.
#[component]
fn InstallState() -> impl IntoView {
    let access = load_first(access_state);
    view! {
        <Suspense>
            {dynamic(move || {
                let state = access.get()?.ok()?;
                if state.needs_setup {
                    go_to("/setup");
                }
                (!state.demo.is_empty()).then(|| view! { <DemoBox accounts=state.demo /> })
            })}
        </Suspense>
    }
}
