//! The HTML document, as the server writes it.

use super::App;
use crate::error::UiError;
use crate::i18n::{self, Locale};
use crate::server::append_header;
use leptos::config::LeptosOptions;
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
                {runs_script().then(|| view! { <HydrationScripts options /> })}
                <MetaTags />
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}

/// Whether the page asked for is one that a script takes over. Those for a single memory are for browsers without.
fn runs_script() -> bool {
    use_context::<http::request::Parts>().is_none_or(|parts| !parts.uri.path().starts_with("/me/memories/"))
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
}
