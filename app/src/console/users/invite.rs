//! Inviting somebody. Needs script, as the link shows only once.

use super::LoadedUsers;
use super::link::ShownLink;
use crate::auth::role_key;
use crate::i18n::use_locale;
use crate::server_fns::InviteUser;
use crate::ui::{Announcer, Field, Filled, PostForm, ProblemSummary, SubmitButton, dynamic, use_ready};
use contract::Role;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The form, and the link that it brings.
#[component]
pub fn Invite(
    /// What sends it.
    invite: ServerAction<InviteUser>,
    /// The list, which says which roles may be given.
    list: LoadedUsers,
) -> impl IntoView {
    let locale = use_locale();
    let error = Signal::derive(move || invite.value().get().and_then(Result::err));
    tell_when_made(invite);
    view! {
        <details class="card invite">
            <summary>{locale.t("users.invite")}</summary>
            <div class="answer">
                <p>{locale.t("users.invite_lead")}</p>
                <noscript class="notice">{locale.t("users.no_script")}</noscript>
                {dynamic(move || error.get().map(|error| view! { <ProblemSummary error /> }))}
                <InviteForm invite list />
                {dynamic(move || invite.value().get().and_then(Result::ok).map(|link| view! { <ShownLink link /> }))}
            </div>
        </details>
    }
}

fn tell_when_made(invite: ServerAction<InviteUser>) {
    let locale = use_locale();
    let announcer = Announcer::current();
    Effect::new(move |_| {
        if matches!(invite.value().get(), Some(Ok(_))) {
            announcer.say(locale.t("users.invite_done"));
        }
    });
}

#[component]
fn InviteForm(invite: ServerAction<InviteUser>, list: LoadedUsers) -> impl IntoView {
    let locale = use_locale();
    let ready = use_ready();
    let role = RwSignal::new(Role::User);
    let error = Signal::derive(move || invite.value().get().and_then(Result::err));
    let send = Callback::new(move |filled: Filled| {
        let (email, external_id) = (filled.text("email"), filled.given("external_id"));
        invite.dispatch(InviteUser { email, role: role.get_untracked(), external_id });
    });
    view! {
        <PostForm action=InviteUser::url() send>
            <fieldset class="plain-fieldset" disabled=move || !ready.get()>
                <Field name="email" label=locale.t("auth.email") kind="email" error />
                <Transition>
                    {dynamic(move || {
                        let roles = list.get().and_then(Result::ok).map(|list| list.roles);
                        roles.map(|roles| view! { <RoleToGive roles role /> })
                    })}
                </Transition>
                <Field
                    name="external_id"
                    label=locale.t("field.external_id")
                    hint=locale.t("users.external_hint")
                    required=false
                    error
                />
                <SubmitButton
                    label=locale.t("users.invite_confirm")
                    busy_label=locale.t("auth.creating")
                    pending=invite.pending()
                />
            </fieldset>
        </PostForm>
    }
}

#[component]
fn RoleToGive(roles: Vec<Role>, role: RwSignal<Role>) -> impl IntoView {
    let locale = use_locale();
    let options: Vec<_> = roles
        .into_iter()
        .map(|role| view! { <option value=role.as_str()>{locale.t(role_key(role))}</option> })
        .collect();
    let choose = move |event| role.set(event_target_value(&event).parse().unwrap_or(Role::User));
    view! {
        <div class="field">
            <label for="new-role">{locale.t("demo.role")}</label>
            <select id="new-role" name="role" prop:value=move || role.get().as_str() on:change=choose>
                {options}
            </select>
        </div>
    }
}
