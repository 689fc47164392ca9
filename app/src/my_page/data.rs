//! Taking everything about oneself along, and deleting all of it.

use super::area::{OwnArea, Room};
use super::delete::{Outcome, Step, repeat};
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::server_fns::{DeleteEverything, delete_everything};
use crate::ui::{Announcer, Field, Filled, FormOutcome, ProblemSummary, Shown, dynamic};
use contract::ErrorCode;
use leptos::html;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos::task::spawn_local;
use leptos_router::hooks::use_query_map;

/// Both, each with the password.
#[component]
pub fn DataPage() -> impl IntoView {
    view! {
        <OwnArea room=Room::Data>
            <ExportPart />
            <DeletePart />
        </OwnArea>
    }
}

/// A plain form, whose answer is a file. What goes wrong comes back in the address, as a code.
#[component]
fn ExportPart() -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    let error = Signal::derive(move || {
        let code = query.read().get("error")?;
        ErrorCode::ALL.iter().find(|known| known.as_str() == code).map(|code| UiError::new(*code))
    });
    view! {
        <section class="card answer" aria-labelledby="export">
            <h2 id="export">{locale.t("data.export")}</h2>
            <p>{locale.t("data.export_text")}</p>
            {dynamic(move || error.get().map(|error| view! { <ProblemSummary error /> }))}
            <form method="post" action="/me/export">
                <fieldset class="formats">
                    <legend>{locale.t("data.format")}</legend>
                    <label class="choice">
                        <input type="radio" name="format" value="json" checked />
                        <span>{locale.t("data.json")}</span>
                    </label>
                    <label class="choice">
                        <input type="radio" name="format" value="markdown" />
                        <span>{locale.t("data.markdown")}</span>
                    </label>
                </fieldset>
                <PasswordField id="export-password" />
                <button type="submit" class="button primary">{locale.t("data.download")}</button>
            </form>
        </section>
    }
}

/// The password once more. There are two on the page, so that each has an id of its own.
#[component]
fn PasswordField(id: &'static str) -> impl IntoView {
    view! {
        <div class="field">
            <label for=id>{use_locale().t("data.password")}</label>
            <input id=id name="password" type="password" autocomplete="current-password" required />
        </div>
    }
}

/// Where the deletion of everything stands.
#[derive(Debug, Clone, PartialEq)]
enum Phase {
    Asking,
    Running { deleted: usize },
    Told(Outcome),
}

#[component]
fn DeletePart() -> impl IntoView {
    let locale = use_locale();
    let phase = RwSignal::new(Phase::Asking);
    let is_stopped = RwSignal::new(false);
    let is_running = Signal::derive(move || matches!(phase.get(), Phase::Running { .. }));
    let outcome = move || match phase.get() {
        Phase::Told(outcome) => Some(view! { <Told outcome /> }),
        _ => None,
    };
    view! {
        <section class="card answer danger-zone" aria-labelledby="delete-everything">
            <h2 id="delete-everything">{locale.t("data.delete")}</h2>
            <p>{locale.t("data.delete_text")}</p>
            <p>{locale.t("data.stays")}</p>
            <PlainOutcome />
            {outcome}
            <DeleteForm phase is_stopped />
            <Shown when=is_running>
                <Running phase is_stopped />
            </Shown>
        </section>
    }
}

/// The form. Its answer may take several calls, which the script makes one after another.
#[component]
fn DeleteForm(phase: RwSignal<Phase>, is_stopped: RwSignal<bool>) -> impl IntoView {
    let locale = use_locale();
    let form = NodeRef::<html::Form>::new();
    let announcer = Announcer::current();
    let error = Signal::derive(move || match phase.get() {
        Phase::Told(outcome) => outcome.error,
        _ => None,
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(form) = form.get_untracked() else { return };
        if matches!(phase.get_untracked(), Phase::Running { .. }) {
            return;
        }
        let filled = Filled::of(&form);
        let (password, confirmation) = (filled.text("password"), filled.text("confirmation"));
        is_stopped.set(false);
        phase.set(Phase::Running { deleted: 0 });
        spawn_local(async move {
            let call = || delete_everything(password.clone(), confirmation.clone());
            let after_call = |deleted: usize| {
                phase.try_set(Phase::Running { deleted });
                announcer.say(&locale.fill("delete.so_far", "count", &deleted.to_string()));
                if is_stopped.try_get_untracked() == Some(false) { Step::GoOn } else { Step::Stop }
            };
            let outcome = repeat(call, after_call).await;
            if outcome.error.is_none() {
                form.reset();
                announcer.say(&locale.fill("delete.done", "count", &outcome.deleted.to_string()));
            }
            phase.try_set(Phase::Told(outcome));
        });
    };
    view! {
        <form method="post" action=DeleteEverything::url() node_ref=form on:submit=submit>
            <PasswordField id="delete-password" />
            <Field name="confirmation" label=locale.t("data.confirmation") hint=locale.t("data.confirmation_hint") error />
            <button type="submit" class="button danger">{locale.t("data.delete_confirm")}</button>
        </form>
    }
}

#[component]
fn Running(phase: RwSignal<Phase>, is_stopped: RwSignal<bool>) -> impl IntoView {
    let locale = use_locale();
    let line = move || match phase.get() {
        Phase::Running { deleted } => locale.fill("delete.so_far", "count", &deleted.to_string()),
        _ => String::new(),
    };
    view! {
        <p id="everything-progress">{line}</p>
        <progress aria-labelledby="everything-progress"></progress>
        <button type="button" class="button quiet" on:click=move |_| is_stopped.set(true)>{locale.t("delete.stop")}</button>
    }
}

#[component]
fn Told(outcome: Outcome) -> impl IntoView {
    let locale = use_locale();
    let failed = outcome.faults.len();
    let line = move |key, count: usize| locale.fill(key, "count", &count.to_string());
    view! {
        {outcome.error.map(|error| view! { <ProblemSummary error /> })}
        {(outcome.deleted > 0).then(|| view! { <p class="notice">{line("delete.done", outcome.deleted)}</p> })}
        {(failed > 0).then(|| view! { <p class="problem" role="alert">{line("delete.failed", failed)}</p> })}
    }
}

/// What the form has come to in a browser without script.
#[component]
fn PlainOutcome() -> impl IntoView {
    let locale = use_locale();
    let query = use_query_map();
    let done = move || {
        let key = match query.read().get_str("done")? {
            "deleted" => "data.all_gone",
            "partly" => "data.some_left",
            _ => return None,
        };
        Some(view! { <p class="notice" role="status">{locale.t(key)}</p> })
    };
    view! {
        <FormOutcome path=DeleteEverything::url() done="" />
        {done}
    }
}
