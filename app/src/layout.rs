//! What surrounds every page: header with language and session, and footer.

use crate::console::first_place;
use crate::i18n::{Locale, use_locale};
use crate::local_path::local;
use crate::server_fns::{SetLocale, SignOut};
use crate::session::use_session;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::use_location;

/// The product's name, the language switch, and the way in or out.
#[component]
pub fn PageHeader() -> impl IntoView {
    let locale = use_locale();
    let session = use_session();
    let start = if session.is_some() { "/me" } else { "/" };
    view! {
        <header class="page-header">
            <a class="brand" href=start rel="external" aria-label=locale.t("app.header")>
                <span class="brand-mark" aria-hidden="true"></span>
                <span class="brand-name">{locale.t("app.name")}</span>
            </a>
            {session.as_ref().and_then(first_place).map(|href| {
                view! { <a class="button quiet" href=href rel="external">{locale.t("app.console")}</a> }
            })}
            <LocaleSwitch />
            {match session {
                Some(_) => view! { <SignOutForm /> }.into_any(),
                None => view! { <a class="button quiet" href="/login" rel="external">{locale.t("app.sign_in")}</a> }.into_any(),
            }}
        </header>
    }
}

/// Plain forms, with or without script: in another language everything on the page is another.
#[component]
fn LocaleSwitch() -> impl IntoView {
    let current = use_locale();
    let location = use_location();
    let back = move || {
        let mut query = location.query.get();
        // The error of an earlier form does not belong to the page.
        query.remove("__path");
        query.remove("__err");
        let page = format!("{}{}", location.pathname.get(), query.to_query_string());
        local(&page).unwrap_or("/").to_owned()
    };
    let buttons: Vec<_> = Locale::ALL
        .into_iter()
        .map(|locale| {
            view! {
                <button
                    type="submit"
                    name="locale"
                    value=locale.tag()
                    lang=locale.tag()
                    aria-current=(locale == current).then_some("true")
                >
                    {locale.name()}
                </button>
            }
        })
        .collect();
    view! {
        <form class="locale-switch" method="post" action=SetLocale::url() aria-label=current.t("app.language")>
            <input type="hidden" name="back" value=back />
            {buttons}
        </form>
    }
}

#[component]
fn SignOutForm() -> impl IntoView {
    view! {
        <form method="post" action=SignOut::url()>
            <button type="submit" class="button quiet">{use_locale().t("app.sign_out")}</button>
        </form>
    }
}

/// Says where the data is.
#[component]
pub fn PageFooter() -> impl IntoView {
    view! { <footer class="page-footer"><p>{use_locale().t("app.footer")}</p></footer> }
}
