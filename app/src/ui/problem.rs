//! What went wrong, and the way out.

use super::focus;
use crate::error::{FaultWords, UiError, fault_id, fault_text};
use crate::i18n::use_locale;
use contract::ErrorCode;
use leptos::html;
use leptos::prelude::*;

/// Above a form that was refused: what is wrong, with links to the fields. Takes the focus when it appears.
#[component]
pub fn ProblemSummary(
    /// What the server said.
    error: UiError,
    /// What the ids of the form's fields begin with, where it is not alone on the page.
    #[prop(default = "")]
    prefix: &'static str,
    /// The words for what is wrong with a field.
    #[prop(default = fault_text)]
    words: FaultWords,
) -> impl IntoView {
    let locale = use_locale();
    let summary = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        summary.track();
        focus(summary);
    });
    let text = error.text(locale);
    let faults: Vec<_> = error
        .fields
        .into_iter()
        .map(|fault| {
            let (target, text) = (format!("#{prefix}{}", fault_id(&fault.field)), words(locale, &fault));
            view! { <li><a href=target rel="external">{text}</a></li> }
        })
        .collect();
    view! {
        <div class="problem" role="alert" tabindex="-1" node_ref=summary>
            <h2 class="problem-title">{locale.t("problem.heading")}</h2>
            <p>{text}</p>
            {(!faults.is_empty()).then(|| view! { <ul>{faults}</ul> })}
        </div>
    }
}

/// In place of content that could not be loaded.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn Problem(
    /// The key of what could not be done.
    #[prop(default = "problem.heading")]
    title: &'static str,
    /// What the server said.
    error: UiError,
    /// The address that tries again.
    #[prop(into)]
    retry: String,
    /// The page to come back to after signing in again.
    #[prop(default = "/me")]
    page: &'static str,
) -> impl IntoView {
    let locale = use_locale();
    let (way_out, label) = match error.code {
        ErrorCode::Unauthenticated => (sign_in_again(page), "problem.sign_in_again"),
        _ => (retry, "problem.retry"),
    };
    view! {
        <div class="problem" role="alert">
            <p class="problem-title">{locale.t(title)}</p>
            <p>{error.text(locale)}</p>
            <a class="button quiet" href=way_out rel="external">{locale.t(label)}</a>
        </div>
    }
}

/// In place of content that a script could not load, with a button that tries again.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn ProblemWithRetry(
    /// What the server said.
    error: UiError,
    /// Tries again.
    retry: Callback<()>,
    /// The page to come back to after signing in again.
    #[prop(default = "/me")]
    page: &'static str,
) -> impl IntoView {
    let locale = use_locale();
    view! {
        <div class="problem" role="alert">
            <p class="problem-title">{locale.t("problem.heading")}</p>
            <p>{error.text(locale)}</p>
            {if error.code == ErrorCode::Unauthenticated {
                view! { <a class="button quiet" href=sign_in_again(page) rel="external">{locale.t("problem.sign_in_again")}</a> }.into_any()
            } else {
                view! { <button type="button" class="button quiet" on:click=move |_| retry.run(())>{locale.t("problem.retry")}</button> }.into_any()
            }}
        </div>
    }
}

fn sign_in_again(page: &str) -> String {
    format!("/login?next={page}")
}
