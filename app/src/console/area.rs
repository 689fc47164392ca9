//! What surrounds all pages of the console: who may see them, the heading, and the way between them.

use crate::error::UiError;
use crate::i18n::use_locale;
use crate::session::use_session;
use crate::ui::{EmptyState, go_to};
use contract::{ErrorCode, Place, SessionView};
use leptos::prelude::*;
use leptos_meta::Title;

fn path(place: Place) -> &'static str {
    match place {
        Place::Overview => "/admin",
        Place::Review => "/admin/review",
        Place::Users => "/admin/users",
        Place::Audit => "/admin/audit",
        Place::Services => "/admin/services",
        Place::Settings => "/admin/settings",
    }
}

fn title_key(place: Place) -> &'static str {
    match place {
        Place::Overview => "console.overview",
        Place::Review => "console.review",
        Place::Users => "console.users",
        Place::Audit => "console.audit",
        Place::Services => "console.services",
        Place::Settings => "console.settings",
    }
}

/// The address at which the session's way into the console begins, if it has one.
pub fn first_place(session: &SessionView) -> Option<&'static str> {
    session.places.first().map(|&place| path(place))
}

/// A page of the console. Those who are not signed in go to sign in first; those who may not be here are told so.
#[component]
pub fn ConsoleArea(
    /// Which one.
    place: Place,
    /// What is on it.
    children: Children,
) -> impl IntoView {
    let locale = use_locale();
    let Some(session) = use_session() else {
        go_to(&format!("/login?next={}", path(place)));
        return ().into_any();
    };
    if !session.places.contains(&place) {
        refusal(ErrorCode::Forbidden);
        return view! {
            <Title text=locale.t("console.forbidden_title") />
            <EmptyState title=locale.t("console.forbidden_title") text=locale.t("console.forbidden_text")>
                <a class="button quiet" href="/me" rel="external">{locale.t("me.title")}</a>
            </EmptyState>
        }
        .into_any();
    }
    view! {
        <Title text=locale.t(title_key(place)) />
        <Heading place session />
        {children()}
    }
    .into_any()
}

/// The error for `code`, of which the page gets the status.
pub fn refusal(code: ErrorCode) -> UiError {
    let error = UiError::new(code);
    #[cfg(feature = "ssr")]
    let error = crate::server::refuse(error);
    error
}

#[component]
fn Heading(place: Place, session: SessionView) -> impl IntoView {
    let locale = use_locale();
    let links: Vec<_> = session
        .places
        .iter()
        .map(|&other| {
            let current = (other == place).then_some("page");
            view! {
                <li>
                    <a href=path(other) rel="external" aria-current=current>{locale.t(title_key(other))}</a>
                </li>
            }
        })
        .collect();
    view! {
        <nav class="rooms" aria-label=locale.t("console.rooms")>
            <ul>{links}</ul>
        </nav>
        <div class="page-title">
            <h1>{locale.t(title_key(place))}</h1>
            <p class="note">{locale.fill("me.signed_in", "email", &session.email)}</p>
        </div>
    }
}
