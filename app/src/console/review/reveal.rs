//! Revealing a sensitive candidate: nobody sees it without a reason.

use super::asking::Asking;
use super::row_state::Row;
use super::state::{Asked, Review};
use super::words::reveal_key;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::server_fns::reveal_candidate;
use crate::ui::{SubmitButton, dynamic};
use contract::review::RevealReason;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The dialog.
#[component]
pub fn RevealDialog(
    /// What the rows share.
    review: Review,
) -> impl IntoView {
    let content = |review: Review, asked: Asked| match asked {
        Asked::Reveal(row) => view! { <Reasons row review /> }.into_any(),
        _ => ().into_any(),
    };
    view! { <Asking review title_id="reveal-title" title="reveal.title" content /> }
}

#[component]
fn Reasons(row: Row, review: Review) -> impl IntoView {
    let locale = use_locale();
    let reason = RwSignal::new(RevealReason::Decide);
    let is_busy = RwSignal::new(false);
    let problem = RwSignal::new(None::<UiError>);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        problem.set(None);
        let row = row.clone();
        spawn_local(async move {
            match reveal_candidate(row.id.clone(), reason.get_untracked()).await {
                Ok(detail) => {
                    row.hear(detail);
                    row.state.update(|state| state.problem = None);
                    review.asked.set(None);
                    review.announcer.say(review.locale.t("reveal.done"));
                    review.move_to(&row.id);
                }
                Err(error) => _ = problem.try_set(Some(error)),
            }
            is_busy.try_set(false);
        });
    };
    let reasons: Vec<_> = RevealReason::ALL
        .iter()
        .map(|it| {
            let it = *it;
            view! {
                <label class="choice">
                    <input
                        type="radio"
                        name="reveal-reason"
                        prop:checked=move || reason.get() == it
                        on:change=move |_| reason.set(it)
                    />
                    <span>{locale.t(reveal_key(it))}</span>
                </label>
            }
        })
        .collect();
    view! {
        <p>{locale.t("reveal.text")}</p>
        {dynamic(move || problem.get().map(|error| view! { <p class="problem" role="alert">{error.text(locale)}</p> }))}
        <form class="decision-form" on:submit=submit>
            <fieldset class="reasons">
                <legend>{locale.t("reveal.reason")}</legend>
                {reasons}
            </fieldset>
            <div class="choices">
                <button type="button" class="button quiet" autofocus on:click=move |_| review.asked.set(None)>
                    {locale.t("correct.cancel")}
                </button>
                <SubmitButton label=locale.t("reveal.open") busy_label=locale.t("consent.working") pending=is_busy />
            </div>
        </form>
    }
}
