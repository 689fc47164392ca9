//! The first page, for those who are not signed in.

use crate::i18n::use_locale;
use crate::session::use_session;
use crate::ui::go_to;
use leptos::prelude::*;
use leptos_meta::Title;

/// Says what Gieok is; the signed-in go straight to their page.
#[component]
pub fn HomePage() -> impl IntoView {
    if use_session().is_some() {
        go_to("/me");
    }
    let locale = use_locale();
    view! {
        <Title text=locale.t("app.tagline") />
        <section class="hero">
            <div class="hero-text">
                <p class="eyebrow">{locale.t("app.tagline")}</p>
                <h1>{locale.t("home.title")}</h1>
                <p class="lead">{locale.t("home.lead")}</p>
                <p><a class="button primary large" href="/login">{locale.t("home.open")}</a></p>
            </div>
            <Examples />
        </section>
        <section class="promises" aria-labelledby="how">
            <h2 id="how">{locale.t("home.how")}</h2>
            <ol>
                <Promise title="home.consent_title" text="home.consent_text" />
                <Promise title="home.review_title" text="home.review_text" />
                <Promise title="home.local_title" text="home.local_text" />
            </ol>
        </section>
    }
}

#[component]
fn Promise(title: &'static str, text: &'static str) -> impl IntoView {
    let locale = use_locale();
    view! {
        <li>
            <h3>{locale.t(title)}</h3>
            <p>{locale.t(text)}</p>
        </li>
    }
}

/// What memories look like.
#[component]
fn Examples() -> impl IntoView {
    let locale = use_locale();
    let slips: Vec<_> = [
        ("kind.preference", "home.example_preference"),
        ("kind.rule", "home.example_rule"),
        ("kind.task", "home.example_task"),
    ]
    .into_iter()
    .map(|(kind, text)| {
        view! {
            <li class="slip">
                <span class="slip-kind">{locale.t(kind)}</span>
                <span>{locale.t(text)}</span>
            </li>
        }
    })
    .collect();
    view! {
        <figure class="examples">
            <figcaption>{locale.t("home.example")}</figcaption>
            <ul>{slips}</ul>
        </figure>
    }
}
