//! The keys of a service: a new one, whose secret shows once, and the end of one.

use super::state::OpenService;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::server_fns::{CreateServiceKey, RevokeServiceKey, revoke_service_key};
use crate::ui::{
    Announcer, Badge, Dialog, LocalTime, PostForm, ProblemSummary, Secret, SubmitButton, Tone, close_dialog, dynamic,
    focus, open_dialog, use_ready,
};
use contract::{KeyId, ServiceKeyRow};
use leptos::html;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos::task::spawn_local;

/// The keys.
#[component]
pub fn Keys(
    /// The service.
    open: OpenService,
) -> impl IntoView {
    let locale = use_locale();
    let rows = open.part(|detail| detail.keys.clone());
    let to_revoke = RwSignal::new(None::<ServiceKeyRow>);
    let heading = NodeRef::<html::H3>::new();
    view! {
        <section class="card answer" aria-labelledby="keys">
            <h3 id="keys" tabindex="-1" node_ref=heading>{locale.t("service_key.title")}</h3>
            <p>{locale.t("service_key.lead")}</p>
            <CreatePart open />
            {dynamic(move || {
                let rows = rows.get();
                if rows.is_empty() {
                    return view! { <p class="note">{locale.t("service_key.empty")}</p> }.into_any();
                }
                let rows: Vec<_> = rows.into_iter().map(|row| view! { <Key open row to_revoke /> }).collect();
                view! { <ul class="service-keys">{rows}</ul> }.into_any()
            })}
            <RevokeDialog open to_revoke heading />
        </section>
    }
}

/// The button, and the secret that it brings. Needs script: a secret must not be in a page that a form leads to.
#[component]
fn CreatePart(open: OpenService) -> impl IntoView {
    let locale = use_locale();
    let ready = use_ready();
    let create = ServerAction::<CreateServiceKey>::new();
    let send = Callback::new(move |_| _ = create.dispatch(CreateServiceKey { service_id: open.id() }));
    Effect::new(move |_| {
        if matches!(create.value().get(), Some(Ok(_))) {
            spawn_local(open.look_again());
        }
    });
    view! {
        <noscript class="notice">{locale.t("keys.no_script")}</noscript>
        {dynamic(move || {
            create.value().get().map(|answer| match answer {
                Ok(created) => view! { <Secret secret=created.secret /> }.into_any(),
                Err(error) => view! { <ProblemSummary error /> }.into_any(),
            })
        })}
        <PostForm action=CreateServiceKey::url() send>
            <fieldset class="plain-fieldset" disabled=move || !ready.get()>
                <SubmitButton
                    label=locale.t("keys.create")
                    busy_label=locale.t("keys.creating")
                    pending=create.pending()
                    class="button quiet"
                />
            </fieldset>
        </PostForm>
    }
}

#[component]
fn Key(open: OpenService, row: ServiceKeyRow, to_revoke: RwSignal<Option<ServiceKeyRow>>) -> impl IntoView {
    let locale = use_locale();
    let name_id = format!("key-{}", row.key_id);
    let used = match row.last_used_at {
        Some(at) => view! { {locale.t("keys.used")} " " <LocalTime at /> }.into_any(),
        None => locale.t("keys.never_used").into_any(),
    };
    let revoked = row.revoked_at.map(|at| {
        view! {
            <span>
                <Badge tone=Tone::Quiet text=locale.t("keys.revoked") /> " " <LocalTime at />
            </span>
        }
    });
    let form = row.revoked_at.is_none().then(|| {
        view! { <RevokeForm open row=row.clone() described_by=name_id.clone() to_revoke /> }
    });
    view! {
        <li>
            <div>
                <p><code id=name_id>{row.prefix} "…"</code></p>
                <p class="note event-facts">
                    <span>{locale.t("keys.made")} " " <LocalTime at=row.created_at /></span>
                    <span>{used}</span>
                </p>
            </div>
            {revoked}
            {form}
        </li>
    }
}

/// Asks in a dialog; without script it revokes at once.
#[component]
fn RevokeForm(
    open: OpenService,
    row: ServiceKeyRow,
    described_by: String,
    to_revoke: RwSignal<Option<ServiceKeyRow>>,
) -> impl IntoView {
    let key_id = row.key_id.to_string();
    let ask = Callback::new(move |_| to_revoke.set(Some(row.clone())));
    view! {
        <PostForm action=RevokeServiceKey::url() send=ask>
            <input type="hidden" name="service_id" value=open.id().to_string() />
            <input type="hidden" name="key_id" value=key_id />
            <button type="submit" class="button quiet" aria-describedby=described_by>
                {use_locale().t("keys.revoke")}
            </button>
        </PostForm>
    }
}

/// The question.
#[component]
fn RevokeDialog(
    open: OpenService,
    to_revoke: RwSignal<Option<ServiceKeyRow>>,
    heading: NodeRef<html::H3>,
) -> impl IntoView {
    let locale = use_locale();
    let dialog = NodeRef::<html::Dialog>::new();
    let problem = RwSignal::new(None::<UiError>);
    let is_pending = RwSignal::new(false);
    Effect::new(move |_| {
        if to_revoke.with(Option::is_some) {
            problem.set(None);
            open_dialog(dialog);
        }
    });
    let name = move || to_revoke.with(|row| row.as_ref().map(|row| format!("{}…", row.prefix)).unwrap_or_default());
    let announcer = Announcer::current();
    let revoke = Callback::new(move |_| {
        let Some(row) = to_revoke.get_untracked() else { return };
        if is_pending.get_untracked() {
            return;
        }
        is_pending.set(true);
        spawn_local(async move {
            let answer = end_key(open, row.key_id).await;
            is_pending.try_set(false);
            match answer {
                Ok(()) => {
                    close_dialog(dialog);
                    announcer.say(locale.t("keys.now_revoked"));
                    focus(heading);
                }
                Err(error) => _ = problem.try_set(Some(error)),
            }
        });
    });
    view! {
        <Dialog
            node_ref=dialog
            title_id="revoke-title"
            title=locale.t("keys.revoke_title")
            on_close=Callback::new(move |()| to_revoke.set(None))
        >
            <p>{dynamic(move || locale.fill("keys.revoke_text", "name", &name()))}</p>
            {dynamic(move || {
                problem.get().map(|error| view! { <p class="problem" role="alert">{error.text(locale)}</p> })
            })}
            <div class="choices">
                <form method="dialog">
                    <button class="button quiet" autofocus>{locale.t("keys.keep")}</button>
                </form>
                <PostForm action="" send=revoke>
                    <SubmitButton
                        label=locale.t("keys.revoke_confirm")
                        busy_label=locale.t("consent.working")
                        pending=is_pending
                        class="button danger"
                    />
                </PostForm>
            </div>
        </Dialog>
    }
}

/// Revokes a key, and shows what there is then.
async fn end_key(open: OpenService, key: KeyId) -> Result<(), UiError> {
    revoke_service_key(open.id(), key).await?;
    open.look_again().await;
    Ok(())
}
