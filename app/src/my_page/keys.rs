//! Personal keys: with one, a person's own programs act for the person.

use super::area::{OwnArea, Room};
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::{CreateKey, RevokeKey, my_keys};
use crate::ui::{
    Badge, Dialog, EmptyState, Field, Filled, FormOutcome, LocalTime, PostForm, Problem, ProblemSummary, Secret,
    Skeleton, SubmitButton, Tone, dynamic, open_dialog, use_ready,
};
use contract::{KeyId, PersonalKeyRow};
use leptos::html;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// How a program uses a key.
const EXAMPLE: &str = r#"curl -H "Authorization: Bearer gp_…" "#;
/// Where the person's own memories are, over REST.
const EXAMPLE_PATH: &str = "/api/v1/me/memories";

/// The keys, a new one, and the end of one.
#[component]
pub fn KeysPage() -> impl IntoView {
    view! { <OwnArea room=Room::Keys><Keys /></OwnArea> }
}

#[component]
fn Keys() -> impl IntoView {
    let locale = use_locale();
    let create = ServerAction::<CreateKey>::new();
    let keys = load(move || create.version().get(), |_| my_keys());
    let to_revoke = RwSignal::new(None::<PersonalKeyRow>);
    view! {
        <p class="lead">{locale.t("keys.lead")}</p>
        <CreatePart create />
        <section class="answer" aria-labelledby="keys">
            <h2 id="keys">{locale.t("keys.list")}</h2>
            <FormOutcome path=RevokeKey::url() done="keys.now_revoked" />
            <Transition fallback=|| view! { <Skeleton lines=4 /> }>
                {dynamic(move || keys.get().map(|rows| view! { <KeyList rows to_revoke /> }))}
            </Transition>
        </section>
        <Usage />
        <RevokeDialog to_revoke />
    }
}

/// The form, and the secret that it brings. Needs script: a secret must not be in a page that a form leads to.
#[component]
fn CreatePart(create: ServerAction<CreateKey>) -> impl IntoView {
    let locale = use_locale();
    let ready = use_ready();
    let send = Callback::new(move |filled: Filled| _ = create.dispatch(CreateKey { name: filled.text("name") }));
    let error = Signal::derive(move || create.value().get().and_then(Result::err));
    view! {
        <section class="card answer" aria-labelledby="new-key">
            <h2 id="new-key">{locale.t("keys.new")}</h2>
            <noscript class="notice">{locale.t("keys.no_script")}</noscript>
            {dynamic(move || error.get().map(|error| view! { <ProblemSummary error /> }))}
            <PostForm action=CreateKey::url() send>
                <fieldset class="plain-fieldset" disabled=move || !ready.get()>
                    <Field name="name" label=locale.t("keys.name") hint=locale.t("keys.name_hint") error />
                    <SubmitButton
                        label=locale.t("keys.create")
                        busy_label=locale.t("keys.creating")
                        pending=create.pending()
                    />
                </fieldset>
            </PostForm>
            {dynamic(move || create.value().get().and_then(Result::ok).map(|created| view! { <Secret secret=created.secret /> }))}
        </section>
    }
}

#[component]
fn KeyList(rows: Result<Vec<PersonalKeyRow>, UiError>, to_revoke: RwSignal<Option<PersonalKeyRow>>) -> impl IntoView {
    let locale = use_locale();
    match rows {
        Ok(rows) if rows.is_empty() => {
            view! { <EmptyState title=locale.t("keys.empty_title") text=locale.t("keys.empty_text") /> }.into_any()
        }
        Ok(rows) => {
            let rows: Vec<_> = rows.into_iter().map(|row| view! { <Key row to_revoke /> }).collect();
            view! { <ul class="cards">{rows}</ul> }.into_any()
        }
        Err(error) => view! { <Problem error retry="/me/keys" /> }.into_any(),
    }
}

