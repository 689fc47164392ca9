//! The HTML document, as the server writes it.

use super::App;
use super::area::Area;
use crate::error::UiError;
use crate::i18n::{self, Locale};
use crate::server::append_header;
use leptos::config::{Env, LeptosOptions};
use leptos::hydration::{AutoReload, HydrationScripts};
use leptos::prelude::*;
use leptos_meta::{HashedStylesheet, MetaTags};

/// The whole document of a page. Nothing in it is inline but scripts that carry the response's nonce.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    append_header(http::header::VARY, "Accept-Language, Cookie");
    view! {
        <!DOCTYPE html>
        <html lang=i18n::current().tag()>
            <head>
                <CommonHead />
                <HashedStylesheet options=options.clone() />
                <AutoReload options=options.clone() />
                {bundle(options).map(|options| view! { <HydrationScripts options /> })}
                <MetaTags />
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}

/// The options with the name of the bundle that takes over the page asked for; `None` for a page without script.
fn bundle(mut options: LeptosOptions) -> Option<LeptosOptions> {
    let area = Area::of(use_context::<http::request::Parts>()?.uri.path())?;
    // While someone works on the pages, `cargo leptos watch` builds one bundle of all areas.
    if options.env != Env::DEV {
        options.output_name = format!("{}-{}", options.output_name, area.name()).into();
    }
    Some(options)
}

#[component]
fn CommonHead() -> impl IntoView {
    view! {
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    }
}

/// A document of its own for requests that were refused before any page came to word, for example by the CSRF check.
/// `headers` are the request's; the answer's status is the caller's to set.
pub fn error_document(options: &LeptosOptions, headers: &http::HeaderMap, error: &UiError) -> String {
    let locale = i18n::wanted(headers);
    let owner = Owner::new();
    owner.with(|| {
        view! {
            <!DOCTYPE html>
            <html lang=locale.tag()>
                <head>
                    <CommonHead />
                    <HashedStylesheet options=options.clone() />
                    <title>{locale.t("broken.title")}</title>
                </head>
                <body>
                    <main class="plain-page">{error_view(locale, error)}</main>
                </body>
            </html>
        }
        .to_html()
    })
}

fn error_view(locale: Locale, error: &UiError) -> impl IntoView + use<> {
    view! {
        <h1>{locale.t("broken.title")}</h1>
        <p class="lead">{error.text(locale)}</p>
        <p><a class="button primary" href="/">{locale.t("not_found.home")}</a></p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::ErrorCode;

    #[test]
    fn the_error_document_speaks_the_readers_language_and_has_a_way_out() {
        let options = LeptosOptions::builder().output_name("gieok").build();
        let mut headers = http::HeaderMap::new();
        headers.insert(http::header::ACCEPT_LANGUAGE, http::HeaderValue::from_static("ko"));
        let html = error_document(&options, &headers, &UiError::new(ErrorCode::CrossSite));
        for part in ["<!DOCTYPE html>", "<html lang=\"ko\">", "이 사이트에서 보낸 요청이 아닙니다", "href=\"/\""]
        {
            assert!(html.contains(part), "{part} is missing in {html}");
        }
        assert!(!html.contains("<script") && !html.contains(" style="), "{html}");
    }

    #[test]
    fn a_page_gets_the_bundle_of_its_area_or_while_it_is_worked_on_the_one_of_all() {
        let named = |path: &str, env: Env| {
            let options = LeptosOptions::builder().output_name("gieok").env(env).build();
            let (parts, ()) = http::Request::builder().uri(path).body(()).expect("valid").into_parts();
            Owner::new().with(|| {
                provide_context(parts);
                bundle(options).map(|options| options.output_name.to_string())
            })
        };
        assert_eq!(named("/me?q=tea", Env::PROD).as_deref(), Some("gieok-memories"));
        assert_eq!(named("/login", Env::PROD).as_deref(), Some("gieok-account"));
        assert_eq!(named("/login", Env::DEV).as_deref(), Some("gieok"));
        assert_eq!(named("/nowhere", Env::DEV), None);
    }
}
