//! Choosing a password by a link from an administrator.

use super::{NewPassword, load_when_signed_in, refusal};
use crate::i18n::use_locale;
use crate::server_fns::Welcome;
use crate::ui::{Filled, PostForm, ProblemSummary, SubmitButton, dynamic};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// The form. Whether the link works is only said once it is used: asking for that alone would be a way to guess.
#[component]
pub fn WelcomePage() -> impl IntoView {
    let locale = use_locale();
    let token = use_query_map().read_untracked().get("token").unwrap_or_default();
    let welcome = ServerAction::<Welcome>::new();
    let error = refusal(move || welcome.value().get());
    load_when_signed_in(move || welcome.value().get());
    let send = Callback::new(move |filled: Filled| {
        welcome.dispatch(Welcome { token: filled.text("token"), password: filled.text("password") });
    });
    view! {
        <Title text=locale.t("auth.welcome_title") />
        <div class="gate">
            <section class="card gate-card" aria-labelledby="welcome-title">
                <h1 id="welcome-title">{locale.t("auth.welcome_title")}</h1>
                <p class="lead">{locale.t("auth.welcome_lead")}</p>
                {dynamic(move || error.get().map(|error| view! { <ProblemSummary error /> }))}
                <PostForm action=Welcome::url() send>
                    <input type="hidden" name="token" value=token />
                    <NewPassword error />
                    <SubmitButton
                        label=locale.t("auth.welcome_confirm")
                        busy_label=locale.t("auth.signing_in")
                        pending=welcome.pending()
                    />
                </PostForm>
            </section>
        </div>
    }
}