#[component]
fn Key(row: PersonalKeyRow, to_revoke: RwSignal<Option<PersonalKeyRow>>) -> impl IntoView {
    let locale = use_locale();
    let name_id = format!("key-name-{}", row.key_id);
    let used = match row.last_used_at {
        Some(at) => view! { {locale.t("keys.used")} " " <LocalTime at /> }.into_any(),
        None => locale.t("keys.never_used").into_any(),
    };
    let revoked = row.revoked_at.map(|at| {
        view! {
            <p class="note">
                <Badge tone=Tone::Quiet text=locale.t("keys.revoked") /> " " <LocalTime at />
            </p>
        }
    });
    let button = row.revoked_at.is_none().then(|| {
        view! { <RevokeButton row=row.clone() described_by=name_id.clone() to_revoke /> }
    });
    view! {
        <li class="card card-row">
            <div>
                <p class="card-title"><strong id=name_id.clone()><bdi>{row.name}</bdi></strong> " " <code>{row.prefix} "…"</code></p>
                <p class="note">{locale.t("keys.made")} " " <LocalTime at=row.created_at /></p>
                <p class="note">{used}</p>
                {revoked}
            </div>
            {button}
        </li>
    }
}

/// Asks in a dialog; without script it revokes at once.
#[component]
fn RevokeButton(
    row: PersonalKeyRow,
    described_by: String,
    to_revoke: RwSignal<Option<PersonalKeyRow>>,
) -> impl IntoView {
    let id: KeyId = row.key_id.clone();
    let ask = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        to_revoke.set(Some(row.clone()));
    };
    view! {
        <form method="post" action=RevokeKey::url()>
            <input type="hidden" name="key_id" value=id.to_string() />
            <button type="submit" class="button quiet" aria-describedby=described_by on:click=ask>
                {use_locale().t("keys.revoke")}
            </button>
        </form>
    }
}

/// The question. Its answer is a plain form, which leads back here.
#[component]
fn RevokeDialog(to_revoke: RwSignal<Option<PersonalKeyRow>>) -> impl IntoView {
    let locale = use_locale();
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if to_revoke.with(Option::is_some) {
            open_dialog(dialog);
        }
    });
    let of_row =
        move |pick: fn(&PersonalKeyRow) -> String| to_revoke.with(|row| row.as_ref().map(pick).unwrap_or_default());
    view! {
        <Dialog
            node_ref=dialog
            title_id="revoke-title"
            title=locale.t("keys.revoke_title")
            on_close=Callback::new(move |()| to_revoke.set(None))
        >
            <p>{dynamic(move || locale.fill("keys.revoke_text", "name", &of_row(|row| row.name.clone())))}</p>
            <div class="choices">
                <form method="dialog">
                    <button class="button quiet" autofocus>{locale.t("keys.keep")}</button>
                </form>
                <form method="post" action=RevokeKey::url()>
                    <input type="hidden" name="key_id" prop:value=move || of_row(|row| row.key_id.to_string()) />
                    <button type="submit" class="button danger">{locale.t("keys.revoke_confirm")}</button>
                </form>
            </div>
        </Dialog>
    }
}

/// How to use a key. The server's own address is known once the script has taken over.
#[component]
fn Usage() -> impl IntoView {
    let locale = use_locale();
    let command = RwSignal::new(format!("{EXAMPLE}{EXAMPLE_PATH}"));
    Effect::new(move |_| {
        if let Ok(origin) = window().location().origin() {
            command.set(format!("{EXAMPLE}{origin}{EXAMPLE_PATH}"));
        }
    });
    view! {
        <section class="answer" aria-labelledby="usage">
            <h2 id="usage">{locale.t("keys.usage")}</h2>
            <p>{locale.t("keys.usage_text")}</p>
            <pre tabindex="0" role="region" aria-label=locale.t("keys.example")><code>{dynamic(move || command.get())}</code></pre>
        </section>
    }
}
