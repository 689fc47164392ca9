//! Setting up a new install: its first account.

use super::{NewPassword, load_when_signed_in, refusal};
use crate::i18n::use_locale;
use crate::loaded::load_first;
use crate::server_fns::{SetUp, access_state};
use crate::ui::{Field, Filled, PostForm, Problem, ProblemSummary, Skeleton, SubmitButton, dynamic, go_to};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_meta::Title;

/// The form, as long as the install has no account; after that there is only signing in.
#[component]
pub fn SetUpPage() -> impl IntoView {
    let locale = use_locale();
    let access = load_first(access_state);
    view! {
        <Title text=locale.t("auth.setup_title") />
        <div class="gate">
            <section class="card gate-card" aria-labelledby="setup-title">
                <h1 id="setup-title">{locale.t("auth.setup_title")}</h1>
                <Suspense fallback=|| view! { <Skeleton lines=6 /> }>
                    {dynamic(move || {
                        access.get().map(|access| match access {
                            Ok(state) if state.needs_setup => view! { <SetUpForm /> }.into_any(),
                            Ok(_) => {
                                go_to("/login");
                                ().into_any()
                            }
                            Err(error) => view! { <Problem error retry="/setup" /> }.into_any(),
                        })
                    })}
                </Suspense>
            </section>
        </div>
    }
}

#[component]
fn SetUpForm() -> impl IntoView {
    let locale = use_locale();
    let set_up = ServerAction::<SetUp>::new();
    let error = refusal(move || set_up.value().get());
    load_when_signed_in(move || set_up.value().get());
    let send = Callback::new(move |filled: Filled| {
        let (token, email) = (filled.text("token"), filled.text("email"));
        set_up.dispatch(SetUp { token, email, password: filled.text("password") });
    });
    view! {
        <p class="lead">{locale.t("auth.setup_lead")}</p>
        {dynamic(move || error.get().map(|error| view! { <ProblemSummary error /> }))}
        <PostForm action=SetUp::url() send>
            <Field
                name="token"
                label=locale.t("auth.token")
                autocomplete="one-time-code"
                hint=locale.t("auth.token_hint")
                error
            />
            <Field
                name="email"
                label=locale.t("auth.email")
                kind="email"
                autocomplete="username"
                hint=locale.t("auth.email_hint")
                error
            />
            <NewPassword error />
            <SubmitButton
                label=locale.t("auth.create")
                busy_label=locale.t("auth.creating")
                pending=set_up.pending()
            />
        </PostForm>
    }
}
